"""How far the enemies' Strongholds can be moved in one turn at most: where that is too little, nothing is searched.

The bound is a generous one: every Creature that may attack a Stronghold does, with every Symbiote, Sprint and Aquatic
that could help it. Where abilities could bring more than can be reckoned simply, there is no bound. The tests compare
it with what searches find.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.abilities import (
    AQUATIC,
    BACKLASH,
    ENCHAIN,
    INSTINCT,
    MERCENARY,
    PRICE_OF_BLOOD,
    RAGE,
    REINFORCEMENT,
    SHARPENING,
    SPRINT,
    SYMBIOTE,
    VULNERABILITY,
)
from engine.board import ENTERED, Board, Creature
from engine.cards import Card
from engine.solving.objective import BASTION, DAMAGE, WIN, Objective
from engine.solving.states import State

BLOW: Final = 3  # Creatures that one blow can hit (rulings 5.17, 5.24)
LUCIDITY_SAVES: Final = 2


def is_hopeless(objective: Objective, state: State) -> bool:
    """Whether the goal cannot be reached in the present turn, which is one of the goal's own side."""
    if objective.kind not in (WIN, BASTION, DAMAGE):
        return False
    needed = _needed(objective, state)
    if needed is None:
        return False
    most = most_moved(objective, state.position)
    return most is not None and most < needed


def _needed(objective: Objective, state: State) -> int | None:
    """How many places some enemy's Stronghold has to move at least (cards taken counted too), or None for unknown."""
    if objective.kind == DAMAGE:
        return objective.needed - state.count
    needed: list[int] = []
    taking = _union(card.abilities | card.auras for card in _cards_at_hand(state.position, state.position.active))
    taking &= ENCHAIN  # cards taken are missing to the Fort too
    for seat in objective.enemies:
        player = state.position.seats[seat]
        if objective.kind == BASTION and player.fort:
            return None  # Regeneration might turn it
        both = objective.kind == WIN and not player.fort and not player.is_ai and not taking
        needed.append(player.hp + (len(player.hand) if both else 0))
    return min(needed)


def most_moved(objective: Objective, board: Board) -> int | None:
    """The most places that enemy Strongholds can move in the active player's turn, or None when there is no bound.

    The sources are those of the rulings: attacks on Strongholds (2.5, one for each activation: Berserk goes on only
    after a kill), Sharpening's excess (5.23), and for goals other than ``damage`` cards taken by Enchain (5.11).
    """
    seat = board.active
    rows = board.rows[2 * seat : 2 * seat + 2]
    cards = _cards_at_hand(board, seat)
    auras = _union(c.body.auras for row in rows for c in row) | _union(card.auras for card in cards)
    auras |= board.bestowed[seat]
    symbiotes = [card for card in cards if card.abilities & SYMBIOTE]
    helping = auras | _union(card.abilities for card in symbiotes)
    if _is_beyond(board, seat, auras | _union(card.abilities for card in cards)):
        return None
    attackers = [c for row in rows for c in row if not c.marks & ENTERED]
    if any((c.body.abilities | helping) & VULNERABILITY for c in attackers):
        return None
    room = max(len(row) for row in rows) + len(cards)
    most = 0
    for creature in attackers:
        blow = _blow(creature, helping, room)
        may = creature.body.abilities | helping
        most += blow * (1 + BLOW) if may & SHARPENING else blow
    if attackers:
        doubled = _union(c.body.abilities for c in attackers) | helping
        strength = sum(card.av for card in symbiotes) * (2 if doubled & AQUATIC else 1)
        most += strength * (1 + BLOW) if doubled & SHARPENING else strength
    excess = _excess(board, rows, cards, auras)
    if excess is None:
        return None
    most += excess
    if objective.kind != DAMAGE:
        most += sum(1 for card in cards if card.is_creature and (card.abilities | auras) & ENCHAIN)
    return most


def _is_beyond(board: Board, seat: int, own: int) -> bool:
    """Whether abilities on the board could bring attacks or plays that are not reckoned with here."""
    theirs = 0
    for other in range(board.mode.seats):
        if other != seat:
            theirs |= board.bestowed[other]
            for row in (board.rows[2 * other], board.rows[2 * other + 1]):
                theirs |= _union(c.body.abilities | c.body.auras for c in row)
    if theirs & (REINFORCEMENT | MERCENARY):
        return True
    own |= _union(c.body.abilities for row in (board.rows[2 * seat], board.rows[2 * seat + 1]) for c in row)
    return bool(own & INSTINCT and theirs & INSTINCT)


def _blow(creature: Creature, helping: int, room: int) -> int:
    """The most damage of one attack without Symbiotes to come."""
    may = creature.body.abilities | helping
    blow = creature.body.av + creature.sprint
    if may & SPRINT:
        blow += room
    return 2 * blow if may & AQUATIC else blow


def _excess(board: Board, rows: list[list[Creature]], cards: list[Card], auras: int) -> int | None:
    """What Sharpening can bring from cards played this turn, or None for no bound (rulings 5.20, 5.4, 5.23)."""
    most = 0
    entered = _union(c.body.abilities for row in rows for c in row if c.marks & ENTERED)
    quick = (entered | auras | _union(card.abilities for card in cards)) & (RAGE | BACKLASH)
    if quick and (entered | auras) & SHARPENING:
        return None
    for card in cards:
        if card.abilities & SHARPENING and card.is_creature and quick:
            return None
        if card.abilities & SHARPENING and not card.is_creature and _is_affordable(board, card):
            most += BLOW * card.av
    return most


def _cards_at_hand(board: Board, seat: int) -> list[Card]:
    """The cards that a player may come to play this turn: the hand, the Champion, what may come back to the hand."""
    player = board.seats[seat]
    cards = list(player.hand)
    if player.champion is not None:
        cards.append(player.champion)
    for index, row in enumerate(board.rows):
        for creature in row:
            if index >> 1 == seat:
                cards.append(creature.body.card)
                if creature.body.symbiote is not None:
                    cards.append(creature.body.symbiote)
            elif creature.enchained is not None:
                cards.append(creature.enchained)
    return cards


def _is_affordable(board: Board, card: Card) -> bool:
    return card.cost - LUCIDITY_SAVES <= board.mana or bool(card.abilities & PRICE_OF_BLOOD)


def _union(flags: Iterable[int]) -> int:
    union = 0
    for flag in flags:
        union |= flag
    return union
