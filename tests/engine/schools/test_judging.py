"""A turn that was played is judged by what its player knew."""

from __future__ import annotations

import random

from engine.kernel.chance import Chance
from engine.schools.bots.judging import TurnJudgement, judge_turn
from engine.schools.bots.outlook import share_of
from engine.schools.bots.worth import WON, worth_of_state
from engine.schools.rules.actions import parse_action
from engine.schools.rules.state import AT_ACTIONS
from tests.engine.schools.helpers import game_of, random_game
from tests.engine.schools.test_properties import with_other_secrets

AT_HAND = {
    "emblem": "fire",
    "hand": {"air": 1, "water": 1},
    "column": [3],
    "arenas": {
        "fire": {"students": ["earth", "earth"], "trials": [2]},
        "earth": {"trials": [6]},
        "water": {"trials": [6]},
    },
}


def test_a_win_that_was_missed_is_found_and_wins() -> None:
    game = game_of(3, AT_HAND)
    found = judge_turn(game.state, 0, [], Chance(0, "test"))
    assert found.missed and not found.plan
    for action in found.missed:
        game.apply(0, action)
    assert game.result is not None and game.result.winner == 0


def test_a_turn_that_does_nothing_was_worse_than_one_that_does() -> None:
    side = {"emblem": "fire", "hand": {"fire": 3}, "column": [3], "arenas": {"fire": {"trials": [2]}}}
    state = game_of(3, side).state
    played = [parse_action(action) for action in ("assign fire", "assign fire", "assign fire", "pass dragombre")]
    found = judge_turn(state, 0, [], Chance(0, "test"))
    assert found.plan and found.best > found.played and not found.missed
    assert judge_turn(state, 0, played, Chance(0, "test")) == TurnJudgement()


def test_a_judgement_does_not_depend_on_what_is_hidden() -> None:
    rng = random.Random(4)
    for number in range(4):
        state = random_game(f"judged-{number}", 30 + number).state
        if state.phase != AT_ACTIONS:
            continue
        copy = with_other_secrets(state, state.active, rng)
        first, other = (judge_turn(each, state.active, [], Chance(0, "x")) for each in (state, copy))
        assert first == other


def test_the_outlook_follows_the_worth() -> None:
    state = random_game("outlook", 25).state
    worth = worth_of_state(state, 0)
    assert abs(share_of(worth) + share_of(worth_of_state(state, 1)) - 1) < 1e-9
    assert share_of(-3) < share_of(0) == 0.5 < share_of(3) < 1
    assert share_of(WON - 9) == 1 and share_of(9 - WON) == 0
