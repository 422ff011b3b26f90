"""How a solver's rating went: a point for each rated first answer, and the curve through them.

The drawing is 100 wide and 100 high, stretched by the page to the room that it has; what is written stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final
from uuid import UUID

from grimoire.models import Attempt, Puzzle, Solver
from grimoire.models.puzzles import START_RATING

MAX_POINTS: Final = 200  # the latest
MAX_ROWS: Final = 50  # of the table, the latest too
STEPS: Final = (25, 50, 100, 200, 500, 1000)  # points of rating between two lines of the drawing
MAX_GAPS: Final = 5


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """A rated first answer: when, whether it was right, the solver's rating with it in whole points, and by how many it
    moved (None where the one before is not known). ``puzzle`` is None for a page that its reader cannot open now."""

    when: datetime
    won: bool
    rating: int
    change: int | None
    puzzle: Puzzle | None


@dataclass(frozen=True, slots=True)
class Curve:
    """The drawing: ``path``, ``dots`` and ``lines`` as SVG paths, with the lines' ``ticks`` from the highest to the
    lowest; and ``rows`` of the table, the latest first, of ``count`` in all."""

    path: str
    dots: str
    lines: str
    ticks: tuple[int, ...]
    rows: tuple[RatedAnswer, ...]
    count: int
    since: datetime
    begins: int
    now: int
    lowest: int
    highest: int


def curve_of(solver: Solver | None) -> Curve | None:
    """A solver's curve; None before there are two points to draw one through."""
    if solver is None:
        return None
    attempts = list(_rated(solver.owner_id))
    shown = attempts[-MAX_POINTS:]
    # A solver begins with a rating too; it is the first point unless some of what came then is gone, or not shown.
    begins = [START_RATING] if len(shown) == solver.rated_count else []
    rated = [attempt.rating_after for attempt in shown if attempt.rating_after is not None]
    ratings = [round(value) for value in (*begins, *rated)]
    if len(ratings) < 2:
        return None
    ticks = ticks_for(min(ratings), max(ratings))
    places = _places(ratings, ticks[-1], ticks[0])
    since = shown[0].rated_at
    assert since is not None  # for _rated finds no others
    rows = _rows(shown, ratings)
    return Curve(
        path="M" + "L".join(f"{x:g} {y:g}" for x, y in places),
        dots="".join(f"M{x:g} {y:g}h0" for x, y in places),
        lines="".join(f"M0 {_height(tick, ticks[-1], ticks[0]):g}H100" for tick in ticks),
        ticks=ticks,
        rows=tuple(rows[::-1][:MAX_ROWS]),
        count=len(shown),
        since=since,
        begins=ratings[0],
        now=ratings[-1],
        lowest=min(ratings),
        highest=max(ratings),
    )


def ticks_for(lowest: int, highest: int) -> tuple[int, ...]:
    """Round numbers around two ratings, from the highest down: at most six, and at least two."""
    for step in STEPS:
        low, high = lowest // step * step, -(-highest // step) * step
        high = max(high, low + step)
        if (high - low) // step <= MAX_GAPS:
            break
    return tuple(range(high, low - 1, -step))


def _rated(owner_id: UUID) -> Iterable[Attempt]:
    page = ("token", "game", "title", "title_fr", "published_at", "visibility", "hidden_at", "owner")
    fields = ("rated_at", "rating_after", "first_try", "owner", *(f"puzzle__{name}" for name in page))
    attempts = Attempt.objects.filter(owner=owner_id, rated_at__isnull=False, rating_after__isnull=False)
    return attempts.select_related("puzzle").only(*fields).order_by("rated_at", "pk")


def _places(ratings: list[int], low: int, high: int) -> list[tuple[float, float]]:
    step = 100 / (len(ratings) - 1)
    return [(round(number * step, 2), _height(rating, low, high)) for number, rating in enumerate(ratings)]


def _height(rating: int, low: int, high: int) -> float:
    return round(100 * (high - rating) / (high - low), 2)


def _rows(attempts: list[Attempt], ratings: list[int]) -> list[RatedAnswer]:
    changes: list[int | None] = [after - before for before, after in pairwise(ratings)]
    changes = [*[None] * (len(attempts) - len(changes)), *changes]
    return [
        RatedAnswer(attempt.rated_at, bool(attempt.first_try), round(attempt.rating_after), change, _to_open(attempt))
        for attempt, change in zip(attempts, changes, strict=True)
        if attempt.rated_at is not None and attempt.rating_after is not None
    ]


def _to_open(attempt: Attempt) -> Puzzle | None:
    return attempt.puzzle if attempt.puzzle.is_open_to_all else None
