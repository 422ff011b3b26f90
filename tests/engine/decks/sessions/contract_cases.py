"""The contract's cases of Mutation sessions: what is sent for each, and whether an answer is right.

The file holds headers and preludes by name, and cases. A case names its header and prelude and adds events; ``set`` and
``delete`` change the document by JSON pointers; ``legal`` names a seat; ``text`` is sent as it is. ``expect`` holds an
error, or faults, warnings, values by pointers (a part ``key=value`` picks an entry of a list), or legal mutations.
"""

from __future__ import annotations

import json
from typing import Any

from tests.engine.decks.helpers import CONTRACT

BOOK: dict[str, Any] = json.loads((CONTRACT / "session_cases.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = BOOK["cases"]
UNORDERED = ("abilities", "covers", "warnings")
MISSING = object()


def request_of(case: dict[str, Any]) -> str:
    """What is sent for a case."""
    if "text" in case:
        return str(case["text"])
    document = document_of(case)
    return json.dumps({"session": document, "legal": case["legal"]} if "legal" in case else document)


def document_of(case: dict[str, Any]) -> dict[str, Any]:
    """The document of a case."""
    events = [*(BOOK["preludes"][case["prelude"]] if case.get("prelude") else ()), *case.get("events", ())]
    document = {
        "format": "clash-session/1",
        "header": BOOK["headers"][case["header"]],
        "events": [{"n": n, **event} for n, event in enumerate(events, 1)],
    }
    copied: dict[str, Any] = json.loads(json.dumps(document))
    for pointer in case.get("delete", ()):
        container, key = _container(copied, pointer)
        del container[key]
    for pointer, value in case.get("set", {}).items():
        container, key = _container(copied, pointer)
        if key == "-":
            container.append(value)
        else:
            container[key] = value
    return copied


def _parts(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _container(document: Any, pointer: str) -> tuple[Any, Any]:
    *parts, last = _parts(pointer)
    for part in parts:
        document = document[int(part) if isinstance(document, list) else part]
    return document, int(last) if isinstance(document, list) and last != "-" else last


def found_at(state: Any, pointer: str) -> Any:
    """The value at a pointer into a state; ``MISSING`` when there is none."""
    for part in _parts(pointer):
        if isinstance(state, list):
            key, equals, wanted = part.partition("=")
            if equals:
                state = next((entry for entry in state if str(entry.get(key)) == wanted), MISSING)
            else:
                state = state[int(part)] if int(part) < len(state) else MISSING
        else:
            state = state.get(part, MISSING) if isinstance(state, dict) else MISSING
    return state


def normal(value: Any, key: str | None = None) -> Any:
    """A value without messages, and with what has no order sorted."""
    if isinstance(value, dict):
        return {name: normal(part, name) for name, part in value.items() if name != "message"}
    if isinstance(value, list):
        parts = [normal(part) for part in value]
        return sorted(parts, key=lambda part: json.dumps(part, sort_keys=True)) if key in UNORDERED else parts
    return value


def compact(mutation: dict[str, Any]) -> str:
    """A mutation as the cases write it: ``card element from covers price``."""
    covers = "+".join(sorted(mutation["covers"])) or "-"
    return f"{mutation['card']} {mutation['element']} {mutation['from']} {covers} {mutation['price']:g}"


def _sorted_covers(text: str) -> str:
    card, element, source, covers, price = text.split(" ")
    return " ".join((card, element, source, "+".join(sorted(covers.split("+"))), price))


def judge(case: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """What is wrong with an answer."""
    expect = case["expect"]
    code = answer.get("error", {}).get("code")
    if "error" in expect or code is not None:
        return [] if code == expect.get("error") else [f"error {code}"]
    if "legal" in case:
        return _judge_legal(expect.get("legal", {}), answer)
    wrong = []
    whole = {"part": 0, "since": None}
    faults = [{key: fault[key] for key in ("n", "part", "code", "since")} for fault in answer["faults"]]
    if faults != [{**whole, **fault} for fault in expect.get("faults", ())]:
        wrong.append(f"faults: {faults}")
    state = normal(answer["state"])
    if "warnings" in expect and state["warnings"] != normal(expect["warnings"], "warnings"):
        wrong.append(f"warnings: {state['warnings']}")
    for pointer, wanted in expect.get("assert", {}).items():
        got = found_at(state, pointer)
        if got is MISSING or got != normal(wanted, _parts(pointer)[-1]):
            wrong.append(f"{pointer}: {got}")
    return wrong


def _judge_legal(expect: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    wrong = [key for key in ("game", "points", "why") if key in expect and answer[key] != expect[key]]
    mutations = [compact(mutation) for mutation in answer["mutations"]]
    if "mutations" in expect and mutations != [_sorted_covers(mutation) for mutation in expect["mutations"]]:
        wrong.append(f"mutations: {mutations}")
    if expect.get("count", len(mutations)) != len(mutations):
        wrong.append(f"{len(mutations)} mutations")
    wrong += [
        f"{mutation} is missing" for mutation in expect.get("has", ()) if _sorted_covers(mutation) not in mutations
    ]
    return wrong + [
        f"{mutation} is there" for mutation in expect.get("lacks", ()) if _sorted_covers(mutation) in mutations
    ]
