"""Comparing an answer with what a case of the contract expects (see "Test cases" there)."""

from __future__ import annotations

from typing import Any

from engine.armies.pack.cards import CARD_OF_NAME

Json = dict[str, Any]

NOTHING = object()
STATE = {
    *("format", "options", "seed", "shuffles", "hand_number", "turn_number", "idle", "dealer", "active", "phase"),
    *("queue", "deck", "discard", "players", "battle", "theft", "last", "result"),
}
VIEW = (STATE - {"seed", "shuffles"}) | {"seat"}


def judge(case: Json, answer: Json) -> list[str]:
    """Everything in which an answer differs from what its case expects."""
    expect = case["expect"]
    error = answer.get("error") or {}
    wrong = []
    if error.get("code") != expect.get("error"):
        wrong.append(f"error: {error} instead of {expect.get('error')}")
    if "at" in expect and error.get("at") != expect["at"]:
        wrong.append(f"at: {error.get('at')} instead of {expect['at']}")
    bare = {**answer, "trace": [_without_rulings(event) for event in answer.get("trace", [])]}
    if "answer" in expect and expect["answer"] != {key: bare[key] for key in answer}:
        wrong.append(f"answer: {bare}")
    for pointer, value in expect.get("assert", {}).items():
        actual = _at(bare, pointer)
        if actual != value or type(actual) is not type(value):
            wrong.append(f"{pointer}: {actual} instead of {value}")
    return wrong + _form(answer) + _of_actions(expect, answer.get("actions", [])) + _of_kinds(expect, bare["trace"])


def _without_rulings(event: Json) -> Json:
    return {key: value for key, value in event.items() if key != "rulings"}


def _at(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else NOTHING
        else:
            value = value.get(part, NOTHING) if isinstance(value, dict) else NOTHING
    return value


def _form(answer: Json) -> list[str]:
    """Unknown keys, hands that are not in card order."""
    wrong = []
    for key, keys in (("state", STATE), ("view", VIEW)):
        if key in answer and set(answer[key]) != keys:
            wrong.append(f"/{key}: keys {set(answer[key]) ^ keys}")
        for seat, player in answer.get(key, {}).get("players", {}).items():
            hand = player["hand"] or []
            if hand != sorted(hand, key=CARD_OF_NAME.__getitem__):
                wrong.append(f"/{key}/players/{seat}/hand: {hand}")
    return wrong


def _of_actions(expect: Json, actions: list[str]) -> list[str]:
    wrong = [f"{action} is missing" for action in expect.get("has", []) if action not in actions]
    wrong += [f"{action} should not be there" for action in expect.get("lacks", []) if action in actions]
    if expect.get("actions", actions) != actions or expect.get("count", len(actions)) != len(actions):
        wrong.append(f"actions: {actions}")
    return wrong


def _of_kinds(expect: Json, trace: list[Json]) -> list[str]:
    kinds = [[event["kind"], event.get("seat")] for event in trace]
    rest = iter(kinds)
    wrong = [f"{kind} not found in this order in {kinds}" for kind in expect.get("kinds", []) if kind not in rest]
    return wrong + [f"{kind} in {kinds}" for kind, _ in kinds if kind in expect.get("no_kinds", [])]
