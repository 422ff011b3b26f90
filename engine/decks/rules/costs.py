"""What a card costs (rulings 5.15, 6.1)."""

from __future__ import annotations

from engine.decks.rules.abilities import LUCIDITY
from engine.decks.rules.board import Board
from engine.decks.rules.cards import Card
from engine.kernel.native import i64


def cost_in_hand(hand: list[Card], index: i64) -> i64:
    """The cost of a card in hand: 2 less by Lucidity while it is the leftmost (ruling 5.15)."""
    card = hand[index]
    if index == 0 and card.abilities & LUCIDITY:
        return card.cost - 2 if card.cost > 2 else 0
    return card.cost


def cost_of_champion(board: Board, champion: Card) -> i64:
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
