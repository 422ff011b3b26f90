"""A sample opening hand: the deck shuffled by a seed, as at the start of a game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cards.models import Card
from engine.decks.rules.board import WINDOW
from engine.decks.rules.modes import DUEL
from engine.kernel.chance import Chance

SEEDS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards from left to right, after the Stronghold; the first ``window`` of them are available.

    ``mana`` is that of the first player's first turn, ``later`` that of everybody else's.
    """

    seed: int
    cards: tuple[Card, ...]
    window: int
    mana: int
    later: int

    @property
    def available(self) -> tuple[Card, ...]:
        """The cards that may be played on the first turn."""
        return self.cards[: self.window]

    @property
    def rest(self) -> tuple[Card, ...]:
        return self.cards[self.window :]


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def draw_hand(cards: Sequence[Card], seed: int) -> Hand:
    """The hand that a seed gives, whatever order the cards come in."""
    shuffled = sorted(cards, key=lambda card: card.pk)
    Chance(seed, "opening hand").shuffle(shuffled)
    return Hand(seed, tuple(shuffled), WINDOW, DUEL.first_mana[0], len(shuffled) + 1)
