"""Hands that are not known: what is found works against every one, and what works is found."""

from __future__ import annotations

import pytest

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.decks.solving.hidden import MAX_HANDS, hands_of, solve_hidden
from engine.kernel.errors import EngineError
from tests.engine.decks.solving.oracle import Line, Oracle, TooMuch
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle


def positions_of(number: int) -> list[Position]:
    """A random puzzle of one turn with three hands that the enemy may have."""
    maker = Maker(f"hidden {number}", cards=2, mana=2, reacting=True)
    data = write_position(maker.puzzle())
    hands = [data["players"]["B"]["hand"], *(maker._player("B")["hand"] for _ in range(2))]
    positions = []
    for hand in hands:
        data["players"]["B"]["hand"] = hand
        positions.append(read_position(data))
    return positions


def plays_of(line: Line) -> Line:
    return tuple(action for action in line if action.kind >= PLAY_LINE)


def wins(line: Line, oracle: Oracle) -> bool:
    """Whether a line reaches the goal in the oracle's position: by its plays, or at the end of the turn."""
    plays = plays_of(line)
    for winning, _ in oracle.lines:
        if winning == plays[: len(winning)] or (winning != plays_of(winning) and plays_of(winning) == plays):
            return True
    return False


@pytest.mark.parametrize("part", range(2))
def test_beside_a_search_without_cleverness(part: int) -> None:
    outcomes = []
    for number in range(40 * part, 40 * part + 40):
        positions = positions_of(number)
        try:
            oracles = [Oracle(position, 1500) for position in positions]
        except (TooMuch, RecursionError):
            continue
        answer = solve_hidden(positions, Budget())
        assert answer.complete
        assert all(wins(tuple(line), oracle) for line in answer.solutions for oracle in oracles)
        candidates = [line for oracle in oracles for line, _ in oracle.lines]
        assert answer.solved == any(all(wins(line, oracle) for oracle in oracles) for line in candidates)
        outcomes.append(answer.solved)
    assert outcomes.count(True) > 2
    assert outcomes.count(False) > 2


def test_hands_of_a_list_of_cards() -> None:
    assert hands_of(["a", "b"], 2) == [["a", "b"], ["b", "a"]]
    assert hands_of(["a", "a"], 2) == [["a", "a"]]
    with pytest.raises(EngineError, match=f"720 hands are too many: at most {MAX_HANDS}"):
        hands_of(list("abcdef"), 6)


@pytest.mark.parametrize("objective", ["predict in 1", "win in 1 how-many", "win in 1 plays 2 fewest"])
def test_no_more_than_lines_is_asked(objective: str) -> None:
    position = puzzle("A summoning m1 | A [F Zap(c1 1) x] | B [F y]", f"A {objective}")
    with pytest.raises(EngineError, match="a hidden hand goes with no prediction"):
        solve_hidden([position], Budget())
