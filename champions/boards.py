"""Positions with a Champion, to be opened on the board."""

from __future__ import annotations

import random
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from cards.models import Card, Deck
from engine import compact
from engine.abilities import SEASON_1, SEASON_2
from engine.actions import BEGIN_TURN
from engine.cards import Card as EngineCard
from engine.modes import DUEL
from engine.setup.errors import SetUpError
from engine.setup.formats import CONSTRUCTED, SetUp
from engine.setup.games import Game
from engine.setup.terms import Terms

SIZE: Final = 8


def spelled(card: Card) -> EngineCard:
    """The card written out, so that a position stays what it is when a set changes."""
    plain = card.printed
    return EngineCard(plain.name, plain.is_creature, plain.cost, plain.av, plain.hp, plain.slugs)


def cards_of(deck: Deck) -> tuple[EngineCard, ...]:
    """The deck's cards, written out, from the left."""
    return tuple(spelled(place.card) for place in deck.places.select_related("card__set"))


def begun(champion: Card, mine: Deck, theirs: Deck, rival: Card, seed: int) -> str:
    """The address of a Duel about to begin: two decks, a Champion each, dealt by a seed; the first player is to act.

    Raises ``SetUpError`` when the rules do not allow it: a deck without eight different cards, a Champion whose twin
    is in the deck, abilities of different editions.
    """
    edition = SEASON_1 if champion.editions == (1,) or rival.editions == (1,) else SEASON_2
    setup = SetUp(DUEL, CONSTRUCTED, seed, decks=(cards_of(mine), cards_of(theirs)), edition=edition)
    game = Game(setup, Terms(champions=(spelled(champion), spelled(rival))))
    if game.position is None:
        raise SetUpError("no-game-yet")
    game.position.apply(BEGIN_TURN)
    return f"{reverse('grimoire:board')}?{urlencode({'p': compact.pack(game.position)})}"


def new_seed() -> int:
    """A seed for a deal that nobody has chosen."""
    return random.SystemRandom().getrandbits(32)
