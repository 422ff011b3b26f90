"""Judging by the objective: every correct line is accepted, nothing else is, and the defence plays its best."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.position import Position
from engine.decks.solving import solve
from engine.decks.solving.explaining import explain
from engine.kernel.budget import Budget
from engine.kernel.errors import IllegalAction
from grimoire.lines import read_start, replay_line
from grimoire.solving.defence import Defender
from grimoire.solving.judging import FAILED, GOES_ON, MAX_LOOKED_AT, SOLVED, judge_line, played_out
from tests.grimoire.factories import names_of_positions, position_json, position_of

FINDING = [name for name in names_of_positions() if not name.startswith("predict")]
ONE_TURN = [name for name in FINDING if name != "win-in-two"]


def plays_of(line: list[object]) -> list[str]:
    return [written for written in map(str, line) if written not in ("mana", "assault", "end-turn")]


@pytest.mark.parametrize("name", ONE_TURN)
def test_every_solution_of_the_solver_is_accepted(name: str) -> None:
    position = position_of(name)
    for solution in solve(position).solutions:
        judged = judge_line(position, plays_of(solution))
        assert judged.verdict == SOLVED
        assert judged.lack is None
        assert judged.line[: len(plays_of(solution))] == tuple(plays_of(solution))


@pytest.mark.parametrize("name", ONE_TURN)
def test_every_try_of_the_solver_fails_and_says_what_is_lacking(name: str) -> None:
    position = position_of(name)
    for attempt in solve(position).tries:
        judged = judge_line(position, plays_of(attempt.line))
        assert judged.verdict == FAILED
        assert judged.lack is not None
        if attempt.lack is not None and attempt.refutation is None:
            assert judged.lack == attempt.lack.to_json()


def wander(position: Position, choices: list[int]) -> list[str]:
    """A line of legal plays."""
    line: list[str] = []
    for choice in choices:
        legal = replay_line(position, line).legal
        if not legal:
            break
        line.append(legal[choice % len(legal)])
    return line


@pytest.mark.parametrize("name", FINDING)
@given(choices=st.lists(st.integers(0, 60), max_size=5))
def test_whatever_is_laid_out_is_judged_as_the_solver_would(name: str, choices: list[int]) -> None:
    """No recorded line counts: the verdict is that of an exhaustive search from what was laid out."""
    position = position_of(name)
    line = wander(position, choices)
    judged = judge_line(position, line)
    line_state = replay_line(position, line)
    explanation = explain(position, line_state.actions)
    assert judged.proven
    assert (judged.verdict in (SOLVED, GOES_ON)) == explanation.reaches
    if judged.verdict == FAILED:
        assert judged.lost_at is not None
        before = line_state.actions[: line_state.opening + judged.lost_at + 1]
        assert solve(position, played=before[:-1] if judged.lost_at < len(line) else before).solved
        assert judged.lost_at == len(line) or not solve(position, played=before).solved
    if judged.verdict == SOLVED:
        assert replay_line(position, judged.line).state.reached


def test_what_lost_the_goal_is_looked_for_in_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_of("win-in-two")
    parts = Mock(wraps=Budget.part)
    monkeypatch.setattr(Budget, "part", lambda budget, nodes: parts(budget, nodes))
    judged = judge_line(position, wander(position, [0, 0]))
    assert judged.lost_at == 0
    assert [call.args[1] for call in parts.mock_calls].count(MAX_LOOKED_AT) == 1


def test_a_goal_that_a_play_reaches_needs_no_assault() -> None:
    judged = judge_line(position_of("destroy-two"), ["3 at A lower 0"])
    assert judged.verdict == SOLVED
    assert judged.line == ("3 at A lower 0",)


def test_the_defence_answers_a_right_first_turn_and_the_second_is_judged() -> None:
    position = position_of("win-in-two")
    first = judge_line(position, ["1 lower", "1 lower"])
    assert first.verdict == GOES_ON
    assert replay_line(position, first.line).turn == 2
    assert judge_line(position, first.line).verdict == SOLVED


def test_a_wrong_first_turn_is_refuted_by_a_whole_turn_of_the_enemy() -> None:
    judged = judge_line(position_of("win-in-two"), [])
    assert judged.verdict == FAILED
    assert judged.refuted
    assert judged.line == ("assault", "end-turn", "assault", "end-turn")
    assert judged.lack is not None
    assert (judged.lack["part"], judged.lack["player"], judged.lack["left"]) == ("fort", "B", 1)


def test_nobody_survives_who_does_not_defend() -> None:
    judged = judge_line(position_of("survive"), [])
    assert judged.verdict == FAILED
    assert judged.refuted
    assert judged.lack is not None
    assert judged.lack["part"] == "lost"
    assert replay_line(position_of("survive"), judged.line).position.is_over


@pytest.mark.parametrize("name", FINDING)
def test_a_solution_is_played_out_to_its_end(name: str) -> None:
    position = position_of(name)
    for solution in solve(position).solutions:
        line = [str(action) for action in solution]
        whole = played_out(read_start(position_json(name)), line)
        assert whole[: len(line)] == tuple(line)
        assert replay_line(position, whole).state.reached


BOARDS = json.loads((Path(__file__).parent / "boards.json").read_text("utf-8"))


@pytest.mark.parametrize("name", BOARDS)
def test_every_mode_is_judged_and_played_out(name: str) -> None:
    """Against an AI, with partners, in teams: composed and proven, one or two turns."""
    position = read_position(BOARDS[name])
    for solution in solve(position).solutions:
        line = plays_of(solution)
        while (judged := judge_line(position, line)).verdict == GOES_ON:
            line = list(judged.line)
            line_state = replay_line(position, line)
            assert line_state.walker.objective.helps(line_state.position.active)
            line += plays_of(Defender(line_state.walker).winning_turn(line_state.state))
        assert judged.verdict == SOLVED
        assert replay_line(
            position, played_out(read_start(BOARDS[name]), [str(action) for action in solution])
        ).state.reached
    failed = judge_line(position, [])
    assert failed.verdict == FAILED
    assert failed.lack is not None


def test_an_ai_that_has_no_choice_puts_the_goal_out_of_reach() -> None:
    judged = judge_line(read_position(BOARDS["solo2"]), [])
    assert judged.verdict == FAILED
    assert judged.refuted


def test_the_defender_chooses_the_same_every_time() -> None:
    position = position_of("win-in-two")
    lines = {judge_line(position, ["1 lower", "1 lower"]).line for _ in range(3)}
    assert len(lines) == 1


def test_the_hardest_defence_is_no_worse_than_doing_nothing() -> None:
    position = position_of("survive-two")
    line_state = replay_line(position, ["2 lower", "1 at A lower 1", "assault", "end-turn"])
    actions, refutes = Defender(line_state.walker).answer(line_state.state)
    assert refutes is False
    assert [str(action) for action in actions][-1] == "end-turn"
    assert any(action.kind >= PLAY_LINE for action in actions) or len(actions) == 2


def test_a_position_before_its_mana_phase_is_opened_by_itself() -> None:
    data = position_json("win")
    data["phase"], data["mana"] = "mana", 0
    position = read_position(data)
    line_state = replay_line(position, [])
    assert line_state.opening == line_state.kept == 1
    assert line_state.legal
    assert judge_line(position, []).line[0] != "mana"


@pytest.mark.parametrize(
    "line",
    [["9 upper"], ["0 upper"], ["nonsense"], ["mana"], ["assault", "1 upper"], ["1 upper"] * 99],
)
def test_what_cannot_be_played_is_refused(line: list[str]) -> None:
    with pytest.raises(IllegalAction):
        judge_line(position_of("win"), line)
