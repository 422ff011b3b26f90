"""Tries of goals of more than one turn: the defence that they carry can be played, and the goal is then unmet."""

from __future__ import annotations

import pytest

from engine.decks.rules.actions import ASSAULT, END_TURN
from engine.decks.rules.board import OVER, SUMMONING
from engine.decks.solving import Budget, solve
from engine.decks.solving.objective import SURVIVE, read
from engine.decks.solving.result import Answer
from engine.decks.solving.states import Walker
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle


def replay(position: object, answer: Answer) -> tuple[int, int]:
    """Plays every try with its refutation and the best line after it; how many had a refutation, and a best line."""
    refuted = answered = 0
    for attempt in answer.tries:
        walker = Walker(position, read(position), Budget())  # type: ignore[arg-type]
        reached = walker.start
        for action in [*attempt.line, *(attempt.refutation or ()), *(attempt.best or ())]:
            reached.position.copy().apply(action)  # it is legal
            reached = walker.make(reached, action)
            assert not reached.reached
        assert attempt.lack is not None
        assert attempt.lack.part != "lost" or reached.position.phase == OVER
        if attempt.refutation is None:
            assert attempt.lack.part == "lost" or reached.position.mode.seats > 2
        else:
            refuted += 1
            assert attempt.line[-1] is END_TURN
            assert attempt.refutation[-1] is END_TURN or reached.position.phase == OVER
            if attempt.best is not None:
                answered += 1
                assert walker.is_last(reached) or reached.position.phase == OVER
            elif reached.position.phase == SUMMONING and walker.objective.kind != SURVIVE:
                assert not walker.is_last_turn(reached)
    return refuted, answered


@pytest.mark.parametrize("mode", ["duel", "teams", "ffa"])
def test_every_losing_try_has_a_refutation_that_can_be_played(mode: str) -> None:
    refuted = answered = 0
    for n in range(60):
        position = Maker(f"refuting {n}", mode, cards=2, creatures=2, mana=2).puzzle(turns=2)
        answer = solve(position, budget=Budget(nodes=20_000))
        with_refutation, with_best = replay(position, answer)
        refuted += with_refutation
        answered += with_best
    assert refuted > 10
    assert answered > 3 or mode != "duel"  # with four seats another's turn follows


def test_what_the_best_line_after_the_refutation_lacks() -> None:
    """Nothing is better than that: a goal of so much less is reached against the same defence."""
    compared = 0
    for n in range(150):
        position = Maker(f"best {n}", cards=2, creatures=2, mana=3).puzzle("damage", turns=2)
        answer = solve(position, budget=Budget(nodes=20_000))
        for attempt in answer.tries if answer.complete else ():
            if attempt.best is None or attempt.lack is None or attempt.lack.part != "damage":
                continue
            compared += 1
            needed = position.objective["goal"]["damage"]
            for missing, solved in ((attempt.lack.left, True), (attempt.lack.left - 1, False)):
                if missing == needed:
                    continue
                easier = position.copy()
                easier.objective = {**position.objective, "goal": {"damage": needed - missing}}
                walker = Walker(easier, read(easier), Budget())
                state = walker.start
                for action in [*attempt.line, *(attempt.refutation or ())]:
                    state = walker.make(state, action)
                if state.reached or state.position.is_over:
                    continue
                left = state.position.copy()
                still = needed - missing - state.count
                left.objective = {"player": "A", "goal": {"damage": still}, "turns": 1}
                assert solve(left).solved is solved
    assert compared > 20


def test_the_try_that_comes_nearest_is_told_first() -> None:
    """Imp and Ant may be played on either line; the Ox stops one line, and what attacks on the other is not enough."""
    text = "A summoning m1 | A [B Imp(c1 1/1) Ant(c1 2/1) x y] lower Rat(c1 1/2) | B [F Ox(c1 0/9) x y z u v]"
    position = puzzle(text, "A win in 2")
    answer = solve(position)
    assert not answer.solved
    gaps = [attempt.lack.gap for attempt in answer.tries if attempt.lack is not None]
    assert gaps == sorted(gaps)
    assert all(attempt.refutation is not None and ASSAULT in attempt.refutation for attempt in answer.tries)
