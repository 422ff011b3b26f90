"""Positions over the network: as the engine's command line answers, within a budget of processor time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from accounts import budgets
from accounts.budgets import ProcessorBudget
from api import opening, positions
from api.documents import description
from api.positions import _sealing
from engine.decks.cli.main import legal, resolve
from engine.decks.formats.interchange import read_action, read_position, write_position
from engine.decks.formats.notation import json_to_text
from grimoire.models import Puzzle
from tests.api.test_reading import API, checked
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions, position_json

pytestmark = pytest.mark.django_db


DUCK = {"name": "Duck", "type": "creature", "cost": 1, "av": 2, "hp": 3}


def sent(client: Client, what: str, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(f"{API}/positions/{what}", text, content_type="application/json")
    return answer.status_code, checked(answer, f"/positions/{what}", "post")


@pytest.mark.parametrize("name", names_of_positions())
def test_a_puzzle_is_solved_and_its_solution_wins(client: Client, name: str) -> None:
    position = position_json(name)
    status, solution = sent(client, "solve", position)
    assert (status, solution["solved"], solution["complete"]) == (200, True, True)
    line = solution["solutions"][0]
    for number in range(len(line)):
        status, may = sent(client, "legal", {"position": position, "actions": line[:number]})
        assert status == 200 and line[number] in may["actions"]
    status, resolved = sent(client, "resolve", {"position": position, "actions": line})
    assert status == 200 and "error" not in resolved
    by_the_engine = resolve({"position": position, "actions": line}, {})
    notation = resolved.pop("notation")
    assert resolved == {**by_the_engine, "cut": False}
    assert json_to_text(resolved["position"]) == notation
    assert sent(client, "legal", position) == (200, legal(position, {}))


def test_positions_and_actions_as_text_are_as_good(client: Client) -> None:
    position = position_json("win")
    line = sent(client, "solve", position)[1]["solutions"][0]
    spoken = [str(read_action(board, action)) for board, action in boards_along(position, line)]
    assert all(isinstance(action, dict) for action in line)
    for what in ("resolve", "legal", "solve"):
        by_json = sent(client, what, {"position": position, "actions": line[:1]})
        by_text = sent(client, what, {"position": json_to_text(position), "actions": spoken[:1]})
        assert by_json == by_text and by_json[0] == 200
    assert sent(client, "legal", {"position": "cod1 duel", "actions": []})[0] == 422
    assert sent(client, "legal", {"position": position, "actions": ["sing"]})[0] == 422


def boards_along(position: Any, line: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Each action of a line with the board that it is for."""
    board = read_position(position)
    for action in line:
        yield board, action
        board.push(read_action(board, action))


def test_the_description_says_what_a_position_is(client: Client) -> None:
    """Its example is taken as it stands, and its schemas take what the engine takes, of every mode and of four."""
    described = description()
    content = described["paths"]["/positions/solve"]["post"]["requestBody"]["content"]["application/json"]
    schema = Draft202012Validator({**content["schema"], "components": described["components"]})
    schema.validate(content["example"])
    status, solution = sent(client, "solve", content["example"])
    assert (status, solution["verdict"], len(solution["solutions"])) == (200, "unique", 1)
    for name in names_of_positions():
        schema.validate(position_json(name))
    ai = {"ai": {"fixed_mana": 3, "abilities": ["rage"]}, "side": "fort", "pile": [DUCK], "turn": 1}
    played = {"hand": ["bastion", DUCK], "upper": [{"card": DUCK, "damage": 1, "entered": True, "champion": True}]}
    solo = {"mode": "solo", "active": "A", "phase": "mana", "players": {"A": {"hand": ["fort", DUCK]}, "B": ai}}
    four = {seat: {"hand": ["fort", DUCK]} for seat in "BCD"}
    champion = {**played, "champion": {"card": DUCK, "state": "in-play"}}
    ffa = {"mode": "ffa", "active": "A", "phase": "mana", "players": {"A": champion, **four}}
    for position in (solo, ffa):
        schema.validate(position)
        schema.validate(write_position(read_position(position)))
    for wrong in ({}, {**solo, "colour": "red"}, {"position": solo, "moves": []}, {**solo, "phase": "noon"}):
        assert not schema.is_valid(wrong)
        assert sent(client, "legal", wrong)[0] == 422


def test_the_solver_tells_no_solution_of_a_page(client: Client) -> None:
    """Nor of a position that is nearly the same, nor the lines that fail; what is nobody's page is told whole."""
    position = position_json("win-hard")
    before = sent(client, "solve", position)[1]
    assert before["solutions"] and "sealed_by" not in before
    page = make_puzzle(make_owner("author"), position="win-hard")
    deeper = deepcopy(position)
    deeper["mana"] += 1
    for body in (position, deeper, json_to_text(position)):
        status, solution = sent(client, "solve", body if isinstance(body, dict) else {"position": body})
        assert status == 200
        assert solution["sealed_by"] == f"http://testserver{page.get_absolute_url()}"
        assert solution["solutions"] == []
        assert set(solution) <= {"solved", "unique", "complete", "verdict", "stopped_by", "solutions", "sealed_by"}
    Puzzle.objects.filter(pk=page.pk).update(visibility="private")
    assert sent(client, "solve", position)[1] == before


def test_of_a_number_that_is_asked_nothing_is_told(client: Client) -> None:
    position = position_json("win")
    position["objective"]["ask"] = "ways"
    assert sent(client, "solve", position)[1]["unique"] is True
    make_puzzle(make_owner("author"), position=position)
    assert "unique" not in sent(client, "solve", position)[1]


def test_the_fastest_line_is_looked_at_too() -> None:
    position = read_position(position_json("win-hard"))
    page = make_puzzle(make_owner("author"), position="win-hard")
    assert page.proof is not None
    other = read_position({**position_json("win-hard"), "mana": 9})
    line = page.proof.answer["solutions"][0]
    assert _sealing(other, other, [], {"solutions": [], "shortest": {"turns": 1, "line": line}}) == page
    assert _sealing(other, other, [], {"solutions": []}) is None
    assert _sealing(position, other, [], {"solutions": []}) == page


def test_a_page_is_not_told_card_by_card(client: Client) -> None:
    page = make_puzzle(make_owner("author"), position="win-hard")
    assert page.proof is not None
    first, *rest = page.proof.answer["solutions"][0]
    near = {**position_json("win-hard"), "mana": position_json("win-hard")["mana"] + 1}
    assert any("play" in action for action in rest)
    solution = sent(client, "solve", {"position": near, "actions": [first]})[1]
    assert solution["solutions"] == [] and solution["sealed_by"].endswith(page.get_absolute_url())


def test_a_search_that_takes_too_long_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "SOLVE_NODES", 3)
    status, solution = sent(client, "solve", position_json("win-in-two"))
    assert (status, solution["complete"], solution["verdict"]) == (200, False, "unproven")


def test_what_is_wrong_is_told_with_its_place(client: Client) -> None:
    position = position_json()
    wrong = {**position, "phase": "noon"}
    for body, at in ((wrong, "/phase"), ({"position": wrong}, "/position/phase")):
        status, refusal = sent(client, "legal", body)
        assert (status, refusal["error"]["at"]) == (422, at)
        assert [fault["at"] for fault in refusal["error"]["faults"]] == [at]
    status, refusal = sent(client, "legal", {"position": position, "actions": ["9 upper"]})
    assert (status, refusal["error"]["at"]) == (422, 0)
    for action, code in (("9 upper", "not-available"), ("fly", "bad-action"), (7, "bad-action"), ({}, "bad-action")):
        status, refusal = sent(client, "resolve", {"position": position, "actions": [action]})
        assert (status, refusal["error"]["at"], refusal["error"]["code"]) == (200, 0, code)
        status, refusal = sent(client, "legal", {"position": position, "actions": [action]})
        assert (status, refusal["error"]["at"], refusal["error"]["code"]) == (422, 0, code)
    status, refusal = sent(client, "solve", {key: value for key, value in position.items() if key != "objective"})
    assert (status, refusal["error"]["code"]) == (422, "bad-position")
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


@pytest.mark.noted
def test_reading_is_charged_as_well(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(opening, "API", ProcessorBudget("test", seconds=0.3, every=1e6))
    clock = iter(range(1000))
    monkeypatch.setattr(budgets, "time", SimpleNamespace(thread_time=lambda: next(clock) / 5))
    answers = [client.get(f"{API}/sets").status_code for _ in range(4)]
    assert answers == [200, 200, 429, 429]


def test_many_positions_are_answered_as_each_by_itself(client: Client) -> None:
    position = position_json("win")
    line = sent(client, "solve", position)[1]["solutions"][0]
    asked = [
        ("legal", {"position": position}),
        ("resolve", {"position": position, "actions": line}),
        ("legal", {"position": position, "actions": ["99 lower"]}),
        ("solve", {"position": position}),
        ("legal", {"position": "cod1 nothing"}),
    ]
    status, told = sent(client, "batch", {"requests": [{"ask": what, **body} for what, body in asked]})
    assert status == 200
    assert [(item["status"], item["body"]) for item in told["items"]] == [sent(client, *one) for one in asked]
    assert [item["status"] for item in told["items"]] == [200, 200, 422, 200, 422]


def test_a_view_is_dealt_to_positions_that_can_be_asked_about(client: Client) -> None:
    """A program's own game: its view, what it may be, and what an action would do there."""
    asked = {"game": "clash-of-decks", "mode": "duel", "format": "preconstructed"}
    seats = {seat: {"kind": "me"} for seat in "AB"}
    made = client.post(f"{API}/games", {**asked, "seats": seats}, content_type="application/json").json()
    tokens = {seat: {"HTTP_AUTHORIZATION": f"Bearer {made['seats'][seat]['token']}"} for seat in "AB"}
    game, seat, view = f"{API}/games/{made['id']}", made["view"]["to_act"][0], made["view"]
    while view["stage"] != "play":
        look = client.get(game, **tokens[seat]).json()
        action = {"version": look["version"], "actions": look["view"]["actions"][:1]}
        view = client.post(f"{game}/actions", action, content_type="application/json", **tokens[seat]).json()["view"]
        seat = view["to_act"][0]
    view = client.get(game, **tokens[seat]).json()["view"]
    other = "B" if seat == "A" else "A"
    status, told = sent(client, "deals", {"view": view, "count": 5, "seed": 7})
    assert status == 200 and sent(client, "deals", {"view": view["position"], "count": 5, "seed": 7})[1] == told
    hands = [position["players"][other]["hand"] for position in told["positions"]]
    (hidden,) = view["position"]["hidden"]
    assert len(hands) == 5 and len({str(hand) for hand in hands}) > 1
    for hand in hands:
        assert sorted(hand[1:]) == sorted(hidden["cards"])
    for position in told["positions"]:
        assert len(sent(client, "legal", {"position": position})[1]["actions"]) == len(view["actions"])
        assert "error" not in sent(client, "resolve", {"position": position, "actions": view["actions"][:1]})[1]
    status, told = sent(client, "deals", {"view": {**view["position"], "hidden": []}})
    assert status == 422 and told["error"]["at"].startswith(f"/view/players/{other}/hand/")
    for wrong in ({}, {"view": view, "count": 99}, {"view": 3}, {"view": {}, "seed": -1}, [1]):
        assert sent(client, "deals", wrong)[0] in (400, 422)


_LEGAL: Any = {"ask": "legal", "position": "x"}


@pytest.mark.parametrize(
    "requests",
    [[], [_LEGAL] * (positions.MAX_BATCH + 1), [{"ask": "eat", "position": "x"}], [{"ask": "legal"}], ["x"], {}, None],
)
def test_a_batch_that_is_none_is_refused_whole(client: Client, requests: Any) -> None:
    assert sent(client, "batch", {"requests": requests})[0] in (400, 422)


def test_what_a_batch_uses_up_counts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "API", ProcessorBudget("tests", seconds=4, every=1e9))
    asked = {"ask": "solve", "position": position_json("win")}
    status, told = sent(client, "batch", {"requests": [asked] * 6})
    statuses = [item["status"] for item in told["items"]]
    assert status == 200 and statuses[0] == 200 and set(statuses) <= {200, 429}
