"""The material evaluation of a position, which all bots share (docs/bots.md explains it).

Numbers are in points: one point is about one attack value on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.decks.rules.abilities import AERIAL, CATALYST, DEFENDER, FLAG_OF_SLUG
from engine.decks.rules.board import OVER, AISeat, Board, Creature
from engine.decks.rules.cards import Card
from engine.kernel.temper import EVEN, Temper

CREATURE_HP: Final = 0.4  # for a Health Point of a Creature in play
IN_PLAY: Final = 0.9  # for being in play
WON: Final = 10_000.0  # for a game that is over; one turn later is worth less


@dataclass(frozen=True)
class Weights:
    """The weights of the material evaluation, in points.

    ``life``: a place that the Stronghold can still be moved before the player loses, its Bastion and its Fort side
    together; ``danger`` is divided by that life + 1 and taken off: the last lives count most. ``bastion``: the Bastion
    still stands. ``av`` and ``hp``: of Creatures in play, ``creature`` for each of them. ``mana``: of the next turn.
    ``threat``: damage that the Creatures in play would do to an enemy's Stronghold in their next Assault.
    """

    life: float = 0.8
    danger: float = 15.0
    bastion: float = 3.0
    av: float = 1.0
    hp: float = CREATURE_HP
    creature: float = IN_PLAY
    mana: float = 0.6
    threat: float = 1.0


DEFAULT: Final = Weights()
NO_WEIGHTS: Final = Weights(life=0.0, danger=0.0, bastion=0.0, av=0.0, hp=0.0, creature=0.0, mana=0.0, threat=0.0)

# Points for an ability of a Creature in play, where it is not seen in what the Creature does in the next two Assaults.
_ABILITY_POINTS: Final[dict[str, float]] = {
    "aerial": 0.3,
    "aquatic": 1.5,
    "berserk": 1.0,
    "blackmail": -2.0,
    "catalyst": 0.3,
    "cursed": -0.7,
    "defender": -1.2,
    "indestructible": 0.3,
    "instinct": 0.5,
    "mercenary": -1.7,
    "perforation": 0.3,
    "protection": 2.5,
    "regeneration": 0.9,
    "reinforcement": 0.5,
    "sharpening": 0.3,
    "splash": 0.6,
    "symbiote": -0.3,
    "vanish": 0.4,
    "vulnerability": -1.5,
    "wrecker": 0.3,
}
_POINTS: Final = [(FLAG_OF_SLUG[slug], points) for slug, points in _ABILITY_POINTS.items()]


def worth(board: Board, seat: int, weights: Weights = DEFAULT, temper: Temper = EVEN) -> float:
    """The points of ``seat``'s side less those of its enemies, each side's by the mean over its seats.

    A game that is over counts ``WON`` or ``-WON``, less the turns that it took; a drawn one 0.
    """
    team_of = board.mode.team_of
    if board.phase == OVER:
        turns = max(player.turn for player in board.seats)
        if board.result is not None and not board.result.winners:
            return 0.0
        won = board.result is not None and seat in board.result.winners
        return WON - turns if won else turns - WON
    own = theirs = 0.0
    friends = 0
    for other in range(board.mode.seats):
        points = points_of(board, other, weights)
        if team_of[other] == team_of[seat]:
            own += points
            friends += 1
        else:
            theirs += points
    return temper.own * own / friends - temper.others * theirs / (board.mode.seats - friends)


def points_of(board: Board, seat: int, weights: Weights = DEFAULT) -> float:
    """The points of one seat's things. The abilities of its Creatures count in any case."""
    player = board.seats[seat]
    if isinstance(player, AISeat):
        spare = 0 if player.fort else len(player.discard)
        mana = player.fixed_mana
    else:
        spare = 0 if player.fort else len(player.hand)
        mana = len(player.hand) + 1
    life = player.hp + spare
    points = weights.life * life - weights.danger / (life + 1)
    if not player.fort:
        points += weights.bastion
    for index in (2 * seat, 2 * seat + 1):
        row = board.rows[index]
        for creature in row:
            if creature.abilities & CATALYST:
                mana += 2
            points += weights.av * creature.body.av + weights.hp * creature.body.hp + weights.creature
            points += points_for(creature.abilities)
        if row:
            points += weights.threat * threat(row, board.rows[board.mode.facing[index]], index & 1 == 0)
    return points + weights.mana * mana


@lru_cache(maxsize=4096)
def points_for(abilities: int) -> float:
    """The points for the abilities, as flags, of a Creature in play."""
    return sum(points for flag, points in _POINTS if abilities & flag)


def threat(row: list[Creature], facing: list[Creature], upper: bool) -> int:
    """About how much damage a row does to the Stronghold across the Bridge when it attacks, from far to near.

    Each Creature attacks what stands next to the Bridge, until that has fallen; other abilities than Aerial and
    Defender are left out.
    """
    total = 0
    standing = 0
    left = facing[0].body.hp if facing else 0
    for creature in reversed(row):
        abilities = creature.abilities
        if upper and abilities & AERIAL:
            if not abilities & DEFENDER:
                total += creature.body.av
        elif standing < len(facing):
            left -= creature.body.av
            if left <= 0:
                standing += 1
                left = facing[standing].body.hp if standing < len(facing) else 0
        elif not abilities & DEFENDER:
            total += creature.body.av
    return total


def worth_of_card(card: Card) -> float:
    """The points of a card in a draft: what it brings for what it costs."""
    points = points_for(card.abilities) + 0.3 * bin(card.auras).count("1")
    if card.is_creature:
        points += DEFAULT.av * card.av + DEFAULT.hp * card.hp
    else:
        points += DEFAULT.av * card.av
    return points - 0.8 * card.cost
