"""The table of the day, and a streak of days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from grimoire.browsing.daily import today
from grimoire.browsing.day_table import day_table, streak_of_days
from grimoire.models import Attempt, DailyPage
from grimoire.solving.services import answer_elsewhere
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


def test_first_tries_come_first_then_the_quickest() -> None:
    puzzle, end = make_puzzle(position="win"), timezone.now()
    DailyPage.objects.create(day=today(), puzzle=puzzle)
    people = (
        ("slow", True, 0, 9),
        ("hinted", True, 1, 1),
        ("quick", True, 0, 2),
        ("second", False, 0, 1),
        ("", True, 0, 1),
    )
    for name, first_try, hints, seconds in people:
        attempt = Attempt.objects.create(
            owner=make_owner(name), puzzle=puzzle, state=Attempt.State.SOLVED, first_try=first_try,
            hint_level_at_first=hints, solved_at=end + timedelta(milliseconds=seconds),
        )  # fmt: skip
        Attempt.objects.filter(pk=attempt.pk).update(started=end)
    early = Attempt.objects.create(owner=make_owner("early"), puzzle=puzzle, state=Attempt.State.SOLVED, solved_at=end)
    Attempt.objects.filter(pk=early.pk).update(solved_at=end - timedelta(days=1))
    table = day_table(None)
    assert [row.name for row in table.rows] == ["quick", "slow", "hinted", "second"]
    assert [row.is_first_try for row in table.rows] == [True, True, False, False]


def test_what_was_solved_elsewhere_has_no_time_and_counts_for_the_streak() -> None:
    """In a run, by a program or without a network: its row in the database is made when it is solved already."""
    puzzle, elsewhere, slow = make_puzzle(position="win"), make_owner("elsewhere"), make_owner("slow")
    DailyPage.objects.create(day=today(), puzzle=puzzle)
    answer_elsewhere(owner=elsewhere, puzzle=puzzle, is_right=True)
    Attempt.objects.create(owner=slow, puzzle=puzzle, state="solved", solved_at=timezone.now(), first_try=True)
    Attempt.objects.filter(owner=slow).update(started=timezone.now() - timedelta(milliseconds=9))
    table = day_table(elsewhere)
    assert [row.name for row in table.rows] == ["slow"] and table.streak == 1


def test_a_streak_counts_days_on_which_the_puzzle_of_the_day_was_solved_that_day() -> None:
    owner, now = make_owner("daily"), timezone.now()
    for ago, late in ((1, 0), (2, 0), (3, 1), (4, 0)):
        puzzle = make_puzzle()
        DailyPage.objects.create(day=today() - timedelta(days=ago), puzzle=puzzle)
        Attempt.objects.create(owner=owner, puzzle=puzzle, solved_at=now - timedelta(days=ago - late))
    assert streak_of_days(owner) == 2  # today's can still be solved
    puzzle = make_puzzle()
    DailyPage.objects.create(day=today(), puzzle=puzzle)
    Attempt.objects.create(owner=owner, puzzle=puzzle, solved_at=now)
    assert streak_of_days(owner) == 3
    assert streak_of_days(None) == streak_of_days(make_owner()) == 0


def test_time_runs_from_the_start(client: Client) -> None:
    puzzle = make_puzzle(position="win")
    sign_in(client, make_owner("reader"))
    start = reverse("grimoire:start_daily")
    assert start in client.get(reverse("grimoire:daily")).content.decode()
    assert client.get(start).status_code == 405
    assert client.post(start).headers["Location"] == puzzle.get_absolute_url()
    begun = Attempt.objects.get().started
    client.post(start)  # once
    assert Attempt.objects.get().started == begun
    assert start not in client.get(reverse("grimoire:daily")).content.decode()
