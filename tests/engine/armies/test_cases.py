"""The contract's cases, by the Python interface and by the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.armies.cli.main import main
from engine.armies.cli.requests import COMMANDS, answer
from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from tests.engine.armies.compare import judge
from tests.engine.armies.helpers import CONTRACT
from tests.engine.processes import answers_of

Json = dict[str, Any]
CASES: list[Json] = json.loads((CONTRACT / "clash_of_the_cards_cases.json").read_text(encoding="utf-8"))


def line_of(case: Json) -> str:
    """The request of a case as it is sent."""
    return case["raw"] if "raw" in case else json.dumps(case["request"])


@pytest.fixture(scope="module")
def answers() -> dict[str, Json]:
    """What each command answers to all its cases, one request a line."""
    answers_by_id: dict[str, Json] = {}
    for command in COMMANDS:
        cases = [case for case in CASES if case["command"] == command]
        stdin = "\n".join(map(line_of, cases)) + "\n"
        status, lines = answers_of(main, command, "--jsonl", "-", stdin=stdin)
        assert status == 0 and len(lines) == len(cases)
        answers_by_id |= {case["id"]: line for case, line in zip(cases, lines, strict=True)}
    return answers_by_id


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_by_python(case: Json) -> None:
    try:
        actual = answer(case["command"], parse_json(line_of(case)))
    except EngineError as wrong:
        actual = {"error": wrong.to_json()}
    assert judge(case, actual) == [], case["why"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_by_command_line(case: Json, answers: dict[str, Json]) -> None:
    assert judge(case, answers[case["id"]]) == [], case["why"]


def test_a_wrong_answer_is_noticed(answers: dict[str, Json]) -> None:
    """Each case fails for the answer of a case that expects something else."""
    for case in CASES:
        assert judge(case, {"error": {"code": "x", "message": "", "at": None}}) != []
    assert {case["id"] for case in CASES} == set(answers)
