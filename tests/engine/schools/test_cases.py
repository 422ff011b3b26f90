"""The contract's cases, through the Python interface and through the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from engine.schools.cli.main import count, legal, resolve
from tests.engine.schools.compare import judge
from tests.engine.schools.helpers import CASES, COUNTS, engine

LONG = 30_000  # sequences: longer counts are left to the long run


def text_of(case: dict[str, Any]) -> str:
    return case["raw"] if "raw" in case else json.dumps(case["request"], ensure_ascii=False)


def by_python(case: dict[str, Any]) -> dict[str, Any]:
    name, *depth = case.get("command", "resolve").split()
    try:
        request = parse_json(text_of(case))
        if depth:
            return count(request, int(depth[0]))
        return {"resolve": resolve, "legal": legal}[name](request)
    except EngineError as wrong:
        return {"error": wrong.to_json()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_by_python(case: dict[str, Any]) -> None:
    assert judge(case["expect"], by_python(case)) == [], case["why"]


@pytest.mark.parametrize("command", sorted({case.get("command", "resolve") for case in CASES}))
def test_by_command_line(command: str) -> None:
    cases = [case for case in CASES if case.get("command", "resolve") == command]
    name, *depth = command.split()
    options = ["--depth", depth[0]] if depth else []
    done = engine(name, "--jsonl", "-", *options, stdin="\n\n".join(map(text_of, cases)))
    assert done.stderr == b"" and done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    faults = {case["id"]: judge(case["expect"], answer) for case, answer in zip(cases, answers, strict=True)}
    assert {name: wrong for name, wrong in faults.items() if wrong} == {}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"], marks=[pytest.mark.long] if case["expect"]["nodes"] > LONG else [])
        for case in COUNTS
    ],
)
def test_counts(case: dict[str, Any]) -> None:
    assert judge(case["expect"], by_python(case)) == []


def test_a_wrong_answer_is_noticed() -> None:
    """The judge itself: each kind of expectation can fail."""
    answer = {
        "state": {"seats": {}, "turn": 1},
        "actions": ["end"],
        "nodes": 1,
        "trace": [{"kind": "draw", "count": 3}],
    }
    for expect in (
        {"error": "bad-json"},
        {"state": {"seats": {}, "turn": True}},
        {"assert": {"/state/turn": 2}},
        {"absent": {"/state": ["turn"]}},
        {"sizes": {"/actions": 2}},
        {"tally": {"/actions": {"end": 2}}},
        {"actions": []},
        {"has": ["move fire"]},
        {"hasnot": ["end"]},
        {"nodes": 2},
        {"kinds": ["draw", "draw"]},
        {"events": [{"kind": "draw", "count": 2}]},
    ):
        assert judge(expect, answer), expect
    assert judge({"assert": {"/state/turn": 1}, "nodes": 1, "kinds": ["draw"]}, answer) == []
