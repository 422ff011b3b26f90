"""The evaluation of the searching bots: the likelihood that a seat wins a position when its turn begins.

Unlike ``worth``, which is the same sum in all modes, it knows what wins in each of them: that in Free-for-All only the
last blow counts, and a pile that runs low in a game against the AI. Docs/bots.md explains it and says where the numbers
come from. Only arithmetic that every machine carries out alike is used, so that choices do not depend on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.decks.bots.worth import CREATURE_HP, IN_PLAY, points_for, threat
from engine.decks.rules.abilities import CATALYST
from engine.decks.rules.board import OVER, AISeat, Board
from engine.kernel.temper import EVEN, Temper

_PER_TURN: Final = 0.0001  # a win now is better than one later, a loss later better than one now
_SPREAD: Final = 20.0  # points; 10 are about one unit of log-odds
_FASTEST: Final = 2.5  # a Fort that falls two and a half times over has fallen


@dataclass(frozen=True)
class SeatWeights:
    """The weights of a seat's things, in points.

    ``life``, ``danger`` (here the points that are divided by life + 1) and ``bastion`` are as in ``worth.Weights``;
    ``force`` is for the attack values, Health Points and abilities in play as ``worth`` adds them up, ``mana`` of the
    next turn, ``threat`` for each damage that the next Assault would do to a Stronghold. ``race`` is for the share of
    an enemy's life that this is, on the line where it is the larger.
    """

    life: float = 0.0
    danger: float = 0.0
    bastion: float = 0.0
    force: float = 0.0
    mana: float = 0.0
    threat: float = 0.0
    race: float = 0.0


@dataclass(frozen=True)
class ModeWeights:
    """The weights of a mode: ``base`` points, and the weights of things by whose they are.

    ``own`` is for the own side, ``enemy`` for enemies, both by the mean over their seats; ``opposite`` for the enemy
    with whom no line is shared (none: it counts as any other).
    """

    base: float
    own: SeatWeights
    enemy: SeatWeights
    opposite: SeatWeights | None = None


MODE_WEIGHTS: Final[dict[str, ModeWeights]] = {
    "duel": ModeWeights(
        3.0,
        SeatWeights(life=0.8, danger=-46.0, bastion=4.2, force=1.1, mana=2.1, threat=1.9),
        SeatWeights(life=-1.4, danger=29.0, bastion=-5.6, force=-1.0, mana=-0.9, threat=-0.85),
    ),
    "teams": ModeWeights(
        -4.0,
        SeatWeights(life=0.3, danger=-33.0, bastion=12.0, force=1.2, mana=4.0, threat=2.2),
        SeatWeights(life=-0.5, danger=49.0, bastion=-11.0, force=-1.2, mana=-3.0, threat=-1.8),
    ),
    "ffa": ModeWeights(
        -21.5,
        SeatWeights(life=0.5, danger=-13.0, bastion=1.6, force=0.8, mana=1.5, race=20.0),
        SeatWeights(life=-0.5, danger=42.0, bastion=-4.4, force=-0.7, mana=-0.2, threat=-1.0, race=-4.0),
        SeatWeights(life=0.3, bastion=5.5, threat=-0.2, race=-8.0),
    ),
    "solo": ModeWeights(
        -65.0,
        SeatWeights(life=0.5, danger=-16.0, bastion=4.8, force=0.93, mana=1.8, threat=0.6),
        SeatWeights(life=1.0, danger=519.0, bastion=-12.0, force=-0.4, threat=-0.6),
    ),
    "coop": ModeWeights(
        3.0,
        SeatWeights(life=0.2, danger=-8.0, bastion=13.0, force=0.67, mana=1.1, threat=0.7),
        SeatWeights(life=-1.4, danger=273.0, bastion=-19.0, force=-0.58, threat=-1.1),
    ),
}


def outlook(board: Board, seat: int, temper: Temper = EVEN) -> float:
    """About how likely ``seat`` is to win, from 0 to 1; judged best when its turn begins.

    A game that is over counts 1 or 0, moved a little by the turns that it took; a drawn one half.
    """
    if board.phase == OVER:
        if board.result is not None and not board.result.winners:
            return 0.5
        turns = _PER_TURN * max(player.turn for player in board.seats)
        won = board.result is not None and seat in board.result.winners
        return 1.0 - turns if won else turns
    mode = board.mode
    team_of = mode.team_of
    weights = MODE_WEIGHTS[mode.name]
    opposite = (seat + 2) % 4 if weights.opposite is not None else -1
    lives = [_life(board, other) for other in range(mode.seats)]
    own = theirs = 0.0
    points = weights.base
    friends = enemies = 0
    for other in range(mode.seats):
        if team_of[other] == team_of[seat]:
            own += _points(board, other, weights.own, lives)
            friends += 1
        elif other == opposite and weights.opposite is not None:
            points += temper.others * _points(board, other, weights.opposite, lives)
        else:
            theirs += _points(board, other, weights.enemy, lives)
            enemies += 1
    points += temper.own * own / friends + temper.others * theirs / enemies
    x = points / _SPREAD
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


def _life(board: Board, seat: int) -> int:
    player = board.seats[seat]
    if player.fort:
        return player.hp
    return player.hp + len(player.discard if isinstance(player, AISeat) else player.hand)


def _points(board: Board, seat: int, weights: SeatWeights, lives: list[int]) -> float:
    player = board.seats[seat]
    life = lives[seat]
    points = weights.life * life + weights.danger / (life + 1)
    if not player.fort:
        points += weights.bastion
    mana = len(player.hand) + 1
    force = race = 0.0
    facing = board.mode.facing
    for index in (2 * seat, 2 * seat + 1):
        row = board.rows[index]
        if not row:
            continue
        for creature in row:
            abilities = creature.abilities
            if abilities & CATALYST:
                mana += 2
            body = creature.body
            force += body.av + CREATURE_HP * body.hp + IN_PLAY + points_for(abilities)
        across = facing[index]
        damage = threat(row, board.rows[across], index & 1 == 0)
        points += weights.threat * damage
        race = max(race, damage / max(1, lives[across >> 1]))
    return points + weights.force * force + weights.mana * mana + weights.race * min(race, _FASTEST)
