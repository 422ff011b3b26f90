"""Tries, refutations and what a goal lacks."""

from __future__ import annotations

import pytest

from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.decks.solving.difficulty import LEVELS
from engine.decks.solving.explaining import Explanation, explain
from engine.decks.solving.result import Try
from engine.kernel.errors import IllegalAction
from tests.engine.decks.solving.reading import puzzle

TEXT = """A summoning m2 | A [F Zap(c1 1) Imp(c1 1/1) x] lower Ox(c1 2/2)
    | B [{} x y] lower Wall(c1 0/2)"""


def told(position: Position, line: str, **options: object) -> Explanation:
    """The explanation of a line in words."""
    actions = [parse_action(part.strip()) for part in line.split(",") if part]
    return explain(position, actions, **options)  # type: ignore[arg-type]


def lack(explanation: Explanation | Try) -> str:
    """The lack of a line, in plain English."""
    assert explanation.lack is not None
    text = explanation.lack.to_json()["text"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(
    ("objective", "sentence"),
    [
        ("A win in 1", "the Fort of B still has 2 to go"),
        ("A bastion in 1", "B has no Bastion that could fall"),
        ("A damage 3 in 1", "3 damage is still missing"),
        ("A destroy B lower 0 in 1", "the Creature of B still has 1 HP"),
    ],
)
def test_what_is_lacking(objective: str, sentence: str) -> None:
    text = TEXT.format("F").replace("2/2)\n", "1/2)\n")
    explanation = told(puzzle(text, objective), "")
    assert explanation.reaches is False
    assert [str(action) for action in explanation.line] == ["assault"]
    assert lack(explanation) == sentence


def test_the_bastion_still_has_to_go() -> None:
    assert lack(told(puzzle(TEXT.format("B"), "A win in 1"), "2 upper")) == "the Bastion of B still has 3 to go"


def test_the_game_is_lost() -> None:
    text = "A summoning m3 | A [F Imp(c1 1/1)] | B [B x y]"
    assert lack(told(puzzle(text, "A win in 1"), "1 upper")) == "the game is over without the goal"


def test_a_line_that_reaches_the_goal() -> None:
    text = TEXT.format("F").replace("x y]", "x]")
    explanation = told(puzzle(text, "A destroy B lower 0 in 1"), "1 at B lower 0, 1 upper")
    assert explanation.reaches is True
    assert explanation.lack is None


def test_refutation() -> None:
    text = "A summoning m0 | A [B x y z] lower Imp(c1 2/2) | B [F Ox(c1 0/9) x y]"
    explanation = told(puzzle(text, "A win in 2"), "")
    assert explanation.reaches is False
    assert [str(action) for action in explanation.refutation or ()] == ["0 lower", "assault", "end-turn"]
    answer = solve(puzzle(text, "A win in 2"))
    assert [str(action) for action in answer.tries[0].refutation or ()] == ["0 lower", "assault", "end-turn"]
    assert [str(action) for action in answer.tries[0].best or ()] == ["assault"]
    assert lack(answer.tries[0]) == "the Fort of B still has 1 to go"


def test_forced_in_two_turns() -> None:
    text = "A summoning m0 | A [B x y z] lower Imp(c1 2/2) | B [F z x y]"
    explanation = told(puzzle(text, "A win in 2"), "assault, end-turn")
    assert explanation.reaches is True
    assert explanation.refutation is None


def test_from_phase_mana_and_out_of_budget() -> None:
    text = "A mana m0 | A [B x y z] lower Imp(c1 2/2) | B [F z x y]"
    explanation = told(puzzle(text, "A win in 2"), "", budget=Budget(nodes=1))
    assert [str(action) for action in explanation.line] == ["mana", "assault", "end-turn"]
    assert explanation.reaches is None


def test_not_beyond_the_turn() -> None:
    text = "A summoning m0 | A [B x y z] lower Imp(c1 2/2) | B [F z x y]"
    with pytest.raises(IllegalAction):
        told(puzzle(text, "A win in 2"), "end-turn, assault")
    with pytest.raises(IllegalAction):
        told(puzzle(text, "A win in 2"), "1 upper")


def test_near_misses_fail_by_one_and_are_minimal() -> None:
    """The Zap at the Wall would leave the way to a Fort of 3 for the Ox's 2; the Imp cannot attack yet."""
    text = "A summoning m3 | A [F Zap(c1 2) Imp(c1 1/1) x] lower Ox(c1 2/2) | B [F x y] lower Wall(c1 0/2)"
    answer = solve(puzzle(text, "A win in 1"))
    assert not answer.solved
    assert [", ".join(str(action) for action in attempt.line) for attempt in answer.tries] == [
        "1 at B lower 0, assault"
    ]
    assert answer.tries[0].lack is not None
    assert answer.tries[0].lack.gap == 1


def test_without_a_near_miss_the_nearest_try_is_told() -> None:
    text = "A summoning m0 | A [F x y] lower Ox(c1 2/2) | B [F x y z u v]"
    answer = solve(puzzle(text, "A win in 1"))
    assert [attempt.lack.left for attempt in answer.tries if attempt.lack] == [3]


def test_difficulty_is_explained() -> None:
    text = "A summoning m1 | A [F Zap(c1 1 splash) x] lower Imp(c1 2/2) | B [F x] upper Ox(c1 1/1) lower Wall(c2 0/1)"
    difficulty = solve(puzzle(text, "A win in 1")).difficulty
    assert difficulty is None
    difficulty = solve(puzzle(text, "A damage 2 in 1")).difficulty
    assert difficulty is not None
    assert difficulty.features["plays"] == 1
    assert difficulty.features["choices"] == [4, 1]
    assert difficulty.features["abilities"] == ["splash"]
    assert difficulty.level == 1 + sum(sum(difficulty.points.values()) >= bound for bound in LEVELS)
