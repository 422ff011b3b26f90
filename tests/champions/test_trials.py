"""Trials: pairs of games that differ in the Champion alone."""

from __future__ import annotations

import random

import pytest

from champions.trials import Arm, TrialTally, play_pairs
from engine.decks.cli.bench import pool
from engine.decks.game import deal
from engine.decks.rules.cards import Card

POOL = pool(random.Random(3))
HERO = Card("Hero", True, 3, 6, 6, ("rage", "protection"))
NOBODY = Card("Nobody", True, 60, 0, 1, ())


def tally_of(champion: Card, pairs: int, seed: int = 1) -> TrialTally:
    tally = TrialTally(Arm(), Arm())
    play_pairs(champion, POOL, "season-2", seed, range(pairs), tally)
    return tally


def test_a_champion_that_never_comes_changes_nothing() -> None:
    tally = tally_of(NOBODY, 12)
    assert tally.pairs == tally.bare.games == 12
    assert tally.gain == 0
    assert tally.squares == 0
    assert tally.crowned.summoned == 0
    assert tally.crowned.turns == tally.bare.turns


def test_a_strong_champion_wins_games() -> None:
    tally = tally_of(HERO, 40)
    assert tally.crowned.summoned > 30
    assert tally.gain > 0.1
    assert tally.crowned.turns < tally.bare.turns


def test_a_drawn_game_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an unfinished one does; here a game is drawn after two turns each, before anybody can have won."""
    monkeypatch.setattr(deal, "TURN_LIMIT", 2)
    tally = tally_of(HERO, 4)
    assert tally.bare.unfinished == tally.crowned.unfinished == tally.pairs == 4
    assert tally.bare.share == tally.crowned.share == 0.5


def test_steps_add_up_to_the_whole() -> None:
    whole = tally_of(HERO, 10)
    parts = TrialTally(Arm(), Arm())
    for numbers in (range(0, 3), range(3, 4), range(4, 10)):
        play_pairs(HERO, POOL, "season-2", 1, numbers, parts)
        parts = TrialTally.of_json(parts.to_json())
    assert parts == whole


def test_another_seed_is_another_trial() -> None:
    assert tally_of(HERO, 10, seed=1) != tally_of(HERO, 10, seed=1000)


def test_the_error_is_that_of_the_differences_within_pairs() -> None:
    # 100 pairs, of which 20 turned a loss into a win: mean 0.2, variance 0.16.
    tally = TrialTally(Arm(games=100, won=40), Arm(games=100, won=60), squares=20.0)
    assert tally.gain == pytest.approx(0.2)
    assert tally.error == pytest.approx(1.96 * (0.16 / 99) ** 0.5)


def test_of_nothing_nothing_is_claimed() -> None:
    empty = TrialTally.of_json({})
    assert empty.pairs == 0
    assert empty.gain == 0
    assert empty.error == 1
