"""A game to print and play: its cards, what lies on whole pages, and the rooms above that add pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from web.registry import Registry

CARDS: Final = "cards"
BOARD: Final = "board"
PADS: Final = "pads"

# Pages for the tables of a game: its name and a paper's give a PDF, None where there is none.
further_pages: Final[Registry[Callable[[str, str], bytes | None]]] = Registry()


@dataclass(frozen=True)
class KitSide:
    """A side of a card: a template with its context."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class KitCard:
    """A card with both sides, printed ``count`` times."""

    front: KitSide
    back: KitSide
    count: int = 1


@dataclass(frozen=True)
class GameKit:
    """A game to print: ``cards`` and ``board`` are asked for in the language of the moment.

    ``board`` gives the context of ``board_template``; without one the game has no board.
    """

    name: str
    title: str
    cards: Callable[[], Sequence[KitCard]]
    contents: Callable[[], Sequence[str]]
    board: Callable[[], Mapping[str, Any]] | None = None
    board_template: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        return (CARDS, BOARD, PADS) if self.board is not None else (CARDS, PADS)
