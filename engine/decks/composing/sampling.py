"""Positions to compose from, sampled from games that bots play, so that the boards look as in a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from engine.decks.bots.worth import worth
from engine.decks.composing.wishes import DECK
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import MANA, SUMMONING, AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES
from engine.decks.rules.position import Position

SMALL_DECK: Final = 4  # for puzzles of more turns: every defence has to be searched
PILE: Final = 12  # of an AI: half of a game's, so that both sides of its Stronghold come up
CARRIERS: Final = 2  # cards with a wanted ability in every deck
EARLIEST: Final = 2  # turn of a player from which positions are taken
LATEST: Final = 6
MAX_ACTIONS: Final = 160


def bears(card: Card, slug: str) -> bool:
    """Whether a card has an ability, by itself or as an Aura that it gives."""
    flag = FLAG_OF_SLUG[slug.removeprefix(AURA_PREFIX)]
    return bool((card.abilities | card.auras) & flag)


def positions(
    rng: random.Random,
    cards: Sequence[Card],
    abilities: Sequence[str],
    mode: str,
    small: bool,
    ended: bool,
    edition: str = SEASON_2,
    deck: int = DECK,
) -> list[Position]:
    """Positions of one game, each at the beginning of a person's Summoning phase; with ``ended``: at its end instead.

    The bots play greedily, now and then at random. ``small`` makes it a game of few cards.
    """
    position = dealt(rng, cards, abilities, mode, min(SMALL_DECK, deck) if small else deck, edition)
    folly = rng.uniform(0.05, 0.4)
    met: list[Position] = []
    begins = False
    for _ in range(MAX_ACTIONS):
        if position.is_over or min(seat.turn for seat in position.seats) > LATEST:
            break
        actions = position.legal_actions()
        if position.phase == SUMMONING and position.seats[position.active].turn >= EARLIEST and begins and not ended:
            met.append(position.copy())
        if len(actions) == 1:
            action = actions[0]
        elif rng.random() < folly:
            action = rng.choice(actions)
        else:
            action = best_play(position, actions)
        if action is ASSAULT and ended and position.seats[position.active].turn >= EARLIEST:
            met.append(position.copy())
        begins = position.phase != SUMMONING
        position.push(action)
    return met


def best_play(position: Position, actions: Sequence[Action]) -> Action:
    """The legal action that is worth the most after an Assault at once: the bots' judgement, at its cheapest."""
    seat = position.active
    best, best_points = ASSAULT, float("-inf")
    for action in reversed(actions):
        copy = position.copy()
        if action is not ASSAULT:
            copy.push(action)
        if not copy.is_over:
            copy.push(END_TURN)
        points = worth(copy, seat)
        if points > best_points:
            best, best_points = action, points
    return best


def dealt(
    rng: random.Random, cards: Sequence[Card], abilities: Sequence[str], mode: str, size: int, edition: str = SEASON_2
) -> Position:
    """The start of a game: hands with some cards of the wanted abilities in each, an AI's pile without.

    Where there are few cards nobody gets more than a fair share of them, and one share stays over for later changes.
    """
    position = Position(MODES[mode], edition)
    share = len(cards) // (len(position.seats) + 1)
    size = min(size, share)
    left = list(cards)
    rng.shuffle(left)
    for seat in position.seats:
        if isinstance(seat, AISeat):
            continue
        for number in range(CARRIERS if abilities else 0):
            ability = abilities[number % len(abilities)]
            at = next((at for at, card in enumerate(left) if bears(card, ability)), None)
            if at is not None:
                seat.hand.append(left.pop(at))
        seat.hand += left[: size - len(seat.hand)]
        del left[: size - len(seat.hand)]
        left = [card for card in left if card not in seat.hand]
        rng.shuffle(seat.hand)
    for seat in position.seats:
        if isinstance(seat, AISeat):
            pile = min(PILE, share)
            seat.pile = left[:pile]
            del left[:pile]
    position.phase = MANA
    position.seats[0].turn = 1
    return position
