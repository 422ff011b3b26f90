"""Counting what goals need while an action is carried out."""

from __future__ import annotations

from engine.decks.rules.tally import Tally
from engine.decks.solving.objective import BASTION, DAMAGE, Objective


def counted(objective: Objective, tally: Tally) -> int:
    """A tally's count for an objective: damage to enemy Strongholds, their Bastions fallen, or enemy turns ended.

    Taken cards are no damage, and Regeneration takes nothing back; a Bastion that is the whole hand falls too when its
    player loses (position.md; ruling 1.2).
    """
    if objective.kind == DAMAGE:
        counts = tally.moved
    elif objective.kind == BASTION:
        counts = tally.fallen
    else:
        counts = tally.ended
    return sum([counts[seat] for seat in objective.enemies])
