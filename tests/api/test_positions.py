"""Positions over the network: as the engine's command line answers, within a budget of processor time."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts import budgets
from accounts.budgets import ProcessorBudget
from api import opening, positions
from engine.decks.cli.main import legal, resolve
from tests.api.test_reading import API, checked
from tests.grimoire.factories import names_of_positions, position_json

pytestmark = pytest.mark.django_db


def sent(client: Client, what: str, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(f"{API}/positions/{what}", text, content_type="application/json")
    return answer.status_code, checked(answer, f"/positions/{what}", "post")


@pytest.mark.parametrize("name", names_of_positions())
def test_a_puzzle_is_solved_and_its_solution_wins(client: Client, name: str) -> None:
    position = position_json(name)
    status, found = sent(client, "solve", position)
    assert (status, found["solved"], found["complete"]) == (200, True, True)
    line = found["solutions"][0]
    for number in range(len(line)):
        status, may = sent(client, "legal", {"position": position, "actions": line[:number]})
        assert status == 200 and line[number] in may["actions"]
    status, told = sent(client, "resolve", {"position": position, "actions": line})
    assert status == 200 and "error" not in told
    by_the_engine = resolve({"position": position, "actions": line}, {})
    assert told == {**by_the_engine, "cut": False}
    assert sent(client, "legal", position) == (200, legal(position, {}))


def test_a_search_that_takes_too_long_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "SOLVE_NODES", 3)
    status, found = sent(client, "solve", position_json("win-in-two"))
    assert (status, found["complete"], found["verdict"]) == (200, False, "unproven")


def test_what_is_wrong_is_told_with_its_place(client: Client) -> None:
    position = position_json()
    status, told = sent(client, "legal", {"position": {**position, "turn": "x"}})
    assert status == 422
    assert told["error"]["faults"]
    status, told = sent(client, "legal", {"position": position, "actions": ["9 upper"]})
    assert (status, told["error"]["at"]) == (422, 0)
    status, told = sent(client, "resolve", {"position": position, "actions": ["9 upper"]})
    assert (status, told["error"]["at"]) == (200, 0)
    status, told = sent(client, "solve", {key: value for key, value in position.items() if key != "objective"})
    assert (status, told["error"]["code"]) == (422, "bad-position")
    assert sent(client, "solve", "{")[0] == 400
    assert sent(client, "legal", {"position": position, "actions": ["pass"] * 101})[0] == 422


def test_who_has_used_up_the_processor_waits(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not needed of a reservation is given back; what was needed is gone for a while, in all processes."""
    settings.LIMITS = True
    monkeypatch.setattr(positions, "API", ProcessorBudget("test", seconds=3, every=1e6))
    clock = [0.0]
    monkeypatch.setattr(budgets, "time", SimpleNamespace(thread_time=lambda: clock[0]))

    def work(_position: Any, _actions: Any) -> Any:
        clock[0] += 0.9
        return {"actions": []}

    monkeypatch.setattr(positions, "_legal", work)
    position = position_json()
    assert [sent(client, "legal", position)[0] for _ in range(4)] == [200, 200, 200, 429]
    answer = client.post(f"{API}/positions/legal", json.dumps(position), content_type="application/json")
    assert answer.json()["error"]["code"] == "too-many-requests"
    assert int(answer["Retry-After"]) == pytest.approx(0.7 / 3 * 1e6, rel=0.01)  # until there is a second again


def test_reading_is_charged_as_well(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(opening, "API", ProcessorBudget("test", seconds=0.3, every=1e6))
    clock = iter(range(1000))
    monkeypatch.setattr(budgets, "time", SimpleNamespace(thread_time=lambda: next(clock) / 5))
    answers = [client.get(f"{API}/sets").status_code for _ in range(4)]
    assert answers == [200, 200, 429, 429]
