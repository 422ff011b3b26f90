"""The solver of turns, against a search that leaves out nothing and remembers nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.kernel.budget import Budget
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.actions import END
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.legality import check
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import AT_ACTIONS, AT_DISCARD, SchoolsState
from engine.schools.solving import prove
from engine.schools.solving.proof import MAX_WAYS, NONE, SEVERAL, UNIQUE, UNPROVEN
from engine.schools.solving.turn_graph import Deed, deed_of, ends_the_game, points_short
from tests.engine.schools.helpers import state_of, walk

FEW = 300  # states of a turn that the oracle can go through line by line
Deeds = frozenset[tuple[Deed, int]]


def after(state: SchoolsState, action: Any) -> SchoolsState:
    copy = state.copy()
    carry_out(copy, action, [])
    return copy


class Oracle:
    """Every line of a turn, one after the other; every answer to Maleficio, which have to come to the same."""

    def __init__(self, start: SchoolsState) -> None:
        self.seat = start.active
        self.winning: set[Deeds] = set()
        self.lines, self.luck = self.go(start, ())

    def go(self, state: SchoolsState, deeds: tuple[Deed, ...]) -> tuple[int, float]:
        if state.is_over:
            assert state.result is not None
            if state.result.winner != self.seat:
                return 0, 0.0
            self.winning.add(frozenset(Counter(deeds).items()))
            return 1, 1.0
        if state.phase == AT_DISCARD:
            answers = [self.go(after(state, answer), deeds) for answer in legal_actions(state)]
            assert all(likelihood == pytest.approx(answers[0]) for likelihood in answers)
            return answers[0]
        lines, luck = 0, 0.0
        actions = legal_actions(state)
        for action in actions:
            if action.verb == END and not ends_the_game(state):
                continue
            lines_after, likely = self.go(after(state, action), (*deeds, deed_of(state, action)))
            lines, luck = lines + lines_after, luck + likely / len(actions)
        return lines, luck

    def minimal(self) -> set[Deeds]:
        counts = {deeds: Counter(dict(deeds)) for deeds in self.winning}
        return {deeds for deeds, own in counts.items() if not any(other < own for other in counts.values())}


def deeds_of(state: SchoolsState, line: Any) -> Deeds:
    """The deeds of a line, which has to win."""
    seat, deeds = state.active, Counter[Deed]()
    for action in line:
        check(state, action)
        deeds[deed_of(state, action)] += 1
        state = after(state, action)
        if state.phase == AT_DISCARD:
            state = after(state, legal_actions(state)[-1])
    assert state.result is not None and state.result.winner == seat
    return frozenset(deeds.items())


def compare(state: SchoolsState) -> str:
    """Compares a proof with the oracle; the verdict."""
    proof = prove(state)
    oracle = Oracle(state)
    assert (proof.lines, proof.luck) == (oracle.lines, pytest.approx(oracle.luck))
    ways, minimal = [deeds_of(state, way) for way in proof.ways], oracle.minimal()
    assert len(set(ways)) == len(ways) == min(len(minimal), MAX_WAYS) and set(ways) <= minimal
    assert proof.verdict == (NONE if not minimal else UNIQUE if len(minimal) == 1 else SEVERAL)
    assert [len(way) for way in proof.ways] == sorted(len(way) for way in proof.ways)
    return proof.verdict


def with_more(state: SchoolsState) -> SchoolsState:
    """The same with Trials at hand that fit, so that more can be won, and fewer cards, so that lines can be counted."""
    copy = state.copy()
    for element in range(5):
        while copy.own.hand[element] > 1 or (copy.own.hand[element] and copy.own.hand_size > 2):
            copy.own.hand[element] -= 1
    for side in copy.sides:
        side.students = [column[-4:] for column in side.students]
    copy.summoned = copy.turn % 3 > 0
    fitting = [copy.own.level(arena) + 1 for arena in range(5) if copy.own.students[arena]]
    copy.own.column += [level for level in sorted(fitting, reverse=True) if level <= 6][:3]
    return copy


def turns(seeds: range) -> list[SchoolsState]:
    """The beginnings of turns in games of random actions, late enough to be won sometimes."""
    states = []
    for seed in seeds:
        before = 0
        for game in walk(f"turn-{seed}", 400):
            state = game.state
            if state.phase == AT_ACTIONS and not state.is_over and state.turn not in (before, 1, 2):
                before = state.turn
                if points_short(state) <= 7:
                    states.append(with_more(state))
    return states


def check_turns(seeds: range) -> Counter[str]:
    verdicts: Counter[str] = Counter()
    for state in turns(seeds):
        proof = prove(state, Budget(FEW), with_tries=False)
        if proof.complete and proof.lines < 3000:
            verdicts[compare(state)] += 1
    return verdicts


def test_the_search_agrees_with_one_that_leaves_out_nothing() -> None:
    verdicts = check_turns(range(25))
    assert verdicts[NONE] >= 5 and verdicts[UNIQUE] >= 2 and verdicts[SEVERAL] >= 2, verdicts


@pytest.mark.long
def test_the_search_agrees_on_many_turns() -> None:
    verdicts = check_turns(range(25, 400))
    assert min(verdicts[verdict] for verdict in (NONE, UNIQUE, SEVERAL)) >= 30, verdicts


def near(**parts: Any) -> SchoolsState:
    """Dragombre at 14, Summon used up, and a level 1 to be passed where there is no Trial yet; the other at nothing."""
    arenas = {
        "earth": {"students": ["fire"] * 6, "trials": [6]},
        "water": {"students": ["air"] * 5, "trials": [5]},
        "air": {"trials": [3]},
    }
    dragombre = {"hand": {"fire": 1, "darkness": 1}, "emblem": "earth", "column": [1], "arenas": arenas, **parts}
    return read_state(state_of(turn=5, dragombre=dragombre, summoned=True))


def test_one_solution_whatever_the_order() -> None:
    """Move to Fire, assign Darkness, pass; or to Darkness and Fire assigned: two; with two Fires, one."""
    assert prove(near()).verdict == SEVERAL
    proof = prove(near(hand={"fire": 2}))
    assert proof.verdict == UNIQUE
    assert [str(action) for action in proof.ways[0]] == ["move fire", "assign fire", "pass dragombre"]
    assert prove(near(hand={"fire": 1})).verdict == NONE


def test_what_plays_no_part_makes_no_other_solution() -> None:
    """A Student assigned on the way is superfluous, not another solution."""
    state = near(hand={"fire": 2, "earth": 0}, emblem="water")
    assert prove(state).is_unique
    state = near(hand={"fire": 2}, emblem="fire")  # needs no Move: either card may be spent otherwise
    proof = prove(state)
    assert proof.is_unique and len(proof.ways[0]) == 2 and proof.lines >= 1


def test_tries_fall_short_and_cannot_be_mended() -> None:
    proof = prove(near(hand={"fire": 1}))
    assert not proof.ways and proof.tries
    for attempt in proof.tries:
        state = near(hand={"fire": 1})
        for action in attempt.line:
            check(state, action)
            state = after(state, action)
        assert points_short(state) == attempt.short == 1


def test_the_last_trial_ends_the_game_with_the_turn() -> None:
    """M9.6: whoever is ahead when the last Trial is announced wins by ending the turn."""
    ahead = {"emblem": "earth", "arenas": {"earth": {"students": ["fire"], "trials": [1]}}}
    state = read_state(state_of(turn=5, dragombre=ahead, trials=[3, 4]))
    proof = prove(state)
    assert [str(action) for action in proof.ways[0]] == ["end"] and proof.is_unique
    behind = read_state(state_of(turn=6, dragombre=ahead, trials=[3, 4]))
    assert prove(behind).verdict == NONE
    longer = read_state(state_of(turn=5, dragombre=ahead, trials=[3, 4, 5]))
    assert prove(longer).verdict == NONE


@pytest.mark.parametrize(
    ("own", "other", "overtime", "short"),
    [
        (14, 9, False, 1),
        (14, 11, False, 3),
        (12, 3, False, 3),
        (13, 14, False, 7),
        (18, 12, True, 2),
        (12, 10, True, 1),
    ],
)
def test_points_short(own: int, other: int, overtime: bool, short: int) -> None:
    """M9.2 and M9.4: the fewest points that change hands or come, before Overtime and in it."""

    def side(total: int) -> dict[str, Any]:
        arenas: dict[str, Any] = {}
        for arena in ("earth", "water", "air", "fire"):
            level = min(6, total)
            arenas |= {arena: {"trials": [level]}} if level else {}
            total -= level
        return {"arenas": arenas}

    state = read_state(
        state_of(turn=5, dragombre=side(own), blancgriffon=side(other), overtime=overtime, trials=[2, 1])
    )
    assert points_short(state) == short


def test_a_small_budget_proves_nothing() -> None:
    proof = prove(near(), Budget(3))
    assert proof.verdict == UNPROVEN and not proof.complete and not proof.ways


def test_no_puzzle_while_half_a_hand_is_due() -> None:
    state = read_state(state_of(turn=5, blancgriffon={"hand": {"fire": 2}}, phase="discard"))
    with pytest.raises(ValueError, match="half a hand"):
        prove(state)


def test_the_answer_to_maleficio_makes_no_difference() -> None:
    """A row of three casts it once; the oracle goes through every answer, and all come to the same."""
    state = near(hand={"fire": 2})
    own, foe = state.sides
    own.students[0], own.trials[0], own.trials[4] = [3, 3, 3], [3], [3]
    foe.hand = [1, 1, 1, 0, 0]
    assert "cast 1 maleficio" in map(str, legal_actions(state))
    assert compare(state) in (UNIQUE, SEVERAL)
