"""Why a play looks good to the bots: what it changes until its seat's next turn, in the parts of ``worth``.

As ``greedy`` judges, everyone attacks until then and nobody plays a card. What a play is for is the part that gains
most by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.decks.bots.lookahead import points_in_peace
from engine.decks.bots.worth import DEFAULT, NO_WEIGHTS, Weights, points_of
from engine.decks.rules.board import Board
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget

WINS: Final = "wins"
LOSES: Final = "loses"
ENEMY_LIFE: Final = "enemy-life"
OWN_LIFE: Final = "own-life"
ENEMY_FORCE: Final = "enemy-force"
OWN_FORCE: Final = "own-force"
NONE: Final = ""
_LIFE: Final = replace(NO_WEIGHTS, life=DEFAULT.life, danger=DEFAULT.danger, bastion=DEFAULT.bastion)
_THREAT: Final = replace(NO_WEIGHTS, threat=DEFAULT.threat)
_FORCE: Final = replace(NO_WEIGHTS, av=DEFAULT.av, hp=DEFAULT.hp, creature=DEFAULT.creature)


@dataclass(frozen=True)
class Motive:
    """The motive of a play: ``kind`` is one of the names above.

    ``lives`` are the Health Points that the enemy loses by the play, or that the own side keeps; 0 where a Bastion
    falls in one case and stands in the other, which no number tells.
    """

    kind: str
    lives: int = 0


@dataclass(frozen=True)
class _Outcome:
    board: Board
    parts: dict[str, float]


def motive(before: Position, after: Position) -> Motive:
    """Why the seat whose turn it is in a Duel would come from ``before`` to ``after``, both in its Summoning phase.

    Both positions are left as they are. They may be those that somebody else knows: the plays of others count for
    nothing here, so that nothing hidden is asked for.
    """
    seat = before.active
    was, now = _in_peace(before, seat), _in_peace(after, seat)
    result = now.board.result
    if result is not None:
        return Motive(WINS if seat in result.winners else LOSES if result.winners else NONE)
    gains = {kind: now.parts[kind] - was.parts[kind] for kind in now.parts}
    best = max(gains, key=lambda kind: gains[kind])
    if gains[best] <= 0:
        return Motive(NONE)
    if best == ENEMY_LIFE:
        return Motive(best, _fewer(was.board, now.board, 1 - seat))
    return Motive(best, _fewer(now.board, was.board, seat) if best == OWN_LIFE else 0)


def _fewer(board: Board, other: Board, seat: int) -> int:
    """How many Health Points fewer a seat has on the other board, its Stronghold showing the same side."""
    ours, theirs = board.seats[seat], other.seats[seat]
    return ours.hp - theirs.hp if ours.fort == theirs.fort else 0


def _in_peace(position: Position, seat: int) -> _Outcome:
    """The outlook for the seat's next turn, in parts that are the more, the better for it."""
    outcomes: list[_Outcome] = []

    def look(board: Board, own: int) -> float:
        enemy = 1 - own
        parts = {
            ENEMY_LIFE: -_part(board, enemy, _LIFE),
            OWN_LIFE: _part(board, own, _LIFE) - _part(board, enemy, _THREAT),
            ENEMY_FORCE: -points_of(board, enemy, _FORCE),
            OWN_FORCE: points_of(board, own, _FORCE) + _part(board, own, _THREAT),
        }
        outcomes.append(_Outcome(board, parts))
        return 0.0

    points_in_peace(position, seat, Budget(), look)
    return outcomes[0]


def _part(board: Board, seat: int, weights: Weights) -> float:
    """The points of a seat by some weights, less those of its Creatures' abilities, which no weight stands for."""
    return points_of(board, seat, weights) - points_of(board, seat, NO_WEIGHTS)
