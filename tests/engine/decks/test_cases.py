"""The contract's cases, through the Python interface and through the command line."""

import json
from typing import Any

import pytest

from engine.decks.formats.interchange import read_action, read_position, write_position, write_result
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError
from tests.engine.decks.compare import judge
from tests.engine.decks.helpers import CONTRACT, json_lines
from tests.engine.processes import engine

CASES: list[dict[str, Any]] = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))


@pytest.fixture(params=CASES, ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each case, of every mode."""
    loaded: dict[str, Any] = request.param
    return loaded


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """The answers of one process to all the cases, by their ids."""
    requests = [json.dumps({"position": case["position"], "actions": case["actions"]}) for case in CASES]
    done = engine("resolve", "--jsonl", "-", stdin="\n".join(requests))
    assert done.stderr == b""
    lines = json_lines(done.stdout)
    assert len(lines) == len(CASES)
    return {case["id"]: line for case, line in zip(CASES, lines, strict=True)}


def by_python(case: dict[str, Any]) -> dict[str, Any]:
    """The answer of the Python interface to a case, put together as the command line does it."""
    trace = Trace()
    try:
        position = read_position(case["position"])
    except EngineError as wrong:
        return {"error": wrong.to_json()}
    answer: dict[str, Any] = {}
    try:
        for action in case["actions"]:
            position.apply(read_action(position, action), trace)
    except EngineError as wrong:
        answer["error"] = wrong.to_json()
    written = {"position": write_position(position), "trace": trace.to_json(), "result": write_result(position.result)}
    return {**written, **answer}


@pytest.mark.smoke
def test_by_python(case: dict[str, Any]) -> None:
    assert judge(case, by_python(case)) == [], case["why"]


def test_by_command_line(case: dict[str, Any], answers: dict[str, Any]) -> None:
    assert judge(case, answers[case["id"]]) == [], case["why"]


def test_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
