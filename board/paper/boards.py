"""A position as it is drawn on paper and in pictures: small cards with what counts, by the words of ``showing``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from board.naming import in_language
from board.walkthrough import Chip, Mark, Moment, show
from engine.decks.rules.position import Position

# As in board.css: a Creature with its gap and the frame around a board, in em; a Kingdom's share of the inner width.
CHIP: Final = 5.9
FRAME: Final = 1.6
KINGDOM: Final = 0.46


@dataclass(frozen=True)
class PaperBoard:
    """The board before anything happens."""

    moment: Moment
    four: bool

    @cached_property
    def legend(self) -> tuple[Mark, ...]:
        """The legend of the icons on the board: each ability once, by name."""
        marks = {mark.name: Mark(mark.icon, mark.name, mark.aura) for chip in self._chips() for mark in chip.abilities}
        return tuple(marks[name] for name in sorted(marks))

    @property
    def longest(self) -> int:
        """How many Creatures stand in the longest row of a Kingdom."""
        return max(len(row) for line in self.moment.lines for row in (line.left, line.right))

    def unbroken(self, sizes: Sequence[float], width: float) -> tuple[float, ...]:
        """Those of some sizes of letters in which no row of a Kingdom has to be broken, on a board of this width in the
        same unit; all of them where that cannot be."""
        chips = 0.84 if self.four else 1.0
        fitting = [size for size in sizes if self.longest * CHIP * chips * size <= KINGDOM * (width - FRAME * size)]
        return tuple(fitting or sizes)

    def _chips(self) -> list[Chip]:
        chips: list[Chip] = []
        for seat in (*self.moment.above, *self.moment.below):
            for place in seat.places:
                chips += place.chips
        for line in self.moment.lines:
            chips += (*line.left, *line.right)
        return chips


def board_of(position: Position, language: str) -> PaperBoard:
    """The board of a position in ``en`` or ``fr``, which must be the language of the moment."""
    moment = show(in_language(position, language), (), language).moments[0]
    return PaperBoard(moment, position.mode.seats > 2)
