"""A game to print and play: its cards, and what lies on whole pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

CARDS: Final = "cards"
BOARD: Final = "board"
PADS: Final = "pads"


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

    ``board`` gives the context of ``board_template``; without one the game has no board. ``pads`` gives its score
    sheets on a paper as a PDF, None where it has none.
    """

    name: str
    title: str
    cards: Callable[[], Sequence[KitCard]]
    contents: Callable[[], Sequence[str]]
    board: Callable[[], Mapping[str, Any]] | None = None
    board_template: str = ""
    pads: Callable[[str], bytes | None] = lambda paper: None

    @property
    def parts(self) -> tuple[str, ...]:
        return (CARDS, BOARD, PADS) if self.board is not None else (CARDS, PADS)
