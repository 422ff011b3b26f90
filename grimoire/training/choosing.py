"""The next puzzle for a solver: at their rating, on what they are weak at, and now and then one that is due again.

Weak abilities are known from solutions that the solver has seen; the puzzles chosen for them *show* these abilities.
Nothing here asks what an unsolved puzzle turns on, so a choice gives nothing away.
"""

from __future__ import annotations

import random
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q

from accounts.models import Owner, new_token
from grimoire.community.ratings import LEVEL_RATINGS, rating_of
from grimoire.models import Attempt, Puzzle, PuzzleAbility, Solver
from grimoire.models.puzzles import DECKS, PuzzleQuerySet
from grimoire.training.due import due_attempts

WIDTHS: Final = (100, 200, 400, 800, 3000)  # points around the solver's rating, tried one after the other
HALF_A_LEVEL: Final = 125  # points: every rating has a level that is no farther
MAX_CANDIDATES: Final = 60
BEGINNER: Final = 1225.0  # between levels 1 and 2
DUE_SHARE: Final = 1 / 3  # of the puzzles between those that are new
WEAK_SHARE: Final = 1 / 2  # of the new ones, where weak abilities are known
MIN_SEEN: Final = 4  # solutions that an ability was at work in, before it counts as weak
MAX_WEAK: Final = 3


def next_due(owner: Owner | None, after: Puzzle | None, game: str = "") -> Attempt | None:
    """The attempt that is due next, of one game where that is named."""
    due = due_attempts(owner)
    if game:
        due = due.filter(puzzle__game=game)
    if after is not None:
        due = due.exclude(puzzle=after)
    return due.select_related("owner", "puzzle__owner__user", "puzzle__proof").first()


def next_new(owner: Owner | None, after: Puzzle | None, game: str = DECKS) -> Puzzle | None:
    """A puzzle that the solver has not tried, near their rating; of the game of the puzzle before it, if there is
    one."""
    pages = Puzzle.objects.published().filter(game=after.game if after else game)
    if after is not None:
        pages = pages.exclude(pk=after.pk)
    if owner is not None:
        attempts = Attempt.objects.filter(owner=owner, puzzle=OuterRef("pk"))
        pages = pages.filter(~Exists(attempts)).exclude(owner=owner)
    rating = training_rating(owner, after)
    weak = weak_abilities(owner) if random.random() < WEAK_SHARE else []
    for width in WIDTHS:
        keys = some_keys(pages.filter(_around(rating, width)))
        if keys and weak:
            shown = PuzzleAbility.objects.filter(puzzle__in=keys, slug__in=weak, seen=True)
            keys = list(shown.values_list("puzzle", flat=True)) or keys
        if keys:
            return Puzzle.objects.get(pk=random.choice(keys))
    keys = some_keys(pages)  # without a rating or a level
    return Puzzle.objects.get(pk=random.choice(keys)) if keys else None


def training_rating(owner: Owner | None, after: Puzzle | None = None) -> float:
    """The solver's rating; of one who is not rated yet that of the puzzle they come from."""
    solver = Solver.objects.filter(owner=owner, rated_count__gt=0).first() if owner else None
    if solver is not None:
        return solver.rating
    return rating_of(after).value if after is not None else BEGINNER


def weak_abilities(owner: Owner | None) -> list[str]:
    """The abilities that the solver missed most often at the first try, of those they have met often enough."""
    if owner is None:
        return []
    ended = Q(puzzle__attempts__owner=owner) & ~Q(puzzle__attempts__state=Attempt.State.OPEN)
    first = Q(puzzle__attempts__first_try=True, puzzle__attempts__hint_level_at_first=0)
    rows = PuzzleAbility.objects.filter(ended, at_work=True).values_list("slug")
    counts = rows.annotate(seen_count=Count("pk"), first_count=Count("pk", filter=first))
    shares = sorted((first / seen, slug) for slug, seen, first in counts if seen >= MIN_SEEN and first < seen)
    return [slug for _share, slug in shares[:MAX_WEAK]]


def _around(rating: float, width: int) -> Q:
    """Rated puzzles within so many points, and those without a rating of the levels there."""
    half = max(width, HALF_A_LEVEL)
    levels = [level for level, value in LEVEL_RATINGS.items() if abs(value - rating) <= half]
    rated = Q(rated_count__gt=0, rating__range=(rating - width, rating + width))
    return rated | Q(rated_count=0, level__in=levels)


def some_keys(pages: PuzzleQuerySet) -> list[int]:
    """The keys of some puzzles, from a place that is another one each time; reads no more than it needs."""
    pivot, keys = new_token(), pages.order_by("token").values_list("pk", flat=True)
    behind = list(keys.filter(token__gte=pivot)[:MAX_CANDIDATES])
    return behind + list(keys.filter(token__lt=pivot)[: MAX_CANDIDATES - len(behind)])
