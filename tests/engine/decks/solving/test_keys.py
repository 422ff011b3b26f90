"""What a search tells positions apart by, and what it does while it runs."""

from __future__ import annotations

import gc

import pytest

from engine.decks.rules.modes import MODES
from engine.decks.solving import Budget, solve
from engine.decks.solving.objective import WIN, Objective
from engine.decks.solving.states import Keys, SearchState, Walker
from tests.engine.decks.solving.positions import SEATS, Maker
from tests.engine.decks.solving.reading import puzzle


@pytest.mark.parametrize("mode", sorted(SEATS))
def test_keys_are_equal_exactly_where_positions_are(mode: str) -> None:
    """Compared in walks of two turns, in which Creatures are hurt, enchained, moved by Sprint, marked and mended."""
    compared = distinct = 0
    for n in range(40):
        position = Maker(f"keys {n}", mode, cards=2, creatures=2, mana=3, reacting=True).puzzle()
        walker = Walker(position, Objective(MODES[mode], 0, WIN, 9), Budget())
        keys = Keys()
        of_position: dict[object, object] = {}
        waiting = [walker.start]
        for state in waiting:
            if state.position.is_over:
                continue
            assert of_position.setdefault(position_key(state), keys.of(state)) == keys.of(state)
            compared += 1
            if len(waiting) < 300:
                waiting += [walker.make(state, action) for action in state.position.legal_actions()]
        assert len(set(of_position.values())) == len(of_position)
        distinct += len(of_position)
    assert distinct < compared


def position_key(state: SearchState) -> object:
    return state.position.key(), state.count, tuple(state.labels), state.record


def test_no_circles_are_looked_for_during_a_search() -> None:
    enabled = []

    def clock() -> float:
        enabled.append(gc.isenabled())
        return 0.0

    position = puzzle("A summoning m0 | A [B x] upper Three(c1 3/9) | B [F a b c]", "A win in 1")
    assert solve(position, budget=Budget(seconds=1.0, clock=clock)).solved
    assert not solve(position, budget=Budget(nodes=0, seconds=1.0, clock=clock)).complete
    assert enabled[0]  # when the budget is made
    assert not all(enabled)
    assert gc.isenabled()
