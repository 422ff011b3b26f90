"""Whether one Creature of an enemy can be destroyed in the turn."""

from __future__ import annotations

from engine.decks.rules.abilities import (
    AQUATIC,
    BERSERK,
    INDESTRUCTIBLE,
    INSTINCT,
    PERFORATION,
    RAGE,
    SEASON_1,
    SPLASH,
    SPRINT,
    VANISH,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, Creature
from engine.decks.solving.means import NO_END, Means
from engine.decks.solving.spells import spells


def cannot_destroy(means: Means, target: Creature, place: int) -> bool:
    """Whether an enemy's Creature, at a place of its row, cannot be destroyed in the turn."""
    if not means.is_reckoned_with:
        return False
    board = means.board
    if means.is_answered and means.own & INSTINCT:
        return False
    kills, damage = spells(means, False)
    # Whether it has to be reached from the Bridge. An enemy that answers may Sprint to another place.
    direct = kills == 0 and board.edition != SEASON_1 and not means.is_answered
    if target.body.abilities & INDESTRUCTIBLE:
        damage = 0
        for card in means.cards:  # those who attack at once are no Incantations
            if card.is_creature and (card.abilities | means.given) & RAGE:
                return False
    if damage >= NO_END:
        return False
    row = board.rows[target.row]
    before = 0
    for creature in row[:place]:
        before += creature.body.hp - creature.damage
    if means.theirs & VANISH:
        direct = False  # the places change
    attacks = 0
    is_weakened = False
    union = 0
    for index in (2 * means.seat, 2 * means.seat + 1):
        faces = board.mode.facing[index] == target.row
        for creature in board.rows[index]:
            may = means.may(creature)
            if may & BERSERK and may & (PERFORATION | SPLASH):
                return False
            if creature.marks & ENTERED and not may & RAGE:
                continue
            if not faces and not may & SPLASH:
                continue
            if may & (BERSERK | PERFORATION | SPLASH):
                direct = False
            attacks += 1
            union |= may
            damage += means.blow(creature)
            if may & VULNERABILITY:
                if may & (SPRINT | AQUATIC) or creature.sprint:
                    return False
                is_weakened = True
    if attacks:
        damage += means.strength * (2 if union & AQUATIC else 1)
    needed = target.body.hp - target.damage
    if is_weakened:  # to its last HP (5.28), and so may be those before it
        return damage < 1 or (direct and attacks <= place)
    if direct:
        return damage < needed + before or attacks <= place
    return damage < needed
