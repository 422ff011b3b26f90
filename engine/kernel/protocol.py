"""The interface of a game to a table: a small Protocol, which each game's own class has without inheriting anything.

The rules of the games have nothing in common; this is all that whoever seats players, keeps a log and shows a board
needs to know of any of them. Seats are numbers from 0; their names are the game's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

Action = TypeVar("Action", contravariant=True)


class Game(Protocol[Action]):
    """A game as it stands, from its first choice to its end."""

    @property
    def stage(self) -> str:
        """The stage, in a word of the game's own; ``over`` at the end."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to do."""
        ...

    @property
    def result(self) -> Any:
        """The result (``winners`` and ``reason``), None before."""
        ...

    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act: several where choices are made at the same time."""
        ...

    def legal_actions(self, seat: int) -> Sequence[object]:
        """Every legal action of a seat, each with a stable text form (``str``); none when it is not to act."""
        ...

    def apply(self, seat: int, action: Action | str) -> Sequence[object]:
        """Carries out a seat's action, or the text form of one; answers its events.

        Raises ``IllegalAction``; the game is then as it was.
        """
        ...

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat, or of a spectator (None), as JSON."""
        ...

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        """The events of an action, by default of the last one, as a seat or a spectator may see them."""
        ...

    def copy(self) -> Game[Action]:
        """An independent copy."""
        ...

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        ...
