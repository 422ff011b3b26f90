"""A position as it is drawn on paper and in pictures: small cards with what counts, by the words of ``showing``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final

from board.naming import in_language
from board.walkthrough import BoardPlace, Chip, Mark, Moment, show
from engine.decks.rules.position import Position

# As in board.css, in em: a card with its gap; the frame around a board. SMALL is how large cards are on boards of four
# and in places with more than FULL_SIZE, beside others; BRIDGE the share of the width between Kingdoms.
CHIP: Final = 5.9
FRAME: Final = 1.6
SMALL: Final = 0.84
FULL_SIZE: Final = 9
BRIDGE: Final = 0.08


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
    def kingdoms(self) -> tuple[int, int]:
        """How many cards are side by side in the longest row left of the Bridges, and right of them."""
        left = max(len(line.left) for line in self.moment.lines)
        right = max(len(line.right) for line in self.moment.lines)
        return max(1, left), max(1, right)

    @property
    def _small(self) -> float:
        return SMALL if self.four else 1.0

    def widest(self, width: float) -> float:
        """The largest letters with which no row is broken on a board of this width, in the same unit."""
        return width / (CHIP * self._small * sum(self.kingdoms) / (1 - BRIDGE) + FRAME)

    def sizes(self, sizes: Sequence[float], width: float) -> tuple[float, ...]:
        """Those of some sizes of letters, largest first, with which no row is broken on a board of this width, and the
        largest such one; all of them where even the smallest is too large."""
        widest = int(self.widest(width) * 10) / 10
        if widest < sizes[-1]:
            return tuple(sizes)
        return min(widest, sizes[0]), *(size for size in sizes if size < min(widest, sizes[0]))

    def style(self, size: float, width: float) -> str:
        """How wide what lies side by side is, on a board of this width with letters of this size, in the same unit.

        Kingdoms are as wide as they have to be; what needs several rows is spread over them evenly.
        """
        left, right = self.kingdoms
        share = 100 * (1 - BRIDGE) / (left + right)
        rules = [f".kingdom {{ width: {share * right:.2f}% }} .kingdom.left {{ width: {share * left:.2f}% }}"]
        for count in sorted({len(place.chips) for place in self._places() if place.chips}):
            small = SMALL if self.four or count > FULL_SIZE else 1.0
            room = max(1, int((width / size - FRAME) / (CHIP * small)))
            row = ceil(count / ceil(count / room))
            rules.append(f".chips.of-{count} {{ max-width: {row * CHIP * small:.2f}em }}")
        return "\n".join(rules)

    def _places(self) -> Iterator[BoardPlace]:
        for seat in (*self.moment.above, *self.moment.below):
            yield from seat.places

    def _chips(self) -> list[Chip]:
        chips: list[Chip] = []
        for place in self._places():
            chips += place.chips
        for line in self.moment.lines:
            chips += (*line.left, *line.right)
        return chips


def board_of(position: Position, language: str) -> PaperBoard:
    """The board of a position in ``en`` or ``fr``, which must be the language of the moment."""
    moment = show(in_language(position, language), (), language).moments[0]
    return PaperBoard(moment, position.mode.seats > 2)
