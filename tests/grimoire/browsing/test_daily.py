"""The page of the day: one for everybody, none twice before its time, none that ought not to be shown."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Visibility
from grimoire.browsing import daily
from grimoire.models import DailyPage, Puzzle
from tests.cards.factories import make_owner
from tests.grimoire.factories import make_puzzle, names_of_positions

pytestmark = pytest.mark.django_db
START = date(2026, 3, 1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the day that it is."""

    def set_to(day: date) -> date:
        monkeypatch.setattr(daily, "today", lambda: day)
        return day

    set_to(START)
    return set_to


def days_of(clock: Any, count: int) -> list[int]:
    chosen = []
    for number in range(count):
        puzzle = daily.page_of(clock(START + timedelta(days=number)))
        assert puzzle is not None
        chosen.append(puzzle.pk)
    return chosen


def test_no_page_comes_twice_before_all_have_come(clock: Any) -> None:
    puzzles = {make_puzzle(title=str(number)).pk for number in range(6)}
    chosen = days_of(clock, 12)
    assert set(chosen[:6]) == puzzles
    assert all(chosen[number] not in chosen[max(number - 2, 0) : number] for number in range(6, 12))


def test_the_choice_is_the_same_for_everybody(clock: Any) -> None:
    for number in range(5):
        make_puzzle(title=str(number))
    first = daily.page_of(START)
    assert first == daily.page_of(START)
    DailyPage.objects.all().delete()
    assert first == daily.page_of(START)
    assert daily.lot(START, [3, 1, 2]) == daily.lot(START, [1, 2, 3])
    assert len({daily.lot(START + timedelta(days=n), range(100)) for n in range(30)}) > 15


def test_only_pages_fit_to_be_shown_are_chosen(clock: Any) -> None:
    liked, reader = make_puzzle(make_owner("a"), title="Liked"), make_puzzle(make_owner("b"), title="Not liked")
    Puzzle.objects.filter(pk=liked.pk).update(score=daily.LIKED)
    Puzzle.objects.filter(pk=reader.pk).update(score=daily.LIKED - 1)
    make_puzzle(published=False, title="Draft")
    make_puzzle(visibility=Visibility.UNLISTED, title="Unlisted")
    for title, fields in {
        "Hidden": {"hidden_at": timezone.now()},
        "Flagged": {"flagged_at": timezone.now()},
        "Unproven": {"proof": None},
    }.items():
        Puzzle.objects.filter(pk=make_puzzle(title=title).pk).update(**fields)
    assert {puzzle.title for puzzle in daily.candidates()} == {"Liked"}
    assert set(days_of(clock, 3)) == {liked.pk}


def test_cooked_pages_are_not_chosen_and_several_solutions_only_where_they_are_wanted(clock: Any) -> None:
    names = names_of_positions()
    verdicts = {"cooked": False, "unproven": False, "none": False, "several": False, "unique-up-to-order": True}
    for name, (verdict, _is_sound) in zip(names, verdicts.items(), strict=False):
        puzzle = make_puzzle(position=name, title=verdict)
        type(puzzle.proof).objects.filter(pk=puzzle.proof.pk).update(verdict=verdict)
    assert {puzzle.title for puzzle in daily.candidates()} == {title for title, sound in verdicts.items() if sound}
    Puzzle.objects.filter(title="several").update(allows_several=True)
    assert "several" in {puzzle.title for puzzle in daily.candidates()}


def test_a_page_that_is_taken_back_makes_room_for_another(clock: Any) -> None:
    for number in range(3):
        make_puzzle(title=str(number))
    first = daily.page_of(START)
    assert first is not None
    Puzzle.objects.filter(pk=first.pk).update(published_at=None)
    second = daily.page_of(START)
    assert second is not None and second != first
    clock(START + timedelta(days=1))
    Puzzle.objects.filter(pk=second.pk).update(published_at=None)
    assert daily.page_of(START) is None  # the past is not written anew
    assert daily.past_days(9) == []


def test_nobody_looks_into_the_future(clock: Any) -> None:
    make_puzzle()
    assert daily.page_of(START + timedelta(days=1)) is None
    assert not DailyPage.objects.exists()


def test_without_pages_there_is_none(clock: Any, client: Client) -> None:
    assert daily.page_of(START) is None
    assert client.get("/grimoire/").status_code == 200
    assert "No puzzle of the day yet." in client.get("/grimoire/daily/").content.decode()


def test_where_there_is_none_asking_writes_nothing(clock: Any) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert daily.page_of(clock(START)) is None
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}


def test_two_readers_at_the_same_moment_see_the_same_page(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = make_puzzle(title="Ours"), make_puzzle(title="Theirs")

    def choose(day: date) -> int:
        DailyPage.objects.create(day=day, puzzle=theirs)  # another process is faster
        return int(ours.pk)

    monkeypatch.setattr(daily, "_choose", choose)
    assert daily.page_of(START) == theirs


def test_the_archive_has_the_days_until_now(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [make_puzzle(title=f"Day {number}") for number in range(40)]
    today = daily.today()
    for number, puzzle in enumerate(puzzles):
        DailyPage.objects.create(day=today - timedelta(days=number - 1), puzzle=puzzle)
    text = client.get("/grimoire/daily/").content.decode()
    assert ">Day 1<" in text
    assert ">Day 30<" in text
    assert ">Day 0<" not in text  # tomorrow's
    assert ">Day 31<" not in text
    assert "Today" in text
    before = (today - timedelta(days=29)).isoformat()
    assert f'href="?before={before}"' in text
    earlier = client.get(f"/grimoire/daily/?before={before}").content.decode()
    assert ">Day 31<" in earlier
    assert "The latest" in earlier
    tomorrow = client.get(f"/grimoire/daily/?before={today + timedelta(days=99)}").content.decode()
    assert ">Day 0<" not in tomorrow
    assert client.get("/grimoire/daily/?before=nonsense").status_code == 200
