"""The bots play by the rules, from what their seat sees; a level is no weaker than the one below it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.armies.bots.habits import habit
from engine.armies.bots.knowledge import known_cards
from engine.armies.bots.levels import LEVELS, make_bot
from engine.armies.bots.sampling import sample
from engine.armies.bots.selfplay import choice_of, play_game, seen_in_hand
from engine.armies.formats.state_reading import read_state
from engine.armies.formats.state_writing import write_state
from engine.armies.formats.views import view_of
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.rules.position import ArmiesPosition
from engine.kernel.chance import Chance
from tests.engine.armies.helpers import VARIANTS, is_between_hands
from tests.engine.armies.test_properties import POSITIONS
from tests.engine.armies.test_secrets import otherwise

pytestmark = pytest.mark.slow("plays whole games")


@given(POSITIONS, st.integers(0, 10**6))
def test_a_sample_looks_like_the_view_it_is_of(position: ArmiesPosition, seed: int) -> None:
    for seat in range(len(position.players)):
        view = view_of(position, seat)
        dealt = sample(view, Chance(seed, "test"))
        assert view_of(dealt, seat) == view
        if not is_between_hands(position):
            assert read_state(write_state(dealt)).key() == dealt.key()
            assert dealt.legal_actions(seat) == position.legal_actions(seat)


@settings(max_examples=15)
@given(POSITIONS, st.integers(0, 10**6))
def test_choices_depend_on_nothing_hidden(position: ArmiesPosition, seed: int) -> None:
    if is_between_hands(position):
        return
    for seat in position.to_act():
        copy = otherwise(position, seat, random.Random(seed))
        for level in LEVELS:
            choices = [
                make_bot(level).choose(view_of(candidate, seat), Chance(seed, "test")) for candidate in (position, copy)
            ]
            assert choices[0] == choices[1] and choices[0] in position.legal_actions(seat)


@given(POSITIONS, st.integers(0, 10**6))
def test_habits_are_legal(position: ArmiesPosition, seed: int) -> None:
    if not position.is_over:
        assert habit(position, Chance(seed, "test")) in position.legal_actions()


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_known_is_true(variant: str) -> None:
    """Whatever a seat knows of another's hand is there, unless it is a champion that is sealed."""
    known_at_all = 0
    for seats in (2, 4):
        rng = random.Random(f"{variant} {seats}")
        game = ArmiesGame(ArmiesSetUp(seats, variant, VARIANTS[variant]))
        while not game.is_over and len(game.done) < 300:
            seat = rng.choice(game.to_act())
            game.apply(seat, rng.choice(game.legal_actions(seat)))
            if is_between_hands(game.position):
                continue
            watcher = rng.randrange(seats)
            battle = game.position.battle
            for other, cards in known_cards(seen_in_hand(game, watcher)).items():
                held = Counter(game.position.players[other].hand)
                if battle is not None and other in battle.champions:
                    held[battle.champions[other]] += 1
                assert cards <= held
                known_at_all += sum(cards.values())
    assert known_at_all > 0


def test_what_is_known_is_in_the_samples() -> None:
    game = ArmiesGame(ArmiesSetUp(3, "known"))
    rng = random.Random(4)
    cards_known = 0
    while not game.is_over and len(game.done) < 200:
        seat = rng.choice(game.to_act())
        game.apply(seat, rng.choice(game.legal_actions(seat)))
        if game.stage != "turn":
            continue
        known = known_cards(seen_in_hand(game, 0))
        dealt = sample(game.view(0), Chance(1, "test"), known)
        for other, cards in known.items():
            assert cards <= Counter(dealt.players[other].hand)
            cards_known += sum(cards.values()) if other else 0
    assert cards_known > 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_of_bots_can_be_played_again(level: str) -> None:
    setup = ArmiesSetUp(2, "again", VARIANTS["kids"])
    game = play_game(setup, [make_bot(level), make_bot("random")], 3)
    assert game.is_over
    again = play_game(setup, [make_bot(level), make_bot("random")], 3)
    assert again.done == game.done
    assert choice_of(ArmiesGame(setup), make_bot(level), 0, 3).verb == "deal"


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(8):
        bots = [make_bot("greedy" if seat == seed % 2 else "random") for seat in range(2)]
        result = play_game(ArmiesSetUp(2, str(seed)), bots, seed).result
        assert result is not None
        wins += seed % 2 in result.winners
    assert wins >= 7


def test_an_onlooker_has_nothing_to_choose() -> None:
    game = ArmiesGame(ArmiesSetUp(2, "x"))
    with pytest.raises(ValueError, match="onlooker"):
        make_bot("greedy").choose(game.view(None), Chance(0, "x"))
    with pytest.raises(ValueError, match="nothing to choose"):
        make_bot("greedy").choose(game.view(1), Chance(0, "x"))
