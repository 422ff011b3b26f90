"""The cases that the bounds on a turn have reckoned with: which abilities, on whose cards, in which modes and editions.

The bounds (``means``) add up what the active player's own cards can bring. That holds while nobody else acts in the
turn in a way that brings more, and while nothing is there that has not been thought of. So these are lists of what has
been; whatever is not on them (a new ability, a new mode, an ability in a place where it was not looked at) means that
there is no bound.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    AERIAL,
    AIM,
    AQUATIC,
    BACKLASH,
    BERSERK,
    BLACKMAIL,
    CATALYST,
    COUNTER_ORDER,
    CURSED,
    DEFENDER,
    ENCHAIN,
    FOCUS,
    IMMOLATION,
    INDESTRUCTIBLE,
    INSTINCT,
    LUCIDITY,
    MERCENARY,
    PERFORATION,
    PRICE_OF_BLOOD,
    PROTECTION,
    RAGE,
    REGENERATION,
    REINFORCEMENT,
    SEASON_1,
    SEASON_2,
    SHARPENING,
    SPLASH,
    SPRINT,
    SYMBIOTE,
    VANISH,
    VULNERABILITY,
    WRECKER,
)
from engine.decks.rules.board import SUMMONING, AISeat, Board
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL
from engine.decks.rules.plays import can_reinforce

MODES: Final = ("duel", "solo", "coop", "ffa", "teams")
EDITIONS: Final = (SEASON_1, SEASON_2)

# On Creatures in play of anybody but the active player, enemies, allies and third players, persons and AIs: these do
# nothing in the turn of another, or nothing that brings the active player more than ``means`` says. They act in their
# owner's turn, or when their owner is played, and nobody but the active player plays; they guard their owner, or say
# where its card goes: to another hand, which only becomes longer, or to the active player's (Mercenary), which
# ``means`` looks at. Immolation burns the one who plays.
QUIET: Final = (
    AERIAL | AIM | AQUATIC | BACKLASH | BERSERK | BLACKMAIL | CATALYST | COUNTER_ORDER | CURSED | DEFENDER | ENCHAIN
    | FOCUS | IMMOLATION | INDESTRUCTIBLE | LUCIDITY | MERCENARY | PERFORATION | PRICE_OF_BLOOD | PROTECTION | RAGE
    | REGENERATION | SHARPENING | SPLASH | SPRINT | SYMBIOTE | VANISH | VULNERABILITY | WRECKER
)  # fmt: skip
# What the others hold without its being in play (hands, Champions, piles, face-down cards): there these do nothing.
# Only Reinforcement could bring it into play (``entering``).
HELD: Final = QUIET | INSTINCT | REINFORCEMENT
# On all that the active player has, or may come to have in the turn, while the others are quiet. Instinct then never
# has an attack to answer, and Reinforcement answers the player's own Incantations alone.
OWN: Final = (
    AERIAL | AIM | AQUATIC | BACKLASH | BERSERK | BLACKMAIL | CATALYST | COUNTER_ORDER | CURSED | DEFENDER | ENCHAIN
    | FOCUS | IMMOLATION | INDESTRUCTIBLE | INSTINCT | LUCIDITY | MERCENARY | PERFORATION | PRICE_OF_BLOOD | PROTECTION
    | RAGE | REGENERATION | REINFORCEMENT | SHARPENING | SPLASH | SPRINT | SYMBIOTE | VANISH | VULNERABILITY | WRECKER
)  # fmt: skip
# The same where an enemy may answer by Instinct. Its attacks may set off the player's Reinforcement (5.22), in the
# Assault too, for which every card of the player's is reckoned with; or the player's own Instinct (5.14), as often as
# its owner can suffer damage and survive. Only where there are two seats: a third one's Instinct may hit another enemy,
# an ally's helps.
ATTACKED: Final = (
    AERIAL | AQUATIC | BACKLASH | BERSERK | BLACKMAIL | CATALYST | COUNTER_ORDER | CURSED | DEFENDER | ENCHAIN
    | IMMOLATION | INDESTRUCTIBLE | INSTINCT | LUCIDITY | MERCENARY | PERFORATION | PRICE_OF_BLOOD | PROTECTION | RAGE
    | REGENERATION | REINFORCEMENT | SHARPENING | SPLASH | SPRINT | SYMBIOTE | VANISH | VULNERABILITY
)  # fmt: skip
ANSWERING: Final = QUIET | INSTINCT
# On the other player's Creatures in play, and on what comes into play by their Reinforcement, in a Duel.
REINFORCED: Final = ANSWERING | REINFORCEMENT
# A Creature that goes on attacking (5.5) after Backlash has thrown it back (5.27) would pass others twice (5.25).
PASSING_AGAIN: Final = BERSERK | SPRINT | VANISH


def is_reckoned_with(board: Board, brought: int) -> bool:
    """Whether ``means`` has a bound for what can happen in the rest of the active player's turn.

    ``brought`` are the abilities of what ``entering`` says, Auras included.
    The turn has begun, so what only happens at the beginning of one (Exhaustion, Catalyst's Mana) is over.
    """
    mode = board.mode
    seat = board.active
    if mode.name not in MODES or board.edition not in EDITIONS or board.phase != SUMMONING or board.seats[seat].is_ai:
        return False
    own = board.bestowed[seat]
    others = abilities_held = 0
    for index, row in enumerate(board.rows):
        for creature in row:
            if index >> 1 == seat:
                own |= creature.body.abilities | creature.body.auras
            else:
                others |= creature.body.abilities | creature.body.auras
            card = creature.enchained
            if card is not None:
                if mode.facing[index] >> 1 == seat:
                    own |= card.abilities | card.auras
                else:
                    abilities_held |= card.abilities | card.auras
    for number, player in enumerate(board.seats):
        abilities = abilities_of(player.hand)
        if player.champion is not None:
            abilities |= player.champion.abilities | player.champion.auras
        if isinstance(player, AISeat):
            abilities |= abilities_of(player.pile) | abilities_of(player.discard)
        if number == seat:
            own |= abilities
        else:
            abilities_held |= abilities
            others |= board.bestowed[number]
    others |= brought
    if others & MERCENARY:
        own |= others
    if abilities_held & ~HELD or own & ~OWN:
        return False
    if not others & ~QUIET:
        return True
    if len(board.seats) > 2 or others & ~REINFORCED or (others & REINFORCEMENT and mode is not DUEL):
        return False
    if brought & BACKLASH and own & PASSING_AGAIN == PASSING_AGAIN:
        return False
    if others & INSTINCT and own & INSTINCT and own & (REINFORCEMENT | SPRINT):
        return False  # there would be more that answer, or that pass others twice
    return not (others & INSTINCT and own & ~ATTACKED)


def reinforces(board: Board) -> bool:
    """Whether the other player of a Duel has a Creature in play that Reinforcement may answer for."""
    if board.mode is not DUEL:
        return False
    other = 1 - board.active
    for row in (board.rows[2 * other], board.rows[2 * other + 1]):
        for creature in row:
            if (creature.body.abilities | creature.body.auras) & REINFORCEMENT:
                return True
    return False


def entering(board: Board) -> list[Card]:
    """The cards that may come into play by the Reinforcement of the other player of a Duel (5.22).

    Those in hand and those that may come there in the turn: from the board (1.5), from under a Creature (5.11), and, if
    there is Mercenary, from the active player (5.16).
    """
    if not reinforces(board):
        return []
    seat = board.active
    other = 1 - seat
    cards = board.seats[other].hand[:]
    own: list[Card] = board.seats[seat].hand[:]
    for index, row in enumerate(board.rows):
        theirs = index >> 1 == other
        for creature in row:
            lying = cards if theirs else own
            lying.append(creature.body.card)
            if creature.body.symbiote is not None:
                lying.append(creature.body.symbiote)
            if creature.enchained is not None:
                (own if theirs else cards).append(creature.enchained)
    if (abilities_of(cards) | abilities_of(own)) & MERCENARY:
        cards += own
    return [card for card in cards if can_reinforce(card)]


def abilities_of(cards: list[Card]) -> int:
    """The abilities of some cards, Auras included."""
    abilities = 0
    for card in cards:
        abilities |= card.abilities | card.auras
    return abilities
