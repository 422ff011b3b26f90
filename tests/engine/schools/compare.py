"""Whether an answer is the one that a case of the contract expects (part 9 there)."""

from __future__ import annotations

from typing import Any

from engine.schools.rules.components import ELEMENTS

DEFAULTS: dict[str, Any] = {
    **{"seed": "0", "shuffles": 1, "phase": "actions", "overtime": False, "summoned": False, "deck": [], "discard": {}},
    **{"trials": [], "known": 0, "result": None},
}


def full(state: Any) -> Any:
    """A state or a view with its defaults filled in; anything else as it is."""
    if not isinstance(state, dict) or not isinstance(state.get("seats"), dict):
        return state
    filled = {**DEFAULTS, **state, "seats": {}}
    filled["discard"] = _counts(filled["discard"])
    for name, values in state["seats"].items():
        side = {"hand": {}, "emblem": None, "column": [], "arenas": {}, **values}
        side["hand"] = _counts(side["hand"])
        empty: dict[str, Any] = {"students": [], "trials": []}
        side["arenas"] = {element: {**empty, **side["arenas"].get(element, {})} for element in ELEMENTS}
        filled["seats"][name] = side
    return filled


def _counts(counts: Any) -> Any:
    return {name: number for name, number in counts.items() if number} if isinstance(counts, dict) else counts


def same(a: Any, other: Any) -> bool:
    """Equality of JSON: true is not 1."""
    if isinstance(a, dict) and isinstance(other, dict):
        return a.keys() == other.keys() and all(same(a[key], other[key]) for key in a)
    if isinstance(a, list) and isinstance(other, list):
        return len(a) == len(other) and all(map(same, a, other))
    return type(a) is type(other) and a == other


_NOTHING = object()


def look(answer: Any, pointer: str) -> Any:
    """What stands at a JSON pointer."""
    for key in pointer.split("/")[1:]:
        if isinstance(answer, list) and key.isdigit() and int(key) < len(answer):
            answer = answer[int(key)]
        elif isinstance(answer, dict) and key in answer:
            answer = answer[key]
        else:
            return _NOTHING
    return answer


def judge(expect: dict[str, Any], raw: dict[str, Any]) -> list[str]:
    """What is wrong with an answer: nothing when it is right."""
    error = raw.get("error") or {}
    wrong = [] if error.get("code") == expect.get("error") else [f"error: {error}"]
    if "at" in expect and error.get("at") != expect["at"]:
        wrong.append(f"at: {error.get('at')}")
    answer = {key: full(part) if key in ("state", "view") else part for key, part in raw.items()}
    if "state" in expect and not same(full(expect["state"]), answer.get("state")):
        wrong.append(f"state: {answer.get('state')}")
    for pointer, wanted in expect.get("assert", {}).items():
        if not same(wanted, look(answer, pointer)):
            wrong.append(f"{pointer}: {look(answer, pointer)}")
    for pointer, keys in expect.get("absent", {}).items():
        value = look(raw, pointer)
        wrong += [f"{pointer} has {key}" for key in keys if value is _NOTHING or key in value]
    return wrong + _sizes(expect, answer) + _actions(expect, answer) + _events(expect, answer.get("trace") or [])


def _sizes(expect: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    wrong = []
    for pointer, size in expect.get("sizes", {}).items():
        value = look(answer, pointer)
        if (sum(value.values()) if isinstance(value, dict) else len(value)) != size:
            wrong.append(f"size of {pointer}: {value}")
    for pointer, tally in expect.get("tally", {}).items():
        value = [str(part) for part in look(answer, pointer)]
        wrong += [f"{pointer}: {word}" for word, times in tally.items() if value.count(word) != times]
    return wrong


def _actions(expect: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    actions = answer.get("actions", [])
    wrong = [] if "actions" not in expect or actions == expect["actions"] else [f"actions: {actions}"]
    wrong += [f"missing: {action}" for action in expect.get("has", []) if action not in actions]
    wrong += [f"too many: {action}" for action in expect.get("hasnot", []) if action in actions]
    if "nodes" in expect and answer.get("nodes") != expect["nodes"]:
        wrong.append(f"nodes: {answer.get('nodes')}")
    return wrong


def _events(expect: dict[str, Any], trace: list[dict[str, Any]]) -> list[str]:
    wanted = [{"kind": kind} for kind in expect.get("kinds", [])] or list(expect.get("events", []))
    for event in trace:
        if wanted and all(key in event and same(part, event[key]) for key, part in wanted[0].items()):
            wanted.pop(0)
    return [f"no event in this order: {event}" for event in wanted]
