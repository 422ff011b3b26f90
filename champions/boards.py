"""Positions with a Champion, to be opened on the board."""

from __future__ import annotations

import random
from collections.abc import Sequence

from board.links import board_address
from cards.models import Card, Deck
from champions.queries import pool_of
from engine.decks.game.errors import SetUpError
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.actions import BEGIN_TURN
from engine.decks.rules.cards import Card as EngineCard
from engine.decks.rules.modes import DUEL


def spelled(card: Card) -> EngineCard:
    """The card written out, so that a position stays what it is when a set changes."""
    return _written(card.printed)


def _written(plain: EngineCard) -> EngineCard:
    return EngineCard(plain.name, plain.is_creature, plain.cost, plain.av, plain.hp, plain.slugs)


def cards_of(deck: Deck, champion: Card, edition: str) -> tuple[EngineCard, ...]:
    """The deck's cards, written out, from the left.

    In the site's own decks, what cannot meet this Champion (a card of another edition, its namesake) gives way to a
    card of the same kind and cost.
    """
    cards = [place.card for place in deck.places.select_related("card__set")]
    number = 1 if edition == SEASON_1 else 2
    usable = [deck.owner_id is not None or (number in card.editions and card.name != champion.name) for card in cards]
    if all(usable):
        return tuple(spelled(card) for card in cards)
    pool = pool_of(number)
    used = {champion.name, *(card.name for card in cards)}
    suited = []
    for card, stays in zip(cards, usable, strict=True):
        plain = (
            card.printed
            if stays
            else _like(card.printed, [candidate for candidate in pool if candidate.name not in used])
        )
        used.add(plain.name)
        suited.append(_written(plain))
    return tuple(suited)


def _like(card: EngineCard, pool: Sequence[EngineCard]) -> EngineCard:
    """The card of a pool that is likest in kind and cost, the first of those in its order."""
    return min(pool, key=lambda candidate: (candidate.is_creature != card.is_creature, abs(candidate.cost - card.cost)))


def begun(champion: Card, mine: Deck, theirs: Deck, rival: Card, seed: int) -> str:
    """The address of a Duel about to begin: two decks, a Champion each, dealt by a seed; the first player is to act.

    Raises ``SetUpError`` when the rules do not allow it: a deck without eight different cards, a Champion whose twin
    is in the deck, abilities of different editions.
    """
    edition = SEASON_1 if champion.editions == (1,) or rival.editions == (1,) else SEASON_2
    decks = (cards_of(mine, champion, edition), cards_of(theirs, rival, edition))
    setup = SetUp(DUEL, CONSTRUCTED, seed, decks=decks, edition=edition)
    game = DecksGame(setup, Terms(champions=(spelled(champion), spelled(rival))))
    if game.position is None:
        raise SetUpError("no-game-yet")
    game.position.apply(BEGIN_TURN)
    return board_address(game.position)


def new_seed() -> int:
    """A seed for a deal that nobody has chosen."""
    return random.SystemRandom().getrandbits(32)
