"""Ratings of pages and of those who solve them: a first answer without a hint is a game between the two.

Every game is a rating period of its own; docs/ratings.md says what counts and what is held back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner, Visibility
from grimoire.community.glicko import Game, Rating, rate
from grimoire.models import Attempt, Puzzle, Solver
from grimoire.models.puzzles import START_RATING, Rated

PERIOD: Final = timedelta(days=4.67)  # a year without play takes a deviation of 60 to about 110
LOWEST, HIGHEST = 400.0, 3200.0
SUREST: Final = 45.0  # no deviation falls below: a rating stays able to move
LEAST_SURE: Final = 350.0
STEADIEST, WILDEST = 0.03, 0.1
MOST_OF_SOLVER: Final = 250.0  # points that one game moves a solver at most
MOST_OF_PAGE: Final = 60.0  # and a page
SURE_ENOUGH: Final = 150.0  # a solver's deviation before the game, above which the page does not move
GUEST_GAMES: Final = 20  # rated games after which a guest moves pages too
PAGE_DEVIATION: Final = 200.0  # of a page whose level is known: the solver's search says something already
LEVEL_RATINGS: Final = {1: 1100.0, 2: 1350.0, 3: 1600.0, 4: 1850.0, 5: 2100.0}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rated first answer did: the solver and the page before and after it."""

    won: bool
    solver_before: Rating
    solver: Rating
    page_before: Rating
    page: Rating

    @property
    def change(self) -> int:
        """By how many whole points the solver's rating moved, as both are shown."""
        return round(self.solver.value) - round(self.solver_before.value)


def start_rating(level: int | None) -> float:
    """The rating with which a page of a level (1 to 5) begins; that of a new solver where the level is not known."""
    return LEVEL_RATINGS.get(level or 0, START_RATING)


def rating_of(rated: Rated) -> Rating:
    """The stored rating of a solver or a page as a value; of a page without a game that of its level."""
    if isinstance(rated, Puzzle) and not rated.rated_count and rated.level:
        return Rating(start_rating(rated.level), PAGE_DEVIATION, rated.volatility)
    return Rating(rated.rating, rated.deviation, rated.volatility)


@transaction.atomic
def rate_first_attempt(attempt: Attempt) -> Outcome | None:
    """Rates the first judged answer of an attempt, once; None where it does not count or has counted already.

    ``attempt.is_rated`` says afterwards whether it was. The claim is a conditional update, so that of several calls at
    the same time one wins; it takes SQLite's write lock, behind which both ratings are read as they are now.
    """
    claimed = Attempt.objects.filter(
        pk=attempt.pk, is_rated=False, first_try__isnull=False, rung_at_first=0, shown_at__isnull=True
    )
    if not claimed.update(is_rated=True):
        attempt.is_rated = Attempt.objects.filter(pk=attempt.pk, is_rated=True).exists()
        return None
    stored = Attempt.objects.select_related("puzzle", "owner").get(pk=attempt.pk)
    if not _counts(stored):
        Attempt.objects.filter(pk=attempt.pk).update(is_rated=False)
        attempt.is_rated = False
        return None
    attempt.is_rated = True
    now = timezone.now()
    outcome = _play(stored.owner, stored.puzzle, bool(stored.first_try), now)
    attempt.rated_at, attempt.rating_after = now, outcome.solver.value
    Attempt.objects.filter(pk=attempt.pk).update(rated_at=now, rating_after=outcome.solver.value)
    return outcome


def _counts(attempt: Attempt) -> bool:
    """Whether the page is one that everybody finds, somebody else's, and its position new to the solver."""
    puzzle = attempt.puzzle
    if puzzle.owner_id == attempt.owner_id or not puzzle.is_published or puzzle.flagged_at is not None:
        return False
    if puzzle.visibility != Visibility.PUBLIC or puzzle.hidden_at is not None:
        return False
    twins = Attempt.objects.filter(owner=attempt.owner, puzzle__position_key=puzzle.position_key).exclude(pk=attempt.pk)
    seen = twins.filter(first_try__isnull=False) | twins.filter(shown_at__isnull=False) | twins.filter(rung__gt=0)
    is_author = Puzzle.objects.filter(owner=attempt.owner, position_key=puzzle.position_key).exists()
    return not is_author and not seen.exists()


def _play(owner: Owner, puzzle: Puzzle, won: bool, now: datetime) -> Outcome:
    solver, _ = Solver.objects.get_or_create(owner=owner)
    before, page_before = rating_of(solver), rating_of(puzzle)
    rested = (now - solver.rated_at) / PERIOD if solver.rated_at else 0.0
    after = _bounded(before, rate(before, [Game(page_before, float(won))], rested), MOST_OF_SOLVER)
    _keep(solver, after, now)
    page = page_before
    if _moves_pages(owner, solver, before):
        # A position does not get easier while nobody looks at it: a page's deviation does not grow with time.
        page = _bounded(page_before, rate(page_before, [Game(before, float(not won))], 0.0), MOST_OF_PAGE)
        _keep(puzzle, page, now)
    return Outcome(won, before, after, page_before, page)


def _moves_pages(owner: Owner, solver: Solver, before: Rating) -> bool:
    if before.deviation > SURE_ENOUGH:
        return False
    return owner.user_id is not None or solver.rated_count > GUEST_GAMES


def _bounded(before: Rating, after: Rating, most: float) -> Rating:
    value = min(max(after.value, before.value - most), before.value + most)
    return Rating(
        min(max(value, LOWEST), HIGHEST),
        min(max(after.deviation, SUREST), LEAST_SURE),
        min(max(after.volatility, STEADIEST), WILDEST),
    )


def _keep(rated: Solver | Puzzle, rating: Rating, now: datetime) -> None:
    """Writes a rating and nothing else: whoever saves a page at the same moment loses nothing by it."""
    rated.rating, rated.deviation, rated.volatility = rating.value, rating.deviation, rating.volatility
    rated.rated_count, rated.rated_at = rated.rated_count + 1, now
    type(rated).objects.filter(pk=rated.pk).update(
        rating=rating.value,
        deviation=rating.deviation,
        volatility=rating.volatility,
        rated_count=rated.rated_count,
        rated_at=now,
    )
