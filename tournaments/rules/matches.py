"""What the rules know of a match. Entrants are their numbers; points are counted in halves, so that all are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

FIRST: Final = "first"
SECOND: Final = "second"
DRAW: Final = "draw"
NEITHER: Final = "neither"  # both lose: nobody came, or nobody may have won
BYE: Final = "bye"
OUTCOMES: Final = (FIRST, SECOND, DRAW, NEITHER)
WIN_POINTS, DRAW_POINTS = 2, 1

_POINTS: Final = {
    FIRST: (WIN_POINTS, 0),
    SECOND: (0, WIN_POINTS),
    DRAW: (DRAW_POINTS, DRAW_POINTS),
    NEITHER: (0, 0),
    BYE: (WIN_POINTS, 0),
}


@dataclass(frozen=True, slots=True)
class Result:
    """A match of a round: ``second`` is None in a bye; ``outcome`` is "" while nobody knows it."""

    round: int
    first: int
    second: int | None
    outcome: str = ""

    @property
    def points(self) -> tuple[int, int]:
        """Of the first and of the second, in halves."""
        return _POINTS.get(self.outcome, (0, 0))


def meetings(results: Iterable[Result]) -> Counter[frozenset[int]]:
    """How often two were paired, whatever came of it."""
    return Counter(frozenset((each.first, each.second)) for each in results if each.second is not None)


def byes(results: Iterable[Result]) -> Counter[int]:
    """How often an entrant had a bye."""
    return Counter(each.first for each in results if each.second is None)


def firsts(results: Iterable[Result]) -> Counter[int]:
    """How often an entrant had the first seat of a match."""
    return Counter(each.first for each in results if each.second is not None)
