"""Rated games between solvers and pages: which count, and what they may do to both."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Owner, Visibility
from grimoire.community import ratings
from grimoire.community.ratings import RatingChange, rate_first_attempt, rating_of, start_rating
from grimoire.models import Attempt, Puzzle, Solver
from tests.grimoire.community.people import attempted
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def page() -> Puzzle:
    """A page that everybody finds, of somebody else."""
    return make_puzzle(make_owner("mirabel"))


def a_sure_solver(owner: Owner, rating: float = 1500, games: int = 60) -> Solver:
    return Solver.objects.create(owner=owner, rating=rating, deviation=70, rated_count=games, rated_at=timezone.now())


def test_the_levels_begin_where_they_should() -> None:
    begins = [start_rating(level) for level in (1, 2, 3, 4, 5)]
    assert begins == sorted(begins)
    assert (begins[0], begins[-1]) == (1100, 2100)
    assert start_rating(None) == start_rating(9) == 1500


def test_a_solve_at_the_first_try_is_a_win(page: Puzzle) -> None:
    owner = make_owner()
    attempt = attempted(owner, page)
    outcome = rate_first_attempt(attempt)
    assert isinstance(outcome, RatingChange)
    assert outcome.won
    assert attempt.is_rated
    assert Attempt.objects.get().is_rated
    solver = Solver.objects.get(owner=owner)
    assert solver.rating == pytest.approx(outcome.solver.value)
    assert solver.rating > 1500
    assert solver.deviation < 350
    assert (solver.rated_count, solver.rated_at is not None) == (1, True)
    assert outcome.change == round(solver.rating) - 1500 > 0


def test_a_wrong_first_answer_is_a_loss_even_where_it_is_solved_afterwards(page: Puzzle) -> None:
    owner = make_owner()
    outcome = rate_first_attempt(attempted(owner, page, first_try=False, tries=3))
    assert outcome is not None
    assert not outcome.won
    assert outcome.change < 0
    assert Solver.objects.get(owner=owner).rating < 1500


def test_a_page_gains_what_beats_a_sure_solver(page: Puzzle) -> None:
    before = rating_of(page)
    for number, won in enumerate((True, False)):
        owner = make_owner(f"solver-{number}")
        a_sure_solver(owner)
        rate_first_attempt(attempted(owner, page, first_try=won))
        page.refresh_from_db()
        assert (page.rating < before.value) == won
        before = rating_of(page)
    assert page.rated_count == 2
    assert page.rated_at is not None


@pytest.mark.parametrize(
    "fields",
    [
        {"first_try": None, "tries": 0, "state": Attempt.State.OPEN},
        {"hint_level_at_first": 1},
        {"hint_level_at_first": 4, "first_try": False},
        {"shown_at": NOW, "state": Attempt.State.SHOWN},
        {"saw_preview": True},
        {"is_rated": True},
    ],
    ids=[
        "nothing judged",
        "a hint before",
        "all hints before",
        "solution viewed",
        "preview looked at",
        "rated already",
    ],
)
def test_what_does_not_count(page: Puzzle, fields: dict[str, Any]) -> None:
    attempt = attempted(make_owner(), page, **fields)
    assert rate_first_attempt(attempt) is None
    assert attempt.is_rated == fields.get("is_rated", False)
    assert not Solver.objects.exists()
    page.refresh_from_db()
    assert page.rated_count == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"published_at": None},
        {"visibility": Visibility.UNLISTED},
        {"visibility": Visibility.PRIVATE},
        {"hidden_at": NOW},
        {"flagged_at": NOW},
    ],
    ids=["draft", "unlisted", "private", "hidden", "flagged"],
)
def test_only_pages_that_everybody_finds_count(page: Puzzle, fields: dict[str, Any]) -> None:
    """Else somebody makes easy pages for a friend, or a second account."""
    Puzzle.objects.filter(pk=page.pk).update(**fields)
    attempt = attempted(make_owner(), page)
    assert rate_first_attempt(attempt) is None
    assert not attempt.is_rated
    assert not Attempt.objects.get().is_rated


def test_one_s_own_page_never_counts(page: Puzzle) -> None:
    assert page.owner is not None
    assert rate_first_attempt(attempted(page.owner, page)) is None


def test_a_copy_of_one_s_own_page_does_not_count_either(page: Puzzle) -> None:
    assert page.owner is not None
    copy = make_puzzle(make_owner("corentin"))
    assert copy.position_key == page.position_key
    assert rate_first_attempt(attempted(page.owner, copy)) is None


@pytest.mark.parametrize(
    ("known", "counts"),
    [
        ({}, False),
        ({"first_try": None, "state": Attempt.State.SHOWN, "shown_at": NOW}, False),
        ({"first_try": None, "state": Attempt.State.OPEN, "hint_level": 2}, False),
        ({"first_try": None, "state": Attempt.State.OPEN}, True),
    ],
    ids=["solved", "looked at", "with hints", "merely opened"],
)
def test_a_position_known_from_another_page_is_no_first_attempt(
    page: Puzzle, known: dict[str, Any], counts: bool
) -> None:
    owner, copy = make_owner(), make_puzzle()
    attempted(owner, page, **known)
    assert (rate_first_attempt(attempted(owner, copy)) is not None) == counts


def test_it_counts_once(page: Puzzle) -> None:
    owner = make_owner()
    attempt = attempted(owner, page)
    other_copy = Attempt.objects.get(pk=attempt.pk)
    assert rate_first_attempt(attempt) is not None
    rating = Solver.objects.get().rating
    assert rate_first_attempt(attempt) is None
    assert rate_first_attempt(other_copy) is None
    assert attempt.is_rated
    assert other_copy.is_rated
    assert Solver.objects.get().rating == rating


def test_somebody_new_does_not_move_the_page(page: Puzzle) -> None:
    """Many new accounts with one game each do nothing to it."""
    for number in range(4):
        outcome = rate_first_attempt(attempted(make_owner(f"new-{number}"), page, first_try=False))
        assert outcome is not None
        assert outcome.page == outcome.page_before
    page.refresh_from_db()
    assert page.rated_count == 0


@pytest.mark.parametrize(("games", "moves"), [(ratings.GUEST_GAMES - 1, False), (ratings.GUEST_GAMES, True)])
def test_a_guest_moves_pages_after_many_games_only(page: Puzzle, games: int, moves: bool) -> None:
    owner = make_owner()
    a_sure_solver(owner, games=games)
    assert rate_first_attempt(attempted(owner, page)) is not None
    page.refresh_from_db()
    assert (page.rated_count == 1) == moves


def test_no_game_moves_anybody_by_much(page: Puzzle) -> None:
    Puzzle.objects.filter(pk=page.pk).update(rating=3100, deviation=350, rated_count=1)
    owner = make_owner("solver")
    Solver.objects.create(owner=owner, rating=500, deviation=149, volatility=0.09, rated_count=5)
    outcome = rate_first_attempt(attempted(owner, page))
    assert outcome is not None
    assert 0 < outcome.solver.value - 500 <= ratings.MAX_OF_SOLVER
    assert outcome.page_before.value - outcome.page.value == pytest.approx(ratings.MAX_OF_PAGE)


def test_ratings_stay_within_bounds(page: Puzzle) -> None:
    Puzzle.objects.filter(pk=page.pk).update(rating=ratings.HIGHEST, deviation=50, rated_count=9)
    owner = make_owner("solver")
    Solver.objects.create(owner=owner, rating=ratings.LOWEST, deviation=46, rated_count=9, rated_at=timezone.now())
    outcome = rate_first_attempt(attempted(owner, page, first_try=False))
    assert outcome is not None
    assert (outcome.solver.value, outcome.page.value) == (ratings.LOWEST, ratings.HIGHEST)
    assert outcome.solver.deviation >= ratings.SUREST
    assert outcome.page.deviation >= ratings.SUREST


def test_time_without_play_makes_a_solver_less_sure(page: Puzzle) -> None:
    changes = []
    for number, rest in enumerate((timedelta(0), timedelta(days=1000))):
        owner = make_owner(f"solver-{number}")
        solver = a_sure_solver(owner)
        Solver.objects.filter(pk=solver.pk).update(rated_at=timezone.now() - rest)
        outcome = rate_first_attempt(attempted(owner, make_puzzle()))
        assert outcome is not None
        changes.append(outcome.change)
    assert changes[1] > changes[0] > 0


def test_a_page_begins_with_the_rating_of_its_level() -> None:
    for level in (1, 5):
        page = make_puzzle()
        Puzzle.objects.filter(pk=page.pk).update(level=level)
        owner = make_owner(f"solver-{level}")
        a_sure_solver(owner)
        outcome = rate_first_attempt(attempted(owner, page))
        assert outcome is not None
        assert outcome.page_before.value == start_rating(level)
        page.refresh_from_db()
        assert page.rating == pytest.approx(outcome.page.value)
        assert abs(page.rating - start_rating(level)) <= ratings.MAX_OF_PAGE


def test_rating_a_page_touches_nothing_else_of_it(page: Puzzle) -> None:
    owner = make_owner("solver")
    a_sure_solver(owner)
    attempt = attempted(owner, page)
    Puzzle.objects.filter(pk=page.pk).update(title="Renamed meanwhile", revision=7)
    updated = Puzzle.objects.get().updated
    rate_first_attempt(attempt)
    page.refresh_from_db()
    assert (page.title, page.revision, page.updated, page.rated_count) == ("Renamed meanwhile", 7, updated, 1)
