"""Counting what goals need in the trace of an action."""

from __future__ import annotations

from engine import notes
from engine.position import Position
from engine.solving.objective import BASTION, DAMAGE, Objective
from engine.trace import Trace


def counted(objective: Objective, position: Position, trace: Trace) -> int:
    """What an action has counted for an objective: damage to enemy Strongholds, Bastions fallen, or enemy turns ended.

    ``position`` is the one that the action has led to. Damage is places moved to the right, for an AI cards discarded;
    cards taken do not count, and Regeneration takes nothing back (position.md). A Bastion that is the whole hand falls
    too when its player loses (ruling 1.2). It is read from the notes: making events of them would take longer.
    """
    count = 0
    for note in trace.notes:
        what = note[0]
        if objective.kind == DAMAGE:
            if what in _HITS and note[2] in objective.enemies:
                count += note[5]  # the places that it moved
        elif objective.kind == BASTION:
            if what in _FALLS or (what in _ENDS and not position.seats[note[2]].fort):
                count += note[2] in objective.enemies
        elif what is notes.turns:
            count += note[2] in objective.enemies
    return count


_HITS = frozenset(notes.STRONGHOLD_HIT_BY.values())
_FALLS = frozenset((notes.BASTION_FALLS, notes.PILE_MADE))
_ENDS = frozenset((notes.OVER, notes.OVER_FOR_MANY))
