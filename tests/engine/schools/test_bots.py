"""The bots: what they may do, and that they do not peek."""

from __future__ import annotations

import random

import pytest

from engine.kernel.chance import Chance
from engine.schools.bots import SCHOOLS_LEVELS, SchoolsBotView, make_schools_bot
from engine.schools.bots.players import SchoolsEffort, SchoolsSearchBot
from engine.schools.bots.selfplay import play_schools_game
from engine.schools.rules.components import TRIALS_OF_LEVEL
from tests.engine.schools.helpers import game_of, random_game, walk
from tests.engine.schools.test_properties import cards_of, with_other_secrets

pytestmark = pytest.mark.slow("plays whole games")


@pytest.mark.parametrize("level", SCHOOLS_LEVELS)
def test_choices_do_not_depend_on_what_is_hidden(level: str) -> None:
    bot, rng = make_schools_bot(level), random.Random(level)
    for number, game in enumerate(walk(f"peek-{level}", 70)):
        if number % 9 or game.is_over:
            continue
        (seat,) = game.to_act()
        copy = with_other_secrets(game.state, seat, rng)
        first, other = [bot.choose(SchoolsBotView(state, seat), Chance(1, "x")) for state in (game.state, copy)]
        assert first == other and first in game.legal_actions()


def test_samples_agree_with_what_is_known() -> None:
    state = random_game("sample", 60).state
    view = SchoolsBotView(state, 0)
    chance = Chance(1, "samples")
    samples = [view.sample(chance) for _ in range(5)]
    assert len({sample.key() for sample in samples}) > 1
    for sample in [*samples, view.state()]:
        assert cards_of(sample) == ([12] * 5, list(TRIALS_OF_LEVEL)) and sample.seed != state.seed
        assert sample.sides[0].key() == state.sides[0].key() and sample.sides[1].students == state.sides[1].students
        assert sample.trials[: sample.known] == state.trials[: state.known]
        assert sample.sides[1].hand_size == state.sides[1].hand_size and len(sample.deck) == len(state.deck)


def test_nothing_to_choose() -> None:
    game = random_game("over")
    for level in SCHOOLS_LEVELS:
        with pytest.raises(ValueError, match="nothing to choose"):
            make_schools_bot(level).choose(SchoolsBotView(game.state, 0), Chance(1, "x"))
    with pytest.raises(ValueError, match="no bot"):
        make_schools_bot("clever")


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_a_win_at_hand_is_taken(level: str) -> None:
    """Two actions away: a Student to be assigned, then the Trial."""
    dragombre = {
        "emblem": "fire",
        "hand": {"air": 1, "water": 1},
        "column": [3],
        "arenas": {
            "fire": {"students": ["earth", "earth"], "trials": [2]},
            "earth": {"trials": [6]},
            "water": {"trials": [6]},
        },
    }
    game = game_of(3, dragombre)
    bot = make_schools_bot(level)
    while not game.is_over and game.to_act() == (0,):
        game.apply(0, bot.choose(SchoolsBotView(game.state, 0), Chance(1, str(len(game.actions)))))
    assert game.result is not None and game.result.reason == "fifteen" and len(game.actions) <= 3


def test_games_of_a_seed_are_the_same_again() -> None:
    bots = [make_schools_bot("greedy"), SchoolsSearchBot(SchoolsEffort(2, 4, 2, 1, 1, 2))]
    first, other = [play_schools_game("twice", bots) for _ in range(2)]
    assert first.actions == other.actions and first.is_over


@pytest.mark.long
def test_greedy_is_better_than_chance() -> None:
    levels = [make_schools_bot("greedy"), make_schools_bot("random")]
    won = 0.0
    for number in range(10):
        first = number % 2
        game = play_schools_game(f"better-{number // 2}", levels if first == 0 else levels[::-1])
        assert game.result is not None
        won += 0.5 if game.result.winner is None else game.result.winner == first
    assert won >= 9
