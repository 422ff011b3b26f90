"""What a page shows of a game, in words and on a board; and how its table is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.http import HttpResponse

from accounts.requests import SiteRequest


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


class GamePages(Protocol):
    """The pages of a game; ``viewer`` is a ``tables.viewers.Viewer``."""

    def table(self, request: SiteRequest, viewer: Any) -> HttpResponse:
        """The table, or with ``HX-Request`` the part of it that changes."""
        ...

    def act(self, request: SiteRequest, viewer: Any, version: int) -> HttpResponse:
        """Does what a form of the table asks for, then the table again."""
        ...

    def replay(self, request: SiteRequest, viewer: Any) -> HttpResponse:
        """The replay of a game that is over."""
        ...
