"""Levels as readers find them: from enough first answers and times, and never by one person alone."""

from __future__ import annotations

from datetime import timedelta
from statistics import median
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.models import Owner
from background import upkeep
from grimoire.authoring.deriving import derive
from grimoire.community.ratings import GUEST_GAMES, LEVEL_RATINGS, MAX_OF_PAGE
from grimoire.models import Attempt, Puzzle, Solver
from grimoire.proving.levels import MIN_READERS, hardness, heed_readers, level_of_readers
from tests.grimoire.factories import make_owner, make_puzzle

NOW = timezone.now()


def read_by(
    puzzle: Puzzle, rating: float, minutes: list[float], answers: int | None = None, **fields: Any
) -> list[Attempt]:
    """People with an account who solved a puzzle in so many minutes, and the rating that their answers gave it."""
    first = Owner.objects.count()
    for number, took in enumerate(minutes):
        values = {"state": "solved", "first_try": True, "is_rated": True, "solved_at": NOW, **fields}
        attempt = Attempt.objects.create(owner=make_owner(f"reader-{first + number}"), puzzle=puzzle, **values)
        Attempt.objects.filter(pk=attempt.pk).update(started=NOW - timedelta(minutes=took))
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=rating, rated_count=answers or len(minutes))
    return list(puzzle.attempts.all())


def level_by(points: float) -> int:
    return min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - points))


def level_of(puzzle: Puzzle) -> int | None:
    heed_readers()
    puzzle.refresh_from_db()
    return puzzle.level


@pytest.mark.parametrize(
    ("rating", "minutes", "level"),
    [(1600, 2, 3), (1600, 30, 3), (1700, 30, 4), (2090, 8, 5), (900, 0.1, 1), (1490, 0.5, 2)],
)
def test_the_rating_and_the_time_say_how_hard_it_is(rating: float, minutes: float, level: int) -> None:
    assert level_by(hardness(rating, minutes)) == level


def test_a_harder_puzzle_is_never_an_easier_one() -> None:
    """A rating that is higher by a little, at the same time, says that it is harder, and so does a longer time."""
    for minutes in (0.1, 1, 2, 5, 60):
        found = [hardness(rating, minutes) for rating in range(900, 2300, 5)]
        assert found == sorted(found)
    assert hardness(1600, 1) < hardness(1600, 2) < hardness(1600, 4)


TIMES = st.lists(st.floats(0.05, 600), min_size=MIN_READERS, max_size=60)


@given(st.floats(900, 2300), TIMES, st.sampled_from(range(1, 6)), st.floats(-MAX_OF_PAGE, MAX_OF_PAGE), st.integers(0))
@example(1500, [1.4] * MIN_READERS, 2, -MAX_OF_PAGE, 0)  # one answer has moved it over the border
@example(1440, [0.3] * 15 + [6.0] * 16, 2, -MAX_OF_PAGE, 30)  # so has the one more who was slow
def test_nobody_changes_a_level_alone(rating: float, minutes: list[float], level: int, moved: float, one: int) -> None:
    """Where a level changes, all but one of them, whoever that is, find that it should, by a rating without the one."""
    now = level_of_readers(rating, minutes, level)
    others = [took for number, took in enumerate(minutes) if number != one % len(minutes)]
    found = level_by(hardness(rating + moved, median(others)))
    assert min(level, found) <= now <= max(level, found)
    assert level_of_readers(rating, minutes, now) == now


@given(st.sampled_from(range(1, 6)), st.floats(0.001, 100_000), st.floats(-MAX_OF_PAGE, MAX_OF_PAGE))
def test_one_who_never_ends_or_knew_it_all_changes_nothing(level: int, minutes: float, moved: float) -> None:
    """Where all others agree with the level."""
    agreed = [0.5 * 2 ** (level - 1)] * MIN_READERS
    assert level_of_readers(LEVEL_RATINGS[level] + moved, [*agreed, minutes], level) == level


@pytest.mark.django_db
def test_enough_readers_settle_the_level_within_a_day() -> None:
    """Once a day it is looked at, without a deploy; what else is worked out of the page anew leaves it as it is."""
    puzzle = make_puzzle(make_owner("mirabel"))
    assert puzzle.level is not None and puzzle.level < 5
    read_by(puzzle, 2300, [30.0] * MIN_READERS)
    upkeep.sweep_all()
    puzzle.refresh_from_db()
    assert puzzle.level == 5
    derive(Puzzle.objects.select_related("proof").get(pk=puzzle.pk))
    puzzle.refresh_from_db()
    assert puzzle.level == 5
    assert puzzle.proof is not None and puzzle.proof.level != 5  # what was measured stays
    assert heed_readers() == 0


@pytest.mark.django_db
def test_too_few_readers_settle_nothing() -> None:
    """Too few times, or too few rated answers."""
    puzzle = make_puzzle(make_owner("mirabel"))
    before = puzzle.level
    read_by(puzzle, 2300, [30.0] * (MIN_READERS - 1), answers=MIN_READERS)
    assert level_of(puzzle) == before
    read_by(puzzle, 2300, [30.0], answers=MIN_READERS - 1)
    assert level_of(puzzle) == before
    Puzzle.objects.update(rated_count=MIN_READERS)
    assert level_of(puzzle) == 5 != before


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"is_rated": False}, {"state": "open"}, {"state": "shown"}])
def test_times_of_whoever_had_help_do_not_count(fields: dict[str, Any]) -> None:
    """Nor of who has not solved it, or only in a storm."""
    puzzle = make_puzzle(make_owner("mirabel"))
    before = puzzle.level
    read_by(puzzle, 2300, [30.0] * MIN_READERS, **fields)
    assert level_of(puzzle) == before


@pytest.mark.django_db
def test_one_person_with_many_guests_settles_nothing() -> None:
    """Guests count from as many rated answers as their answers move puzzles with."""
    puzzle = make_puzzle(make_owner("mirabel"))
    before = puzzle.level
    attempts = read_by(puzzle, 2300, [30.0] * MIN_READERS)
    guests = [Solver(owner=Owner.objects.create(), rated_count=GUEST_GAMES - 1) for _ in attempts]
    Solver.objects.bulk_create(guests)
    for attempt, guest in zip(attempts, guests, strict=True):
        Attempt.objects.filter(pk=attempt.pk).update(owner=guest.owner)
    assert level_of(puzzle) == before
    Solver.objects.update(rated_count=GUEST_GAMES)
    assert level_of(puzzle) == 5 != before
