"""Goals joined, conditions, and goals within a number of turns, on positions small enough to see the solution."""

from __future__ import annotations

import pytest

from engine.decks.rules.actions import ASSAULT, END_TURN
from engine.decks.solving import solve
from engine.decks.solving.explaining import explain
from engine.decks.solving.result import COOKED, NONE, UNIQUE
from tests.engine.decks.solving.reading import puzzle, solved

# Zap clears the way of the Imp; so does Hurl, which costs more.
CLEARING = "A summoning m4 | A [B Zap(c2 2) Hurl(c3 3) x] lower Imp(c1 2/2) | B [F x] lower Wall(c2 0/2)"
ZAP, HURL = "1 at B lower 0, assault", "2 at B lower 0, assault"


@pytest.mark.parametrize(
    ("objective", "solutions"),
    [
        ("A win in 1", [ZAP, HURL]),
        ("A win in 1 with Hurl(c3 3)", [HURL]),
        ("A win in 1 without Hurl(c3 3)", [ZAP]),
        ("A win in 1 with Hurl(c3 2)", []),  # another card
        ("A win in 1 no-incantations", []),
        ("A win in 1 plays 1", [ZAP, HURL]),
        ("A win in 1 plays 0", []),
        ("A win and destroy B lower 0 in 1", [ZAP, HURL]),
        ("A win and damage 3 in 1", []),  # the Fort has but 1 HP
    ],
)
def test_conditions(objective: str, solutions: list[str]) -> None:
    assert solved(CLEARING, objective) == solutions


def test_keeping_what_one_has() -> None:
    """The Kite does the damage; after that the Wall answers the Imp by Instinct."""
    text = """A summoning m0 | A [B x y z] upper Kite(c1 1/9 aerial) lower Imp(c1 1/1)
        | B [B x y z] lower Wall(c2 1/9 instinct)"""
    assert solved(text, "A damage 1 in 1") == ["assault"]
    assert solved(text, "A damage 1 in 1 keep bastion") == ["assault"]
    assert solved(text, "A damage 1 in 1 keep creatures") == []


@pytest.mark.parametrize(
    ("objective", "verdict"),
    [
        ("A survive in 1 with X(c2 1/1)", NONE),
        ("A survive in 1 with Nope(c2 1/1)", NONE),
        ("A survive in 1 plays 0 with X(c2 1/1)", NONE),
        ("A survive in 2 with X(c2 1/1)", UNIQUE),
    ],
)
def test_a_card_that_has_to_be_played_is_played_in_the_players_own_turns(objective: str, verdict: str) -> None:
    """With 0 Mana in the first turn: what the second one plays is too late for a goal of one."""
    text = "A summoning m0 | A [B X(c2 1/1) x] | B [B y z]"
    assert solve(puzzle(text, objective)).verdict == verdict
    for line in ([END_TURN], [ASSAULT, END_TURN]):
        assert explain(puzzle(text, objective), line).reaches is (verdict == UNIQUE)


def test_a_line_that_breaks_a_condition_is_told_so() -> None:
    position = puzzle(CLEARING, "A win in 1 without Hurl(c3 3)")
    answer = solve(position)
    assert answer.verdict == UNIQUE
    explanation = explain(position, solve(puzzle(CLEARING, "A win in 1")).solutions[1])
    assert explanation.reaches is False
    assert explanation.lack is not None
    assert explanation.lack.part == "without"


def test_the_fewest_plays() -> None:
    """One Zap does it, so two are not the fewest."""
    assert solve(puzzle(CLEARING, "A win in 1 plays 1 fewest with Zap(c2 2)")).verdict == UNIQUE
    answer = solve(puzzle(CLEARING, "A win in 1 plays 2 fewest with Zap(c2 2)"))
    assert answer.verdict == COOKED
    assert [str(action) for action in answer.cook or []] == ZAP.split(", ")
    assert solve(puzzle(CLEARING, "A win in 1 plays 1 fewest with Zap(c2 2) without Zap(c2 2)")).verdict == NONE


def test_a_shorter_win_is_no_cook_within_a_number_of_turns() -> None:
    text = "A summoning m2 | A [B Zap(c2 2) x] lower Imp(c1 2/2) | B [F x] lower Wall(c2 0/2)"
    assert solve(puzzle(text, "A win in 2")).verdict == COOKED
    answer = solve(puzzle(text, "A win in 2 or-sooner"))
    assert answer.verdict != COOKED
    assert answer.cook is None
    assert answer.solutions == solve(puzzle(text, "A win in 2")).solutions


def test_the_number_of_ways_is_one_answer() -> None:
    """Two ways, of which one order each: a play more than needed makes no other way."""
    answer = solve(puzzle(CLEARING, "A win in 1 how-many"))
    assert (answer.verdict, len(answer.solutions)) == (UNIQUE, 2)
    assert solve(puzzle(CLEARING, "A win in 1 how-many no-incantations")).verdict == NONE
