"""Several act at the same moment, each in a process's own connection: each entry is made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.django_db

CLIENTS = """
from django.test.utils import setup_test_environment
from tests.tables.clients import *
from tables.models import *
setup_test_environment()
settings.LIMITS = False
"""


def test_of_many_who_act_at_once_one_does(race: Callable[[str], Any]) -> None:
    answers, entries = race(
        CLIENTS
        + """
made = create(body_of("duel", "preconstructed"))
token = made["seats"]["A"]["token"]
def work(number):
    try:
        return Seat(made["id"], token).act(0, f"A pick {number % 2}")["version"]
    except Refused as wrong:
        return wrong.code
answers = at_once(work, range(8))
print(json.dumps([answers, list(LogEntry.objects.values_list("version", "kind"))]))
"""
    )
    assert sorted(map(str, answers)) == ["1"] + ["stale"] * 7
    assert entries == [[1, "action"]]


def test_the_same_request_sent_at_once_is_done_once(race: Callable[[str], Any]) -> None:
    answers, entries = race(
        CLIENTS
        + """
made = create(body_of("duel", "preconstructed"))
token = made["seats"]["A"]["token"]
def work(number):
    return Seat(made["id"], token).act(0, "A pick 1", **{"Idempotency-Key": "once"})
answers = at_once(work, range(6))
print(json.dumps([[json.dumps(answer) for answer in answers], LogEntry.objects.count()]))
"""
    )
    assert len(set(answers)) == 1 and entries == 1


@pytest.mark.parametrize("clients", [2, 8])
def test_of_clients_who_take_the_last_seat_of_an_open_game_at_once_one_does(
    race: Callable[[str], Any], clients: int
) -> None:
    answers, seats, joined, look = race(
        CLIENTS
        + f"""
seats = {{"A": {{"kind": "me"}}, "B": {{"kind": "open"}}}}
made = create({{**body_of("duel", "preconstructed"), "listed": True, "seats": seats}})
def work(number):
    try:
        key = {{"Idempotency-Key": f"client-{{number}}-of-this-race"}}
        return Seat(made["id"]).post("/seats", {{}}, **key)["token"]
    except Refused as wrong:
        return wrong.code
answers = at_once(work, range({clients}))
(token,) = [answer for answer in answers if answer != "seat-taken"]
seats = list(GameSeat.objects.order_by("seat_name").values_list("seat_name", "is_taken"))
joined = LogEntry.objects.filter(kind="joined").count()
print(json.dumps([answers, seats, joined, Seat(made["id"], token).look()["view"]["seat"]]))
"""
    )
    assert sorted(answer == "seat-taken" for answer in answers) == [False] + [True] * (clients - 1)
    assert seats == [["A", True], ["B", True]] and joined == 1 and look == "B"


def test_of_many_who_join_at_once_one_does(race: Callable[[str], Any]) -> None:
    answers, seats = race(
        CLIENTS
        + """
body = body_of("teams", "preconstructed")
for letter in "BCD":
    body["seats"][letter] = {"kind": "open"}
made = create(body)
invitations = [made["seats"][letter]["url"].split("/")[4] for letter in "BCD"]
def work(number):
    try:
        return Seat(made["id"]).post("/join", {"invitation": invitations[number % 3]})["seat"]
    except Refused as wrong:
        return wrong.code
answers = at_once(work, range(9))
print(json.dumps([answers, [LogEntry.objects.filter(kind="joined").count(), LiveGame.objects.get().status]]))
"""
    )
    assert sorted(answers) == ["B", "C", "D"] + ["seat-taken"] * 6
    assert seats == [3, "draft"]


def test_an_answer_and_an_action_at_once_leave_one_history(race: Callable[[str], Any]) -> None:
    rounds = race(
        CLIENTS
        + """
rounds = []
for _ in range(6):
    body = body_of("duel", "preconstructed")
    body["seats"]["B"] = {"kind": "open"}
    made = create(body)
    seats = seats_of(made)
    for letter in "AB":
        look = seats[letter].look()
        seats[letter].act(look["version"], look["view"]["actions"][0])
    look = seats["A"].look()
    active = seats[look["waiting_for"][0]]
    other = seats["B" if active.seat_name == "A" else "A"]
    version = active.act(look["version"], "mana", "assault")["version"]
    active.post("/take-back", {"version": version})
    def work(number):
        try:
            if number:
                return active.act(version, "end-turn")["version"]
            return other.post("/answers", {"offer": "take-back", "accept": True})["version"]
        except Refused as wrong:
            return wrong.code
    answers = at_once(work, range(2))
    log = list(LogEntry.objects.filter(game__token=made["id"], version__gt=version).values_list("kind", flat=True))
    rounds.append([answers, log])
print(json.dumps(rounds))
"""
    )
    for answers, log in rounds:
        assert (answers[0] == "no-offer") == (log[0] == "action"), (answers, log)
        assert (answers[1] == "stale") == (log[0] == "taken-back"), (answers, log)
        assert len(log) == 1
