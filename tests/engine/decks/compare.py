"""Comparing an engine's answer with what a case of the contract expects (see "Test cases" in the position format)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# What a missing key means, for each kind of object.
TOP = {"edition": "season-2", "mode": "duel", "first": "A", "exhaustion": False, "mana": 0} | {
    "format": "clash-position/1",
    "objective": None,
    "result": None,
}
SEAT = {"upper": [], "lower": [], "champion": None, "turn": 0}
AI_SEAT = {"side": "bastion", "pile": [], "discard": []}
AI = {"fixed_mana": 6, "variable_mana": 1, "resistance": False, "abilities": []}
CARD = {"abilities": [], "sharpened": False}
CREATURE: dict[str, Any] = {"symbiote": None, "enchained": None, "champion": False, "damage": 0, "entered": False} | {
    "struck": False,
    "sharpened": False,
    "sprint": 0,
    "activated": False,
}
DEFAULTS = {**TOP, **SEAT, **AI_SEAT, **AI, **CREATURE, **CARD}


def judge(case: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Everything in which the answer differs from what the case expects."""
    expect = case["expect"]
    wrong = []
    code = answer["error"]["code"] if "error" in answer else None
    if code != expect.get("error"):
        wrong.append(f"error: {code} instead of {expect.get('error')}")
    if "position" in expect or "assert" in expect:
        actual = normal(answer.get("position", {}))
        if "position" in expect:
            wrong += differences(normal(expect["position"]), actual, "")
            if code is None and answer["result"] != expect["position"].get("result"):
                wrong.append(f"result: {answer['result']}")
        for where, value in expect.get("assert", {}).items():
            actual_value = at_pointer(actual, where)
            if not alike(_sorted_winners(where, value), actual_value):
                wrong.append(f"{where}: {actual_value!r} instead of {value!r}")
            if (
                where.startswith("/result/")
                and code is None
                and at_pointer({"result": answer["result"]}, where) != actual_value
            ):
                wrong.append(f"{where}: the answer's own result is {answer['result']}")
    marks = [[event["phase"], event["step"], event["ability"]] for event in answer.get("trace", [])]
    for mark in expect.get("abilities", []):
        if mark not in marks:
            wrong.append(f"trace: {mark} not found after those before it")
            break
        del marks[: marks.index(mark) + 1]
    return wrong


def _sorted_winners(where: str, value: Any) -> Any:
    return sorted(value) if where.endswith("/winners") else value


def normal(position: Any) -> Any:
    """A position written in one way: no defaults, abilities and winners in order."""
    position = _part(position, {}, TOP)
    players = position.get("players", {})
    position["players"] = {seat: _seat(player) for seat, player in players.items()}
    if "result" in position:
        position["result"] = {**position["result"], "winners": sorted(position["result"]["winners"])}
    return position


def _part(data: Any, readers: dict[str, Callable[[Any], Any]], defaults: dict[str, Any]) -> Any:
    if not isinstance(data, dict):
        return data
    read = {key: readers[key](value) if key in readers and value is not None else value for key, value in data.items()}
    return {key: value for key, value in read.items() if not (key in defaults and _same(value, defaults[key]))}


def _same(a: Any, other: Any) -> bool:
    return type(a) is type(other) and bool(a == other)


def _card(card: Any) -> Any:
    return _part(card, {"abilities": sorted}, CARD)


def _cards(cards: Any) -> Any:
    return [_card(card) for card in cards]


def _creatures(creatures: Any) -> Any:
    readers = {"card": _card, "symbiote": _card, "enchained": _card}
    return [_part(creature, readers, CREATURE) for creature in creatures]


def _seat(seat: Any) -> Any:
    readers: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(("hand", "pile", "discard"), _cards),
        **dict.fromkeys(("upper", "lower"), _creatures),
        "champion": lambda champion: _part(champion, {"card": _card}, {}),
        "ai": lambda ai: _part(ai, {"abilities": sorted}, AI),
    }
    return _part(seat, readers, {**SEAT, **AI_SEAT} if "ai" in seat else SEAT)


def differences(expected: Any, actual: Any, where: str) -> list[str]:
    """Where two JSON values differ, by JSON pointer."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        differing = []
        for key in [*expected, *(key for key in actual if key not in expected)]:
            if key in expected and key in actual:
                differing += differences(expected[key], actual[key], f"{where}/{key}")
            else:
                differing.append(f"{where}/{key}: {actual.get(key)!r} instead of {expected.get(key)!r}")
        return differing
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for i, (left, other) in pairs for line in differences(left, other, f"{where}/{i}")]
    return [] if _same(expected, actual) else [f"{where}: {actual!r} instead of {expected!r}"]


def at_pointer(value: Any, where: str) -> Any:
    """The value at a JSON pointer; its default where the last key is missing."""
    keys = where.split("/")[1:]
    for index, key in enumerate(keys):
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, dict) and index == len(keys) - 1 and key in DEFAULTS:
            value = DEFAULTS[key]
        else:
            return f"(no such place: {where})"
    return value


def alike(expected: Any, actual: Any) -> bool:
    """Whether a value is the one asserted, where the name of a card may stand for it."""
    if isinstance(expected, str) and isinstance(actual, dict):
        return bool(actual.get("name") == expected) or (set(actual) == {"card"} and alike(expected, actual["card"]))
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(alike, expected, actual))
    if isinstance(expected, dict) and isinstance(actual, dict):
        return set(expected) == set(actual) and all(alike(expected[key], actual[key]) for key in expected)
    return _same(expected, actual)
