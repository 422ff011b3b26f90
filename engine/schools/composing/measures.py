"""What a page "win this turn" is worth, and how hard it is: counted, not judged."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.schools.rules.actions import CAST, SUMMON, SchoolsAction
from engine.schools.rules.state import SchoolsState
from engine.schools.solving import SchoolsProof
from engine.schools.solving.turn_graph import after

# Points of difficulty from which on a page has level 2, 3, 4, 5.
LEVELS: Final = (4.5, 5.8, 7.2, 8.6)


@dataclass(frozen=True)
class TurnMeasures:
    """The measures of a page.

    ``plays``: actions of the solution. ``space``: states of the turn. ``luck``: how likely random actions win.
    ``tempting``: tries that fall short by one or two points. ``spells``, ``summons``: in the solution. ``changes``: how
    often its Emblem goes to another Arena.
    """

    plays: int
    space: int
    luck: float
    tempting: int
    spells: int
    changes: int
    summons: int

    @property
    def points(self) -> float:
        """The points of difficulty: each play, how rarely chance finds it, what tempts."""
        rarity = -math.log10(max(self.luck, 1e-6))
        return round(0.5 * self.plays + 0.8 * rarity + 0.25 * min(self.tempting, 4) + 0.3 * self.spells, 2)

    @property
    def level(self) -> int:
        """The difficulty, from 1 (easy) to 5 (hard)."""
        return 1 + sum(self.points >= least for least in LEVELS)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "luck": round(self.luck, 6), "points": self.points, "level": self.level}


def measure(state: SchoolsState, proof: SchoolsProof) -> TurnMeasures:
    """The measures of a page by its proof, which has a solution."""
    way = proof.ways[0]
    return TurnMeasures(
        plays=len(way),
        space=proof.nodes,
        luck=proof.luck,
        tempting=sum(1 for attempt in proof.tries if attempt.short <= 2),
        spells=sum(1 for action in way if action.verb == CAST),
        changes=_changes(state, way),
        summons=sum(1 for action in way if action.verb == SUMMON),
    )


def theme(way: tuple[SchoolsAction, ...]) -> tuple[str, ...]:
    """What a solution is made of, in order, cards and Arenas left out: two pages of one theme are much alike."""
    return tuple([action.spell or action.verb for action in way])


def _changes(state: SchoolsState, way: tuple[SchoolsAction, ...]) -> int:
    changes = 0
    for action in way:
        emblem = state.own.emblem
        state = after(state, action)
        changes += not state.is_over and state.own.emblem != emblem
    return changes
