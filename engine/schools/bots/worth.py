"""The evaluation of a state, which the bots share. Numbers are in points of the board's totals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.schools.rules.components import START
from engine.schools.rules.ending import BEHIND, ENOUGH
from engine.schools.rules.legality import is_flanked
from engine.schools.rules.state import SchoolSide, SchoolsState

WON: Final = 1000.0  # for a game that is over; one turn later is worth less


@dataclass(frozen=True)
class SchoolsWeights:
    """The weights of the evaluation.

    ``total``: a point of a total; ``student``: a Student in an Arena, up to 6 of them, ``spare`` for others; ``card``:
    one in hand; ``caster``: a row that can cast; ``ready``: an Arena where the Students suffice for the next level;
    ``ahead``: a point of the lead once a total is near the end.
    """

    total: float = 1.0
    student: float = 0.42
    spare: float = 0.1
    card: float = 0.3
    caster: float = 0.8
    ready: float = 0.4
    ahead: float = 0.3


WEIGHTS: Final = SchoolsWeights()
# Tempers: what a bot cares for more than others of its level do.
SPELLBOUND: Final = replace(WEIGHTS, caster=2.4, ready=0.1)
STEADY: Final = replace(WEIGHTS, student=0.8, caster=0.2)


def worth_of_state(state: SchoolsState, seat: int, weights: SchoolsWeights = WEIGHTS) -> float:
    """The points of ``seat``'s side less those of the other; a game that is over counts ``WON`` less its turns."""
    if state.result is not None:
        winner = state.result.winner
        if winner is None:
            return 0.0
        return WON - state.turn if winner == seat else state.turn - WON
    own, foe = state.sides[seat], state.sides[1 - seat]
    mine, theirs = own.total, foe.total
    points = _points(own, weights) - _points(foe, weights)
    if max(mine, theirs) >= ENOUGH - 3 or min(mine, theirs) > BEHIND:
        points += weights.ahead * (mine - theirs)
    return points


def _points(side: SchoolSide, weights: SchoolsWeights) -> float:
    points = weights.total * side.total + weights.card * side.hand_size
    for arena, column in enumerate(side.students):
        count = len(column)
        level = side.level(arena)
        points += weights.student * min(count, 6) + weights.spare * max(0, count - 6)
        if count > level:
            points += weights.ready
        place = 1
        while place < count - 1:
            if is_flanked(column, place):
                points += weights.caster
                place += 2  # each row once
            place += 1
    return points - (weights.total if side.column[-1:] == [START] else 0.0)
