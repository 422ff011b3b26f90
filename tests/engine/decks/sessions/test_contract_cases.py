"""The contract's cases of sessions, through the Python interface and through the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.decks.cli.session import reply
from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from tests.engine.decks.helpers import json_lines
from tests.engine.decks.sessions.contract_cases import CASES, judge, request_of
from tests.engine.processes import engine


@pytest.fixture(params=CASES, ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each case."""
    loaded: dict[str, Any] = request.param
    return loaded


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """What one process answers to all the cases, by their ids."""
    done = engine("session", "--jsonl", "-", stdin="\n".join(request_of(case) for case in CASES))
    assert done.stderr == b""
    lines = json_lines(done.stdout)
    assert len(lines) == len(CASES)
    return {case["id"]: line for case, line in zip(CASES, lines, strict=True)}


def test_by_python(case: dict[str, Any]) -> None:
    try:
        answer = reply(parse_json(request_of(case)), {})
    except EngineError as wrong:
        answer = {"error": wrong.to_json()}
    assert judge(case, answer) == [], case["why"]


def test_by_command_line(case: dict[str, Any], answers: dict[str, Any]) -> None:
    assert judge(case, answers[case["id"]]) == [], case["why"]


def test_a_wrong_answer_is_seen() -> None:
    """The judge is no rubber stamp: an answer to another case does not do."""
    first, *others = [case for case in CASES if case["expect"].get("assert") and "legal" not in case]
    answer = reply(json.loads(request_of(first)), {})
    assert sum(bool(judge(case, answer)) for case in others) > len(others) / 2
