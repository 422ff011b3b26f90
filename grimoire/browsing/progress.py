"""The progress of a reader in numbers. Nothing here is kept: it is all counted from attempts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Count

from accounts.models import Owner
from cards.abilities import ability_name
from cards.icons import icon_of_ability
from grimoire.browsing.daily import today
from grimoire.browsing.filter_names import LEVEL_NAMES
from grimoire.browsing.shelves import Cover, covers_of, own_books, site_books
from grimoire.browsing.standing import Curve, curve_of
from grimoire.browsing.states import FIRST, SHOWN, SOLVED, state_of
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.models import Attempt, Puzzle, PuzzleAbility, Solver
from grimoire.models.puzzles import PuzzleQuerySet

WEEKS: Final = 26
MAX_FAVOURITES: Final = 48


@dataclass(frozen=True, slots=True)
class ProgressShare:
    """A group of pages: how many the reader has come to an end with, and how many of these at the first try."""

    name: str
    done: int
    first: int
    total: int | None = None  # of all published ones, where that is known
    icon: str = ""
    slug: str = ""

    @property
    def rate(self) -> int:
        """The first tries that succeeded, in hundredths."""
        return round(100 * self.first / self.done) if self.done else 0

    @property
    def reach(self) -> int:
        """The reader's share of all, in hundredths."""
        return 100 * self.done // self.total if self.total else 0


@dataclass(frozen=True, slots=True)
class Week:
    """A week of the chart: its first day, pages solved in it, and the height of its bar in hundredths."""

    begins: date
    count: int
    height: int

    @property
    def drop(self) -> int:
        """Where the bar's top is, in hundredths from above."""
        return 100 - self.height


@dataclass(frozen=True)
class ProgressPage:
    """All that the page of one's progress shows. ``solver`` is None until somebody was rated."""

    solved: int
    first: int
    shown: int
    under_way: int
    judged: int  # pages with a first answer
    again: int
    solver: Solver | None
    curve: Curve | None
    levels: list[ProgressShare]
    abilities: list[ProgressShare]
    weeks: list[Week]
    books: list[Cover]
    favourites: list[PuzzleTile]
    open: list[PuzzleTile]

    @property
    def rate(self) -> int:
        return round(100 * self.first / self.judged) if self.judged else 0

    @property
    def is_empty(self) -> bool:
        return not (self.solved or self.shown or self.under_way)

    @property
    def tiles(self) -> list[PuzzleTile]:
        return [*self.open, *self.favourites]


def progress_page(owner: Owner | None, language: str) -> ProgressPage:
    """Counts everything for a reader; for somebody who has done nothing all is 0."""
    # Rows, not objects: whoever solves much has thousands.
    rows = Attempt.objects.filter(owner=owner).order_by().values_list(*_FIELDS, named=True) if owner else []
    attempts: list[Any] = list(rows)
    levels = {attempt.puzzle_id: attempt.puzzle__level for attempt in attempts}
    states = {attempt.puzzle_id: state_of(attempt) for attempt in attempts}
    judged = [attempt for attempt in attempts if attempt.first_try is not None]
    solver = Solver.objects.filter(owner=owner, rated_count__gt=0).first() if owner else None
    covers = covers_of([*site_books(), *own_books(owner)], owner)
    return ProgressPage(
        solved=sum(1 for state in states.values() if state in (FIRST, SOLVED)),
        first=sum(1 for state in states.values() if state == FIRST),
        shown=sum(1 for state in states.values() if state == SHOWN),
        under_way=sum(1 for attempt in attempts if attempt.state == Attempt.State.OPEN),
        judged=len(judged),
        again=sum(1 for attempt in attempts if attempt.first_try is False),
        solver=solver,
        curve=curve_of(solver),
        levels=_by_level(states, levels),
        abilities=_by_ability(states, language),
        weeks=_weeks(attempts),
        books=[cover for cover in covers if cover.progress.total],
        favourites=_favourites(owner, language),
        open=_under_way(owner, language),
    )


_FIELDS: Final = ("puzzle_id", "state", "first_try", "hint_level_at_first", "solved_at", "puzzle__level")


def _by_level(states: dict[int, str], levels: dict[int, int | None]) -> list[ProgressShare]:
    totals = Counter[int | None]()
    # By game too, as the index is ordered, so that no page is read.
    by_game = Puzzle.objects.published().order_by().values_list("game", "level")
    for _game, level, count in by_game.annotate(Count("pk")):
        totals[level] += count
    shares = []
    for level, name in LEVEL_NAMES.items():
        own = [state for pk, state in states.items() if levels.get(pk) == level]
        done = sum(1 for state in own if state in (FIRST, SOLVED))
        shares.append(ProgressShare(str(name), done, own.count(FIRST), totals[level]))
    return shares


def _by_ability(states: dict[int, str], language: str) -> list[ProgressShare]:
    """The shares by ability at work, of pages alone whose solution the reader has seen: else it would be a hint."""
    ended = {pk: state for pk, state in states.items() if state in (FIRST, SOLVED, SHOWN)}
    counts: dict[str, list[int]] = {}
    for slug, pk in PuzzleAbility.objects.filter(at_work=True, puzzle__among=ended).values_list("slug", "puzzle"):
        count = counts.setdefault(slug, [0, 0])
        count[0] += 1
        count[1] += ended[pk] == FIRST
    shares = [
        ProgressShare(ability_name(slug, language), done, first, icon=icon_of_ability(slug), slug=slug)
        for slug, (done, first) in counts.items()
    ]
    return sorted(shares, key=lambda share: (-share.done, share.name))


def _weeks(attempts: Iterable[Any]) -> list[Week]:
    monday = today() - timedelta(days=today().weekday())
    days = [attempt.solved_at.date() for attempt in attempts if attempt.solved_at is not None]
    begins = [monday - timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    solved = Counter((day - begins[0]).days // 7 for day in days)
    counts = [solved[week] for week in range(WEEKS)]
    tallest = max([*counts, 1])
    return [Week(first, count, round(100 * count / tallest)) for first, count in zip(begins, counts, strict=True)]


def _favourites(owner: Owner | None, language: str) -> list[PuzzleTile]:
    if owner is None:
        return []
    liked = for_tiles(Puzzle.objects.open_to(owner).filter(favourites__owner=owner, published_at__isnull=False))
    return tiles_of(liked.order_by("-favourites__created")[:MAX_FAVOURITES], owner, language)


def _under_way(owner: Owner | None, language: str, limit: int = 6) -> list[PuzzleTile]:
    return tiles_of(under_way(owner)[:limit], owner, language)


def under_way(owner: Owner | None) -> PuzzleQuerySet:
    """Pages that somebody has begun and can go on with, the one touched last first."""
    if owner is None:
        return Puzzle.objects.none()
    begun = for_tiles(Puzzle.objects.open_to(owner).filter(published_at__isnull=False))
    return begun.filter(attempts__owner=owner, attempts__state=Attempt.State.OPEN).order_by("-attempts__touched")
