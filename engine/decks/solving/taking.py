"""The cards that Enchain may take in the turn (ruling 5.11)."""

from __future__ import annotations

from engine.decks.rules.abilities import (
    ENCHAIN,
    LUCIDITY,
    PRICE_OF_BLOOD,
    REINFORCEMENT,
)
from engine.decks.rules.cards import Card
from engine.decks.solving.means import LUCIDITY_SAVES, NO_END, Means


def taken(means: Means) -> int:
    """The most cards that Enchain can hold back at a time of those taken this turn (ruling 5.11).

    Each is taken by a card that is played: as many as can be paid for together with what gives them Enchain.
    """
    by_aura = bool(means.given & ENCHAIN)
    costs: list[int] = []
    printed: list[int] = []
    source = NO_END  # the cheapest card whose Aura gives it
    for card in means.cards:
        if not card.is_creature:
            continue
        cost = _least_cost(means, card)
        if card.abilities & ENCHAIN:
            printed.append(cost)
        if by_aura or card.abilities & ENCHAIN:
            costs.append(cost)
        if card.auras & ENCHAIN:
            source = min(source, cost)
    if not by_aura or _is_given_in_play(means, ENCHAIN):
        source = 0
    mana = means.board.mana
    if source > mana:
        return _affordable(printed, mana)
    return max(_affordable(printed, mana), _affordable(costs, mana - source))


def frees(means: Means) -> bool:
    """Whether a card that was taken may come back, and another be taken: who holds it has been hurt (5.11)."""
    if means.is_hit:
        return True
    for card in means.cards:
        if not card.is_creature:
            return True
    return False


def _is_given_in_play(means: Means, ability: int) -> bool:
    for row in (means.board.rows[2 * means.seat], means.board.rows[2 * means.seat + 1]):
        for creature in row:
            if creature.body.auras & ability:
                return True
    return False


def _least_cost(means: Means, card: Card) -> int:
    """The least Mana for which a card of the player's may come to be played."""
    if card is means.board.seats[means.seat].champion or means.own & REINFORCEMENT or card.abilities & PRICE_OF_BLOOD:
        return 0
    return max(0, card.cost - LUCIDITY_SAVES) if card.abilities & LUCIDITY else card.cost


def _affordable(costs: list[int], mana: int) -> int:
    """How many cards of such costs the Mana pays for at most."""
    costs.sort()
    count = 0
    for cost in costs:
        mana -= cost
        if mana < 0:
            break
        count += 1
    return count
