"""Helpers for tests around a game: pools of cards, set-ups of every kind, random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from engine.decks.game.custom_play import Custom
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import (
    CARDS_OF_DRAFT,
    CONSTRUCTED,
    DRAFT,
    MUTATION,
    PRECONSTRUCTED,
    SetUp,
    players_of,
)
from engine.decks.game.stages import AT_TERMS
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_1, SEASON_2, slugs_of
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES


def pool(size: int, edition: str = SEASON_2, prefix: str = "") -> tuple[Card, ...]:
    """Different cards in which every ability of the edition occurs; a few come from a catalogue."""
    slugs = slugs_of(ABILITIES_OF_EDITION[edition])
    cards = []
    for number in range(size):
        abilities = (slugs[number % len(slugs)],) if number % 3 else (slugs[(7 * number) % len(slugs)], "aura:rage")
        name, creature = f"{prefix}{number:02}", number % 5 != 4
        reference = f"set/{prefix}{number}" if number % 4 == 0 else None
        stats = (1 + number % 6, 1 + number % 4, 1 + number % 5 if creature else 0)
        cards.append(Card(name, creature, *stats, abilities, reference))
    return tuple(cards)


def decks(number: int, edition: str = SEASON_2) -> tuple[tuple[Card, ...], ...]:
    """That many decks of 8 out of a pool."""
    cards = pool(8 * number, edition)
    return tuple(cards[8 * n : 8 * n + 8] for n in range(number))


def setups(seed: int) -> dict[str, SetUp]:
    """A set-up for every format in every mode that it allows, in both editions where that makes a difference."""
    made = {}
    for name, mode in MODES.items():
        made[f"draft {name}"] = SetUp(mode, DRAFT, seed, pool=pool(max(36, CARDS_OF_DRAFT[name])))
        needed = 4 * len(players_of(mode)) if mode.ai_seats else 4
        made[f"preconstructed {name}"] = SetUp(mode, PRECONSTRUCTED, seed, decks=decks(needed))
        if not mode.ai_seats:
            made[f"constructed {name}"] = SetUp(mode, CONSTRUCTED, seed, decks=decks(mode.seats), exhaustion=True)
    made["season 1"] = SetUp(MODES["duel"], DRAFT, seed, pool=pool(32, SEASON_1), edition=SEASON_1)
    made["mutation duel"] = SetUp(MODES["duel"], MUTATION, seed, decks=decks(2))
    return made


def mutation_draft(seed: int) -> SetUp:
    """The draft of a Mutation session."""
    return SetUp(MODES["duel"], MUTATION, seed, pool=pool(64))


CUSTOM = Custom(8, fixed_mana=7, variable_mana=2, ai_first=True, abilities=("rage", "vanish"))  # 1 + 2 + 1 + 2 = 8 - 2


def terms_for(setup: SetUp) -> Terms:
    """Champions for everybody, and an AI of Custom Play."""
    players = [seat for seat in range(setup.mode.seats) if seat not in setup.mode.ai_seats]
    champions = pool(4, setup.edition, "champion ")[: len(players)]
    return Terms(champions, CUSTOM if setup.mode.ai_seats else None)


def terms_of(setup: SetUp, number: int) -> Terms:
    """Now these terms, now the plain ones."""
    return terms_for(setup) if number % 2 else Terms()


def steps(game: DecksGame, rng: random.Random, limit: int = 400) -> Iterator[DecksGame]:
    """Plays a game at random, from where it stands; it is handed out before every action, and at the end."""
    for _ in range(limit):
        if game.stage == AT_TERMS:
            return
        legal: list[Any] = list(game.legal_actions())
        yield game
        if not legal:
            return
        plays = legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal
        game.apply(game.active, rng.choice(plays))


def finished(game: DecksGame, seed: int, limit: int = 400) -> DecksGame:
    """The game after random play."""
    for _ in steps(game, random.Random(seed), limit):
        pass
    return game


def drafted(setup: SetUp, terms: Terms | None, seed: int) -> DecksGame:
    """A game whose draft was played at random: its play is about to begin."""
    game = DecksGame(setup, terms)
    rng = random.Random(seed)
    while game.stage == "draft":
        game.apply(game.active, rng.choice(list(game.legal_actions())))
    return game


def eyes(game: DecksGame) -> list[int | None]:
    """The seats of people, and a spectator."""
    if game.setup.is_mutation_draft:
        return [0, 1, 2, 3, None]
    mode = game.setup.mode
    return [*(seat for seat in range(mode.seats) if seat not in mode.ai_seats), None]


def shown(game: DecksGame, seat: int | None) -> bytes:
    """All that a seat may see, the last action's events included, as bytes."""
    events = game.view_of_events(seat) if game.seen else []
    return json.dumps([game.view(seat), events]).encode()
