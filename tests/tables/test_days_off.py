"""Days off from games by post: an account's own, so many a year."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Owner, User
from tables import days_off
from tables.clocks import charges
from tables.models import DayOff, TimeoutCheck
from tables.states import state_of
from tests.cards.factories import sign_in
from tests.tables.factories import make_game
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def owner() -> Owner:
    return Owner.objects.create(user=User.objects.create_user("ada"))


def test_so_many_a_year(owner: Owner) -> None:
    for number in range(days_off.PER_YEAR):
        days_off.add(owner, TODAY + timedelta(days=number))
    days_off.add(owner, TODAY)  # once more is the same one
    with pytest.raises(RequestRefused):
        days_off.add(owner, TODAY + timedelta(days=100))
    days_off.add(owner, date(2027, 1, 5))  # of another year
    assert days_off.left_in(owner, 2026) == 0 and days_off.left_in(owner, 2027) == days_off.PER_YEAR - 1


@pytest.mark.parametrize("day", [TODAY - timedelta(days=1), TODAY + timedelta(days=400)])
def test_none_that_is_over_or_too_far_ahead(owner: Owner, day: date) -> None:
    with pytest.raises(RequestRefused):
        days_off.add(owner, day)


def test_guests_have_none() -> None:
    with pytest.raises(RequestRefused):
        days_off.add(Owner.objects.create(), TODAY)


def test_a_day_that_has_begun_stays_taken(owner: Owner) -> None:
    for day in (TODAY, TODAY + timedelta(days=1)):
        days_off.add(owner, day)
        days_off.remove(owner, day)
    assert [day_off.day for day_off in DayOff.objects.all()] == [TODAY]


def test_a_day_given_back_lets_time_be_up_earlier(owner: Owner) -> None:
    tomorrow = TODAY + timedelta(days=1)
    days_off.add(owner, tomorrow)
    make_game(owner, clock={"kind": "correspondence", "days": 3})
    check = TimeoutCheck.objects.get()
    assert check.due is not None and check.due > NOW + timedelta(days=4)
    days_off.remove(owner, tomorrow)
    check.refresh_from_db()
    assert check.due is not None and check.due < NOW + timedelta(days=3, seconds=5)


def test_a_day_off_within_a_turn_costs_nothing_of_it(owner: Owner) -> None:
    """Of a turn in several actions too: the first of them is charged for what counts."""
    days_off.add(owner, TODAY + timedelta(days=1))
    game = make_game(owner, clock={"kind": "correspondence", "days": 3})
    state = state_of(game)
    (acting,) = state.to_act()
    day = 86_400_000
    assert charges(game, state, NOW + timedelta(hours=6)) == {acting: day // 4}
    assert charges(game, state, NOW + timedelta(days=1)) == {acting: day // 2}
    assert charges(game, state, NOW + timedelta(days=2)) == {acting: day}


@pytest.mark.parametrize("language", ["", "/fr"])
def test_the_page_of_one_s_games_has_them(owner: Owner, client: Client, language: str) -> None:
    assert 'id="days-off"' not in client.get(f"{language}/play/mine/").content.decode()
    sign_in(client, owner)
    client.post(f"{language}/play/days-off/", {"day": "2026-03-09"})
    page = client.get(f"{language}/play/mine/").content.decode()
    assert 'value="2026-03-09"' in page and "23" in page
    client.post(f"{language}/play/days-off/", {"day": "2026-03-09", "what": "remove"})
    client.post(f"{language}/play/days-off/", {"day": "yesterday"})
    client.post(f"{language}/play/days-off/", {"day": "2025-03-09"})
    assert not DayOff.objects.exists()
