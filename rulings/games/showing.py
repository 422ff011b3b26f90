"""How the boards, actions and events of such games are drawn and told: by a room above, which registers its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from web.registry import Registry


class GameFaces(Protocol):
    """A game on screen."""

    board_template: str

    def drawn(self, engine: Any, seen_by: str | None) -> Any:
        """What ``board_template`` shows of a game: to a seat, to a spectator (""), or with all hands open (None)."""
        ...

    def seat_word(self, seat: str) -> str: ...

    def thing_word(self, thing: str) -> str:
        """What a card, an Element or another thing of the game's format is called."""
        ...

    def action_words(self, action: str) -> str: ...

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """An event as a sentence, seats by ``names``."""
        ...


faces: Final[Registry[GameFaces]] = Registry()  # by the names of games
