"""Ratings of pages and of those who solve them: a first answer without a hint is a game between the two.

Every game is a rating period of its own; docs/player/ratings.md says what counts and what is held back.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner, Visibility
from contract.glicko import RatedGame, Rating, rate
from grimoire.models import Attempt, Puzzle, Solver
from grimoire.models.puzzles import START_RATING, Rated

PERIOD: Final = timedelta(days=4.67)  # a year without play takes a deviation of 60 to about 110
LOWEST, HIGHEST = 400.0, 3200.0
SUREST: Final = 45.0  # no deviation falls below: a rating stays able to move
MAX_DEVIATION: Final = 350.0
STEADIEST, WILDEST = 0.03, 0.1
MAX_OF_SOLVER: Final = 100.0  # points that one game moves a solver at most
MAX_OF_PAGE: Final = 60.0  # and a page
SURE_ENOUGH: Final = 150.0  # a solver's deviation before the game, above which the page does not move
GUEST_GAMES: Final = 20  # rated games after which a guest moves pages too
PAGE_DEVIATION: Final = 200.0  # of a page whose level is known: the solver's search says something already
LEVEL_RATINGS: Final = {1: 1100.0, 2: 1350.0, 3: 1600.0, 4: 1850.0, 5: 2100.0}


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of ratings by a first answer: the solver and the page before and after it."""

    won: bool
    solver_before: Rating
    solver: Rating
    page_before: Rating
    page: Rating
    moves_page: bool = False

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


class Overtaken(Exception):
    """A rating that a change was worked out from is another one by now: the transaction is to be rolled back."""


def foresee(attempt: Attempt, verdict: Mapping[str, Any], now: datetime) -> RatingChange | None:
    """How a verdict would be rated, by what the request has read: the page, the solver, whether the position is new to
    them (``attempt.is_new_to_solver``). None where it does not count, or where that was not read.

    ``claim_of`` is then to be written with the verdict, and ``keep_foreseen`` to be called in the same transaction.
    """
    if attempt.is_new_to_solver is None or attempt.is_rated:
        return None
    foreseen = copy(attempt)
    foreseen.first_try, foreseen.hint_level_at_first = verdict["first_try"], verdict["hint_level_at_first"]
    return _outcome(foreseen, now) if _counts(foreseen, is_new=attempt.is_new_to_solver) else None


def claim_of(outcome: RatingChange, now: datetime) -> dict[str, Any]:
    """The fields of an attempt that say that it is rated."""
    return {"is_rated": True, "rated_at": now, "rating_after": outcome.solver.value}


def keep_foreseen(attempt: Attempt, outcome: RatingChange, now: datetime, **fields: Any) -> None:
    """Writes the ratings that ``foresee`` gave, in two statements; ``fields`` of the page in that of its rating.

    Both only where they still are what they were, and the page one that counts: else it raises ``Overtaken``.
    """
    fields |= _fields(outcome.page, attempt.puzzle.rated_count + 1, now) if outcome.moves_page else {}
    page = Puzzle.objects.published().filter(pk=attempt.puzzle_id, rated_count=attempt.puzzle.rated_count)
    if not page.update(**fields):
        raise Overtaken
    solver = _solver_of(attempt)
    row = {"owner": attempt.owner_id, **_fields(outcome.solver, solver.rated_count + 1, now)}
    columns = {field.name: field for field in Solver._meta.concrete_fields}
    values = [columns[name].get_db_prep_save(value, connection) for name, value in row.items()]
    with connection.cursor() as cursor:
        cursor.execute(_KEEP_SOLVER, [*values, solver.rated_count])
        if not cursor.rowcount:
            raise Overtaken


# As Django's ``bulk_create`` with ``update_conflicts``, which knows no condition.
_KEEP_SOLVER: Final = """
INSERT INTO grimoire_solver (owner_id, rating, deviation, volatility, rated_count, rated_at)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (owner_id) DO UPDATE SET
    rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
    rated_count = excluded.rated_count, rated_at = excluded.rated_at
WHERE grimoire_solver.rated_count = %s
"""


@transaction.atomic(savepoint=False)  # part of the transaction that keeps the answer, where there is one
def rate_first_attempt(attempt: Attempt, **fields: Any) -> RatingChange | None:
    """Rates the first judged answer of an attempt, once; None where it does not count or has counted already.

    ``attempt.is_rated`` says afterwards whether it was. Page and solver are locked, so that both ratings are read as
    they are now; the claim is a conditional update all the same, so that of several calls at the same time one wins.
    ``fields`` of the page are written in any case, in the statement that writes its rating.
    """
    lock_row(Puzzle, attempt.puzzle_id)
    lock_row(Owner, attempt.owner_id)
    stored: Any = _with_all_that_counts().get(pk=attempt.pk)
    now = timezone.now()
    counts = not stored.is_rated and _counts(stored, is_new=not stored.knows_position)
    outcome = _outcome(stored, now) if counts else None
    if outcome is not None and not _claim(attempt, outcome, now):
        outcome = None
    attempt.is_rated = stored.is_rated or outcome is not None
    if outcome is not None:
        _keep_solver(stored, outcome.solver, now)
        if outcome.moves_page:
            fields |= _fields(outcome.page, stored.puzzle.rated_count + 1, now)
    if fields:  # and nothing else: whoever saves the page at the same moment loses nothing by it
        Puzzle.objects.filter(pk=attempt.puzzle_id).update(**fields)
    return outcome


def knows_position(owner: Owner | OuterRef, page: str = "") -> Q:
    """Whether the position of a page is not new to an owner: answered, looked at or helped with on another page, or
    that of a page of their own. ``page`` leads to it, as ``puzzle__`` from an attempt."""
    key, token = OuterRef(f"{page}position_key"), OuterRef(f"{page}token")
    helped = Q(first_try__isnull=False) | Q(shown_at__isnull=False) | Q(hint_level__gt=0) | Q(saw_preview=True)
    twins = Attempt.objects.filter(helped, owner=owner, puzzle__position_key=key).exclude(puzzle__token=token)
    return Q(Exists(twins)) | Q(Exists(Puzzle.objects.filter(owner=owner, position_key=key)))


def _with_all_that_counts() -> QuerySet[Attempt]:
    """Attempts with their page, solver and rating; ``knows_position`` says whether the page's is not new to them."""
    attempts = Attempt.objects.select_related("puzzle", "owner__solver")
    return attempts.annotate(knows_position=knows_position(OuterRef("owner"), "puzzle__"))


def _claim(attempt: Attempt, outcome: RatingChange, now: datetime) -> bool:
    """Writes into the attempt that it is rated; False where another call has done so, or it is no first answer now."""
    first = Attempt.objects.filter(
        pk=attempt.pk,
        is_rated=False,
        first_try__isnull=False,
        hint_level_at_first=0,
        saw_preview=False,
        shown_at__isnull=True,
    )
    if not first.update(**claim_of(outcome, now)):
        return False
    attempt.rated_at, attempt.rating_after = now, outcome.solver.value
    return True


def _counts(attempt: Attempt, *, is_new: bool) -> bool:
    """Whether it is a first answer without help, and the page one that everybody finds, somebody else's, and new."""
    puzzle = attempt.puzzle
    if attempt.first_try is None or attempt.hint_level_at_first or attempt.saw_preview or attempt.shown_at is not None:
        return False
    if puzzle.owner_id == attempt.owner_id or not puzzle.is_published or puzzle.flagged_at is not None:
        return False
    if puzzle.visibility != Visibility.PUBLIC or puzzle.hidden_at is not None:
        return False
    return is_new


def _solver_of(attempt: Attempt) -> Solver:
    """The rating of whoever made an attempt; a new one, not saved, where there is none."""
    return getattr(attempt.owner, "solver", None) or Solver(owner=attempt.owner)


def _outcome(attempt: Attempt, now: datetime) -> RatingChange:
    solver, won = _solver_of(attempt), bool(attempt.first_try)
    before, page_before = rating_of(solver), rating_of(attempt.puzzle)
    rested = (now - solver.rated_at) / PERIOD if solver.rated_at else 0.0
    after = _bounded(before, rate(before, [RatedGame(page_before, float(won))], rested), MAX_OF_SOLVER)
    moves_page = _moves_pages(attempt.owner, solver, before)
    page = page_before
    if moves_page:
        # A position does not get easier while nobody looks at it: a page's deviation does not grow with time.
        page = _bounded(page_before, rate(page_before, [RatedGame(before, float(not won))], 0.0), MAX_OF_PAGE)
    return RatingChange(won, before, after, page_before, page, moves_page)


def _moves_pages(owner: Owner, solver: Solver, before: Rating) -> bool:
    if before.deviation > SURE_ENOUGH:
        return False
    return owner.user_id is not None or solver.rated_count >= GUEST_GAMES


def _bounded(before: Rating, after: Rating, limit: float) -> Rating:
    value = min(max(after.value, before.value - limit), before.value + limit)
    return Rating(
        min(max(value, LOWEST), HIGHEST),
        min(max(after.deviation, SUREST), MAX_DEVIATION),
        min(max(after.volatility, STEADIEST), WILDEST),
    )


def _keep_solver(attempt: Attempt, rating: Rating, now: datetime) -> None:
    """Writes the solver's rating, their first one too, in one statement."""
    fields = _fields(rating, _solver_of(attempt).rated_count + 1, now)
    row = Solver(owner=attempt.owner, **fields)
    Solver.objects.bulk_create([row], update_conflicts=True, unique_fields=["owner"], update_fields=list(fields))


def _fields(rating: Rating, count: int, now: datetime) -> dict[str, Any]:
    return {
        "rating": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "rated_count": count,
        "rated_at": now,
    }
