"""The solver beside a search without any cleverness, on random positions of every mode and goal."""

from __future__ import annotations

import pytest

from engine.decks.rules.position import Position
from engine.decks.solving import solve
from tests.engine.decks.solving.oracle import Oracle, TooMuch
from tests.engine.decks.solving.positions import Maker

MODES = ("duel", "duel", "solo", "ffa", "teams", "coop")


def compare(position: Position, nodes: int) -> bool | None:
    """Whether the puzzle is solved, both saying the same; None when it is too large for the oracle."""
    try:
        oracle = Oracle(position, nodes)
    except (TooMuch, RecursionError):
        return None
    answer = solve(position)
    assert answer.complete
    assert answer.lines == len(oracle.lines)
    assert [tuple(line) for line in answer.solutions] == oracle.solutions()
    assert answer.unique == (len(oracle.solutions()) == 1)
    return answer.solved


@pytest.mark.parametrize("part", range(8))
def test_one_turn(part: int) -> None:
    outcomes = [
        compare(Maker(f"one {part} {n}", MODES[n % 6]).puzzle(phase="summoning" if n % 8 else "mana"), 600)
        for n in range(60)
    ]
    assert outcomes.count(True) > 5
    assert outcomes.count(False) > 5


@pytest.mark.parametrize("part", range(4))
def test_free_cards(part: int) -> None:
    """Cards without cost make circles of positions, and the same play several times in a turn."""
    outcomes = [compare(Maker(f"free {part} {n}", MODES[n % 6], cards=2, free=0.8).puzzle(), 600) for n in range(60)]
    assert outcomes.count(True) > 3


@pytest.mark.parametrize("part", range(4))
def test_two_turns(part: int) -> None:
    outcomes = [
        compare(Maker(f"two {part} {n}", MODES[n % 6], cards=2, creatures=1, mana=2).puzzle(turns=2), 1500)
        for n in range(30)
    ]
    assert outcomes.count(True) > 2
    assert outcomes.count(False) > 2


@pytest.mark.parametrize(("turns", "cards", "creatures"), [(1, 3, 2), (2, 2, 1), (3, 1, 1)])
def test_where_others_act(turns: int, cards: int, creatures: int) -> None:
    """The abilities that act in others' turns, as the bounds have to know them."""
    outcomes = [
        compare(
            Maker(f"acts {turns} {n}", MODES[n % 6], cards, creatures, mana=2, reacting=True).puzzle(turns=turns), 1500
        )
        for n in range(90)
    ]
    assert outcomes.count(True) > 5
    assert outcomes.count(False) > 5


@pytest.mark.parametrize(
    ("turns", "cards", "creatures", "reacting"), [(1, 3, 2, False), (2, 2, 1, False), (2, 2, 1, True)]
)
def test_goals_and_conditions(turns: int, cards: int, creatures: int, reacting: bool) -> None:
    """Goals joined, and conditions of every sort."""
    outcomes = [
        compare(
            Maker(f"conditions {turns} {n}", MODES[n % 6], cards, creatures, mana=3, reacting=reacting).conditioned(
                turns
            ),
            1500,
        )
        for n in range(120)
    ]
    assert outcomes.count(True) > 5
    assert outcomes.count(False) > 5


@pytest.mark.long
@pytest.mark.parametrize("mode", sorted(set(MODES)))
@pytest.mark.parametrize(("turns", "cards", "mana"), [(1, 4, 6), (2, 2, 3), (3, 1, 1)])
def test_many(mode: str, turns: int, cards: int, mana: int) -> None:
    for n in range(150):
        maker = Maker(f"many {turns} {n}", mode, cards=cards, creatures=3 - min(turns, 2), free=0.3, mana=mana)
        compare(maker.puzzle(turns=turns, phase="mana" if n % 5 == 0 else "summoning"), 20_000)
