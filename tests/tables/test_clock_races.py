"""Time is up while several look, act and give time at the same moment, each in a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.django_db

PREPARED = """
from datetime import timedelta
from django.test.utils import setup_test_environment
from tests.tables.clients import *
from tables.models import *
from tables.services import timeouts
from tables.states import forget_states
setup_test_environment()
settings.LIMITS = False
body = body_of("duel", "preconstructed", clock={"kind": "fischer", "base": 30, "increment": 0}, first="A")
made = create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})
seats = seats_of(made)
for _ in range(2):
    look = seats[seats["A"].look()["waiting_for"][0]].look()
    seats[look["waiting_for"][0]].act(look["version"], look["view"]["actions"][0])
late = seats["A"].look()["waiting_for"][0]
look = seats[late].look()
other = "B" if late == "A" else "A"
def seat(name):
    return Seat(made["id"], seats[name].token, name)
"""


def test_of_all_who_see_that_time_is_up_one_ends_the_game(race: Callable[[str], Any]) -> None:
    kinds, winners, answers = race(
        PREPARED
        + """
for entry in LogEntry.objects.all():
    entry.at -= timedelta(seconds=300)
    entry.save()
forget_states()
def work(number):
    if number == 0:
        timeouts.work(TimeoutCheck.objects.get().pk)
        return "worked"
    if number in (1, 2):
        try:
            return seat(late).act(look["version"], look["view"]["actions"][0])["version"]
        except Refused as wrong:
            return wrong.code
    return seat(other).look()["status"]
answers = at_once(work, range(8))
kinds = list(LogEntry.objects.filter(version__gt=look["version"]).order_by("version").values_list("kind", flat=True))
print(json.dumps([kinds, LiveGame.objects.get().result["winners"] == [other], answers]))
"""
    )
    assert kinds == ["deadline", "over"] and winners
    assert answers == ["worked", "stale", "stale", *["over"] * 5]


def test_time_that_is_given_at_once_is_all_there(race: Callable[[str], Any]) -> None:
    before, after, given = race(
        PREPARED
        + """
def left():
    return seat(late).look()["clocks"]["seats"][late]["left_ms"]
before = left()
at_once(lambda number: bool(seat(other).post("/time", {"seat": late})), range(6))
print(json.dumps([before, left(), len(LiveGame.objects.get().time_given)]))
"""
    )
    assert after == before + 6 * 15_000 and given == 6


def test_a_move_beside_a_gift_is_not_stale(race: Callable[[str], Any]) -> None:
    """Whichever comes first: a gift makes no version."""
    answers = race(
        PREPARED
        + """
def work(number):
    if number:
        return bool(seat(other).post("/time", {"seat": late}))
    return seat(late).act(look["version"], look["view"]["actions"][0])["version"] > look["version"]
def patiently(number):
    try:
        return work(number)
    except Refused as wrong:
        return wrong.code
print(json.dumps(at_once(patiently, range(2))))
"""
    )
    assert answers == [True, True]
