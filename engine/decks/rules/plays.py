"""A card being played, and what it costs."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import INCANTATION_ABILITIES, LUCIDITY
from engine.decks.rules.activation import Activation
from engine.decks.rules.board import Board, Creature
from engine.decks.rules.cards import Card

FROM_CHAMPION: Final = -1  # the ``place`` of a card that is the Champion beside the board
REVEALED: Final = -2  # the ``place`` of a card that an AI has revealed: it has left the pile


class Play(Activation):
    """A card being played (its steps are in ``summoning``).

    ``place`` is its index in ``hand`` (the Stronghold not counted), ``FROM_CHAMPION`` or ``REVEALED``; ``host`` the
    Creature that a Symbiote is put onto; ``target`` the place of an Incantation's target in ``row``; ``owed`` the Mana
    that Price of Blood has yet to pay; ``backlash`` the X of step 6.
    """

    __slots__ = ("backlash", "host", "owed", "place", "target")

    def __init__(
        self, seat: int, row: int, card: Card, place: int, host: Creature | None = None, target: int = -1
    ) -> None:
        super().__init__(seat, row, None, card)
        self.place = place
        self.host = host
        self.target = target
        self.owed = 0
        self.backlash = 0

    def abilities(self, board: Board) -> int:
        """See ``Activation.abilities``; an Incantation has those that act on one (ruling 5.29)."""
        source = self.source
        if source is None:
            assert self.card is not None
            return self.card.abilities & INCANTATION_ABILITIES
        return source.abilities if board.in_play(source) else 0

    def when_played(self, board: Board) -> int:
        """The abilities that answer to "when its owner is played": the card's own and Auras' (ruling 5.26)."""
        card = self.card
        assert card is not None
        source = self.source
        if source is None:
            return card.abilities & INCANTATION_ABILITIES
        if self.host is None:
            return source.abilities
        return card.abilities | board.given(self.row, board.place_of(source))


def cost_in_hand(hand: list[Card], index: int) -> int:
    """The cost of a card in hand: 2 less by Lucidity while it is the leftmost (ruling 5.15)."""
    card = hand[index]
    if index == 0 and card.abilities & LUCIDITY:
        return card.cost - 2 if card.cost > 2 else 0
    return card.cost


def cost_of_champion(board: Board, champion: Card) -> int:
    """The cost of a Champion: 1 less for each Creature card in play of its own printed cost (ruling 6.1)."""
    cost = printed = champion.cost
    for row in board.rows:
        for creature in row:
            body = creature.body
            if body.card.cost == printed:
                cost -= 1
            if body.symbiote is not None and body.symbiote.cost == printed:
                cost -= 1
    return cost if cost > 0 else 0
