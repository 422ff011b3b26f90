"""Games in which much is hidden, and others that differ from them only in what a seat cannot see."""

from __future__ import annotations

import random

from cards.sets import read_set
from engine.decks.bots.bot_view import bot_view
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import DRAFT, SetUp
from engine.decks.game.stages import AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import Mode
from engine.kernel.chance import Chance

SETS = ("initiation", "treachery", "submersion", "deliquescence", "elusive", "resistance", "slyness", "bogging-down")
# Reinforcement, Enchain, Counter-order and their like make what is hidden matter.
POOL = tuple({entry.card.name: entry.card for name in SETS for entry in read_set(name).cards}.values())


def pool_of(rng: random.Random, mode: Mode) -> tuple[Card, ...]:
    hiding = [card for card in POOL if {"reinforcement", "enchain", "counter-order"} & set(card.slugs)]
    others = [card for card in POOL if card not in hiding]
    few = rng.sample(hiding, min(len(hiding), 12))
    return tuple(few + rng.sample(others, 64 - len(few)))


def another(game: DecksGame, seat: int, chance: Chance) -> DecksGame:
    """The same game with other cards in the places that a seat cannot see."""
    copy = game.copy()
    copy.position = position = bot_view(game, seat).sample(chance)
    assert copy.knowledge is not None
    scene = copy.knowledge.scene
    for player, hand in zip(position.seats, scene.hands, strict=True):
        tokens, cards = (hand.pile, player.pile) if isinstance(player, AISeat) else (hand.tokens, player.hand)
        for token, card in zip(tokens, cards, strict=True):
            scene.cards[token] = card
    return copy


def games(mode: Mode, count: int, exhaustion: bool = False) -> list[tuple[DecksGame, random.Random]]:
    """Games in play, each some random actions after its deal."""
    pairs = []
    for seed in range(count):
        rng = random.Random(f"{mode.name} {seed}")
        setup = SetUp(mode, DRAFT, seed, pool=pool_of(rng, mode), exhaustion=exhaustion)
        game = DecksGame(setup, Terms())
        for _ in range(rng.randrange(20, 160)):
            before = game.copy()
            if game.stage == AT_PLAY:
                pairs.append((before, rng))
            game.apply(game.active, str(rng.choice(game.legal_actions(game.active))))
            if game.is_over:
                break
    return pairs
