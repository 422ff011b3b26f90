"""Requests that nobody should send: an error of the closed list with its place, never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.errors import EngineError, IllegalAction
from engine.kernel.requests import parse_json
from engine.schools.cli.main import count, legal, resolve
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.actions import parse_action
from engine.schools.rules.legality import MESSAGES
from tests.engine.schools.helpers import CASES, random_game, state_of

CODES = {"bad-json", "bad-request", "bad-state", "bad-sheet", "bad-action", *MESSAGES}
REQUESTS = [case["request"] for case in CASES if "raw" not in case]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=5) | st.sampled_from(["fire"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def code_of(request: Any, command: Any = resolve) -> tuple[str | None, Any]:
    """The error's code and place, whichever way the answer tells it."""
    try:
        answer = command(request)
    except EngineError as wrong:
        answer = {"error": wrong.to_json()}
    json.dumps(answer)
    error = answer.get("error")
    return (None, None) if error is None else (error["code"], error["at"])


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything that stands in a document."""
    yield at
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*at, key))


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_something_replaced(data: st.DataObject) -> None:
    request = copy.deepcopy(data.draw(st.sampled_from(REQUESTS)))
    way = data.draw(st.sampled_from(list(places(request))))
    junk = data.draw(JUNK)
    if not way:
        request = junk
    else:
        part = request
        for key in way[:-1]:
            part = part[key]
        part[way[-1]] = junk
    for command in (resolve, legal, lambda request: count(request, 1)):
        code, at = code_of(request, command)
        assert code is None or code in CODES
        assert at is None or isinstance(at, int | str)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30) | st.text("abcdefghijklmnoprstuvw 0123456789", max_size=30))
def test_texts_as_actions(text: str) -> None:
    try:
        assert str(parse_action(text)) == text
    except IllegalAction as wrong:
        assert wrong.code == "bad-action"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "end end", "END", "End", "end\n", " end", "move", "move fire water", "move  fire", "move feu"),
        *("assign", "assign fire ", "assign fire sand", "pass", "pass white", "pass fire", "summon fire"),
        *("summon fire water air", "cast", "cast 1", "cast one hypnox", "cast -1 hypnox", "cast 60 hypnox"),
        *("cast 00 hypnox", "cast 1 hypnox fire", "cast 1 batrax", "cast 1 batrax dragombre", "cast 1 inundatio"),
        *(
            "cast 1 inundatio fire",
            "cast 1 maleficio x",
            "cast 1 Hypnox",
            "cast \u0661 hypnox",
            "cast 1 batrax fire fire",
        ),
        *("discard", "discard dragombre", "draw", "fire", "move\tfire", None, 5, True, ["end"], {"end": 1}),
    ],
)
def test_bad_actions(text: Any) -> None:
    assert code_of({"state": state_of(), "actions": [text]}) == ("bad-action", 0)


@pytest.mark.parametrize(
    ("request_", "at"),
    [
        ([], ""), ("new", ""), (None, ""), (5, ""), ({}, None),
        ({"new": {"seed": "a"}, "curriculum": {}}, None),
        ({"actions": []}, None),
        ({"new": {"seed": "a"}, "extra": 1}, "/extra"),
        ({"new": {"seed": "a"}, "actions": {}}, "/actions"),
        ({"new": {"seed": "a"}, "actions": None}, "/actions"),
        ({"new": {"seed": "a"}, "view": None}, "/view"),
        ({"new": {"seed": "a"}, "view": ["spectator"]}, "/view"),
        ({"new": {}}, "/new"), ({"new": "a"}, "/new"), ({"new": {"seed": 7}}, "/new/seed"),
        ({"new": {"seed": ""}}, "/new/seed"), ({"new": {"seed": "a" * 65}}, "/new/seed"),
        ({"new": {"seed": "a\n"}}, "/new/seed"), ({"new": {"seed": "é"}}, "/new/seed"),
        ({"new": {"seed": "a", "x": 1}}, "/new/x"),
        ({"championship": {}, "view": "spectator"}, "/view"),
    ],
)  # fmt: skip
def test_bad_requests(request_: Any, at: str | None) -> None:
    assert code_of(request_) == ("bad-request", at)


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"format": "magic-schools/2"}, "/format"),
        ({"turn": 101}, "/turn"), ({"turn": 3.0}, "/turn"), ({"turn": "3"}, "/turn"),
        ({"phase": "draw"}, "/phase"), ({"phase": None}, "/phase"),
        ({"overtime": 0}, "/overtime"), ({"overtime": True}, "/overtime"), ({"summoned": "no"}, "/summoned"),
        ({"seed": 7}, "/seed"), ({"seed": "a b"}, "/seed"), ({"seed": None}, "/seed"),
        ({"shuffles": -1}, "/shuffles"), ({"shuffles": 1_000_001}, "/shuffles"), ({"shuffles": False}, "/shuffles"),
        ({"deck": {"fire": 1}}, "/deck"), ({"deck": ["fire", "sand"]}, "/deck/1"), ({"deck": [3]}, "/deck/0"),
        ({"discard": ["fire"]}, "/discard"), ({"discard": {"fire": 13}}, "/discard/fire"),
        ({"discard": {"fire": -1}}, "/discard/fire"), ({"discard": {"sand": 0}}, "/discard/sand"),
        ({"discard": {"fire": True}}, "/discard/fire"),
        ({"trials": [0]}, "/trials/0"), ({"trials": [7]}, "/trials/0"), ({"trials": ["start"]}, "/trials/0"),
        ({"trials": []}, "/trials"), ({"trials": [6] * 6}, ""), ({"trials": [1] * 11}, ""),
        ({"known": -1}, "/known"), ({"known": True}, "/known"),
        ({"deck": ["fire"] * 13}, ""), ({"deck": ["fire"] * 12, "discard": {"fire": 1}}, ""),
        ({"result": {}}, "/result"), ({"phase": "discard"}, "/phase"),
        ({"seats": {}}, "/seats"), ({"seats": {"dragombre": {}}}, "/seats"), ({"seats": []}, "/seats"),
        ({"seats": {"dragombre": {}, "blancgriffon": {}, "third": {}}}, "/seats/third"),
        ({"seats": {"dragombre": [], "blancgriffon": {}}}, "/seats/dragombre"),
    ],
)  # fmt: skip
def test_bad_states(changes: dict[str, Any], at: str) -> None:
    assert code_of({"state": state_of(**changes) if "seats" not in changes else {**state_of(), **changes}}) == (
        "bad-state",
        f"/state{at}",
    )


@pytest.mark.parametrize(
    ("side", "at"),
    [
        ({"name": "Ann"}, "/name"), ({"hand": None}, "/hand"), ({"hand": {"fire": 1.0}}, "/hand/fire"),
        ({"emblem": "blazon"}, "/emblem"), ({"emblem": 3}, "/emblem"),
        ({"column": "start"}, "/column"), ({"column": [1, "start"]}, "/column/1"), ({"column": [True]}, "/column/0"),
        ({"column": ["start", "start"]}, "/column/1"), ({"column": [None]}, "/column/0"),
        ({"arenas": []}, "/arenas"), ({"arenas": {"sand": {}}}, "/arenas/sand"),
        ({"arenas": {"fire": []}}, "/arenas/fire"), ({"arenas": {"fire": {"x": []}}}, "/arenas/fire/x"),
        ({"arenas": {"fire": {"trials": [2, 2]}}}, "/arenas/fire/trials"),
        ({"arenas": {"fire": {"trials": ["start"]}}}, "/arenas/fire/trials/0"),
        ({"arenas": {"fire": {"students": [0]}}}, "/arenas/fire/students/0"),
    ],
)  # fmt: skip
def test_bad_sides(side: dict[str, Any], at: str) -> None:
    assert code_of({"state": state_of(3, None, side)}) == ("bad-state", f"/state/seats/blancgriffon{at}")


def over(**changes: Any) -> dict[str, Any]:
    """A finished game, 5 to 4, with changes of its result."""
    sides = [{"arenas": {"fire": {"trials": [level]}}} for level in (5, 4)]
    totals = {"dragombre": 5, "blancgriffon": 4}
    result = {"winner": "dragombre", "reason": "last-trial", "totals": totals, **changes}
    return state_of(7, *sides, phase="over", trials=[], result=result)


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"winner": None}, "/winner"), ({"winner": "blancgriffon"}, "/winner"), ({"winner": ["dragombre"]}, "/winner"),
        ({"reason": "ten"}, "/reason"), ({"reason": None}, "/reason"), ({"totals": [5, 4]}, "/totals"),
        ({"totals": {"dragombre": 5}}, "/totals"), ({"totals": {"dragombre": 4, "blancgriffon": 5}}, "/totals"),
        ({"totals": {"dragombre": 5.0, "blancgriffon": 4}}, "/totals/dragombre"), ({"loser": None}, "/loser"),
    ],
)  # fmt: skip
def test_bad_results(changes: dict[str, Any], at: str) -> None:
    assert code_of({"state": over()}) == (None, None)
    assert code_of({"state": over(**changes)}) == ("bad-state", f"/state/result{at}")


def test_a_wrong_action_leaves_everything_and_is_answered_with_what_stands() -> None:
    game = random_game("wrong", 40)
    request = {**game.record(), "actions": [*game.actions, "nonsense", "end"], "view": "dragombre"}
    answer = resolve(request)
    right = resolve({**game.record(), "view": "dragombre"})
    assert answer.pop("error")["at"] == len(game.actions)
    assert answer == right
    for command in (legal, lambda request: count(request, 1)):
        assert code_of(request, command) == ("bad-action", len(game.actions))


def test_sheets_are_nothing_to_list_or_count() -> None:
    sheet = {"curriculum": {"players": {"dragombre": "Ann", "blancgriffon": "Ben"}, "games": []}}
    assert code_of(sheet) == (None, None)
    for command in (legal, lambda request: count(request, 1)):
        assert code_of(sheet, command) == ("bad-request", "/curriculum")


@pytest.mark.parametrize("text", ["", "{", "NaN", "[" * 100_000, "\udcff", '{"new": {"seed": "a"}} x'])
def test_no_json(text: str) -> None:
    with pytest.raises(EngineError) as wrong:
        parse_json(text)
    assert wrong.value.code == "bad-json"


def test_the_defaults_of_a_state() -> None:
    state = read_state(state_of())
    assert (state.seed, state.shuffles, state.phase, state.known, state.result) == ("0", 1, "actions", 0, None)
    assert not state.overtime and not state.summoned and state.deck == [] and state.sides[0].emblem is None
