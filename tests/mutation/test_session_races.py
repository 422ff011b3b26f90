"""Several enter something at the same moment, each in a process's own connection: each line is made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.django_db

SESSIONS = """
from tests.mutation.sessions import *
from mutation.models import *
from mutation.services import seating
from tables.faults import RequestRefused
from tables.models import LiveGame
settings.LIMITS = False
def pick(letter, place=0):
    hand = ledger_of(MutationSession.objects.get()).state.seats["ABCD".index(letter)].hand
    return {"by": letter, "kind": "pick", "card": hand[place]}
def attempt(entry):
    try:
        return enter(MutationSession.objects.get(), entry).last
    except RequestRefused as wrong:
        return wrong.code
"""


def test_four_picks_at_once_all_count(race: Callable[[str], Any]) -> None:
    answers, lines = race(
        SESSIONS
        + """
make_session()
picks = {letter: pick(letter) for letter in "ABCD"}
answers = at_once(lambda letter: attempt(NewEvents([picks[letter]], 0)), list("ABCD"))
print(json.dumps([answers, list(LedgerLine.objects.values_list("number", flat=True))]))
"""
    )
    assert sorted(answers) == [1, 2, 3, 4] and lines == [1, 2, 3, 4]


def test_of_many_picks_of_one_seat_one_counts(race: Callable[[str], Any]) -> None:
    answers, lines = race(
        SESSIONS
        + """
make_session()
picks = [pick("A", place) for place in range(6)]
answers = at_once(lambda event: attempt(NewEvents([event], 0)), picks)
print(json.dumps([answers, LedgerLine.objects.count()]))
"""
    )
    assert sorted(map(str, answers)) == ["1", *["stale"] * 5] and lines == 1


def test_a_request_sent_at_once_with_its_key_counts_once(race: Callable[[str], Any]) -> None:
    answers, lines = race(
        SESSIONS
        + """
make_session()
event = pick("A")
answers = at_once(lambda _: attempt(NewEvents([event], 0, key="once", scope="a")), range(6))
print(json.dumps([answers, LedgerLine.objects.count()]))
"""
    )
    assert answers == [1] * 6 and lines == 1


def test_of_many_who_take_a_seat_one_has_it(race: Callable[[str], Any]) -> None:
    answers = race(
        SESSIONS
        + """
session = make_session()
owners = [Owner.objects.create() for _ in range(6)]
def work(owner):
    try:
        mine = MutationSession.objects.get()
        return seating.claim(mine, "B", tokens.invitation(mine), owner).letter
    except RequestRefused as wrong:
        return wrong.code
print(json.dumps(at_once(work, owners)))
"""
    )
    assert sorted(answers) == ["B", *["seat-taken"] * 5]


def test_of_many_who_begin_a_game_all_come_to_one_table(race: Callable[[str], Any]) -> None:
    answers, games = race(
        SESSIONS
        + """
from mutation.services import tables
session = in_games()
for letter in "AD":
    put(session, {"by": letter, "kind": "ready", "game": 1})
answers = at_once(lambda _: tables.begin(MutationSession.objects.get(), 1).pk, range(6))
print(json.dumps([answers, LiveGame.objects.count()]))
"""
    )
    assert len(set(answers)) == 1 and games == 1
