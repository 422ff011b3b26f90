"""A solver's curve: what is kept of each rated answer, the drawing, the table, and what a page that is gone leaves."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Owner, Visibility
from accounts.services import adopt
from grimoire.browsing import standing
from grimoire.browsing.standing import curve_of, ticks_for
from grimoire.community.ratings import rate_first_attempt
from grimoire.models import Attempt, Puzzle, Solver
from tests.grimoire.community.people import attempted, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


def answered(owner: Owner, *won: bool) -> list[Attempt]:
    """Rated first answers, one after the other, each to a page of its own position."""
    attempts = []
    for number, first_try in enumerate(won):
        page = make_puzzle(make_owner(), title=f"Page {number}")
        Puzzle.objects.filter(pk=page.pk).update(position_key=page.token)
        attempts.append(attempted(owner, page, first_try=first_try))
        assert rate_first_attempt(attempts[-1]) is not None
    return attempts


def solver_of(owner: Owner) -> Solver:
    return Solver.objects.get(owner=owner)


@given(st.integers(400, 3200), st.integers(400, 3200))
def test_ticks_are_round_and_hold_everything_between_them(bound: int, other_bound: int) -> None:
    lowest, highest = sorted((bound, other_bound))
    ticks = ticks_for(lowest, highest)
    assert ticks[-1] <= lowest
    assert highest <= ticks[0]
    assert 2 <= len(ticks) <= 6
    assert len({before - after for before, after in pairwise(ticks)}) == 1
    assert not any(tick % 25 for tick in ticks)


def test_each_rated_answer_leaves_a_point() -> None:
    owner = make_owner("corentin")
    answered(owner, True, False, True)
    curve = curve_of(solver_of(owner))
    assert curve is not None
    kept = [attempt.rating_after for attempt in Attempt.objects.filter(owner=owner).order_by("rated_at")]
    assert kept[-1] == solver_of(owner).rating
    assert (curve.begins, curve.now, curve.count) == (1500, round(kept[-1]), 3)
    assert (curve.lowest, curve.highest) == (min(1500, *map(round, kept)), max(1500, *map(round, kept)))
    assert [row.won for row in curve.rows] == [True, False, True]
    assert [row.rating for row in curve.rows] == [round(value) for value in reversed(kept)]
    assert sum(row.change or 0 for row in curve.rows) == curve.now - 1500
    assert len(re.findall(r"[ML]", curve.path)) == 4


def test_the_drawing_stays_in_its_frame() -> None:
    owner = make_owner()
    answered(owner, True, False, False, True)
    curve = curve_of(solver_of(owner))
    assert curve is not None
    places = [tuple(map(float, place.split())) for place in re.split("[ML]", curve.path)[1:]]
    assert [x for x, _y in places] == [0, 25, 50, 75, 100]
    assert all(0 <= y <= 100 for _x, y in places)
    assert places[1][1] < places[0][1] < 100, "a win goes up"


def test_an_answer_that_is_not_rated_leaves_none() -> None:
    owner = make_owner()
    assert rate_first_attempt(attempted(owner, make_puzzle(make_owner()), hint_level_at_first=1)) is None
    assert Attempt.objects.get(owner=owner).rated_at is None
    assert curve_of(None) is None


def test_what_is_gone_leaves_no_false_beginning() -> None:
    owner = make_owner()
    attempts = answered(owner, True, True, True)
    attempts[0].puzzle.delete()
    curve = curve_of(solver_of(owner))
    assert curve is not None
    assert curve.count == 2
    assert curve.begins == round(Attempt.objects.get(pk=attempts[1].pk).rating_after)
    assert [row.change is None for row in curve.rows] == [False, True]
    attempts[1].puzzle.delete()
    assert curve_of(solver_of(owner)) is None, "of one point there is no curve"


def test_only_the_latest_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MAX_POINTS", 2)
    owner = make_owner()
    attempts = answered(owner, True, True, True)
    curve = curve_of(solver_of(owner))
    assert curve is not None
    assert curve.count == 2
    assert curve.begins == round(Attempt.objects.get(pk=attempts[1].pk).rating_after)


def test_a_page_that_was_taken_back_is_not_named(client: Client) -> None:
    owner, client = member("corentin")
    attempts = answered(owner, True, False)
    Puzzle.objects.filter(pk=attempts[0].puzzle_id).update(visibility=Visibility.PRIVATE, title="Secret now")
    text = client.get("/grimoire/progress/").content.decode()
    assert "My rating, answer by answer" in text
    assert "Page 1" in text
    assert "Secret now" not in text
    assert "a puzzle that isn't public now" in text


def test_a_french_page_writes_numbers_that_a_drawing_understands(client: Client) -> None:
    owner, client = member("corentin")
    answered(owner, True, False, True)
    text = client.get("/fr/grimoire/progress/").content.decode()
    paths = re.findall(r'class="curve-(?:path|line|dots)" d="([^"]+)"', text)
    assert len(paths) == 3
    assert not any("," in path for path in paths)


def test_a_guest_s_points_come_along_with_their_rating_and_never_without_it() -> None:
    guest, account = make_owner(), make_owner("mirabel")
    answered(guest, True, True)
    before = curve_of(solver_of(guest))
    assert account.user is not None
    adopt(guest=guest, user=account.user)
    assert curve_of(solver_of(account)) == before
    other = make_owner()
    answered(other, False, False)
    adopt(guest=other, user=account.user)
    assert curve_of(solver_of(account)) == before, "a rating that was given up is no part of another one"


def test_the_chart_of_weeks_is_not_moved_by_it() -> None:
    owner = make_owner()
    (attempt,) = answered(owner, True)
    assert attempt.rated_at is not None
    assert abs(attempt.rated_at - timezone.now()) < timedelta(days=1)
