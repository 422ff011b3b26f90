"""Composed puzzles are what was wished for, and a search can be gone on with."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.cli_bench import pool
from engine.composing import GOALS, Wishes, attempt
from engine.interchange import read_position
from engine.solving import solve

CARDS = pool(random.Random(7))


def compose(path: Path, *options: str) -> dict[str, Any]:
    """The answer of the command."""
    out = io.StringIO()
    assert main(["compose", str(path), "--processes", "1", *options], stdout=out) == 0
    answer = json.loads(out.getvalue())
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize("goal", GOALS)
def test_what_is_composed_has_one_solution(goal: str) -> None:
    wishes = Wishes(goals=(goal,), plays=1, nodes=3000)
    found = [puzzle for n in range(60) if (puzzle := attempt(3, n, CARDS, wishes)) is not None]
    assert found
    for puzzle in found:
        answer = solve(read_position(puzzle["position"]))
        assert answer.unique
        assert answer.to_json()["solutions"] == puzzle["answer"]["solutions"]
        assert puzzle["answer"]["complete"]
        wanted = puzzle["position"]["objective"]["goal"]
        assert wanted == goal or goal in wanted


def test_wishes_are_heeded() -> None:
    wishes = Wishes(abilities=("immolation",), plays=1, level=2, nodes=3000)
    found = [puzzle for n in range(250) if (puzzle := attempt(4, n, CARDS, wishes)) is not None]
    assert found
    for puzzle in found:
        difficulty = puzzle["answer"]["difficulty"]
        assert "immolation" in difficulty["features"]["abilities"]
        assert difficulty["features"]["plays"] >= 1
        assert difficulty["level"] >= 2


def test_two_turns() -> None:
    wishes = Wishes(plays=1, turns=2, nodes=3000)
    found = [puzzle for n in range(120) if (puzzle := attempt(5, n, CARDS, wishes)) is not None]
    assert found
    assert all(puzzle["answer"]["solutions"][0][-1] == {"do": "end-turn"} for puzzle in found)


def test_a_search_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    wished = ("--plays", "1", "--nodes", "2000")
    assert compose(whole, "--count", "3", *wished)["puzzles"] == 3
    assert compose(parts, "--count", "1", *wished)["puzzles"] == 1
    assert compose(parts, "--count", "3", *wished)["puzzles"] == 3
    assert parts.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")
    assert compose(parts, "--count", "3", *wished)["puzzles"] == 3
    assert "3 puzzles" in capsys.readouterr().err


def test_more_processes_find_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    wished = ("--plays", "1", "--nodes", "1000", "--count", "2")
    compose(one, *wished)
    compose(two, *wished, "--processes", "2")
    assert one.read_text(encoding="utf-8") == two.read_text(encoding="utf-8")


def test_attempts_end_it(tmp_path: Path) -> None:
    answer = compose(tmp_path / "few", "--attempts", "5", "--level", "5", "--plays", "9")
    assert (answer["puzzles"], answer["attempts"]) == (0, 5)


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear all,\n", encoding="utf-8")
    out = io.StringIO()
    assert main(["compose", str(path)], stdout=out) == 2
    assert json.loads(out.getvalue())["error"]["code"] == "bad-json"
    assert path.read_text(encoding="utf-8") == "Dear all,\n"
