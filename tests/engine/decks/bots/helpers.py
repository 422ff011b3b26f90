"""Helpers for tests of bots: games under way, and their twins that differ in what a seat cannot know."""

from __future__ import annotations

import random

from engine.decks.cli.bench import pool
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import DRAFT, SetUp
from engine.decks.game.stages import AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import MODES
from engine.decks.rules.plays import can_reinforce
from tests.engine.decks.game.helpers import terms_for

CARDS = tuple(pool(random.Random(7)))
PLACES = tuple(MODES)


def setup_of(mode: str, seed: int, exhaustion: bool = False) -> SetUp:
    """A draft of made-up cards."""
    return SetUp(MODES[mode], DRAFT, seed, pool=CARDS, exhaustion=exhaustion)


def under_way(mode: str, seed: int, actions: int, champions: bool = False) -> DecksGame:
    """A game after a random draft and so many random actions, or at its end; then on to a choice of a person."""
    setup = setup_of(mode, seed)
    game = DecksGame(setup, terms_for(setup) if champions else Terms())
    rng = random.Random(seed)
    while game.stage != AT_PLAY or len(game.actions) < actions or len(game.legal_actions()) == 1:
        if game.is_over:
            break
        game.apply(game.active, rng.choice(list(game.legal_actions())))
    return game


def twin_of(game: DecksGame, seat: int, rng: random.Random) -> DecksGame:
    """A game that looks the same to ``seat``: what it cannot tell apart lies elsewhere, and the seed is another."""
    copy = game.copy()
    assert copy.position is not None and copy.knowledge is not None
    scene = copy.knowledge.scene
    if copy.position.seed is not None:
        copy.position.seed = rng.getrandbits(64)
    for shuffle in copy.knowledge.shuffles:
        if shuffle.seats != (seat,):
            tokens = [token for token in shuffle.tokens if token not in copy.knowledge.passed]
            if len(tokens) < len(shuffle.tokens):  # what was passed over must stay what Reinforcement cannot play
                tokens = [token for token in tokens if can_reinforce(scene.cards[token])]
            cards = [scene.cards[token] for token in tokens]
            rng.shuffle(cards)
            for token, card in zip(tokens, cards, strict=True):
                scene.cards[token] = card
    for other, hand in enumerate(scene.hands):
        player = copy.position.seats[other]
        if hand.ai is None:
            player.hand = [scene.cards[token] for token in hand.tokens]
        else:
            player.pile = [scene.cards[token] for token in hand.pile]  # type: ignore[attr-defined]
    return copy
