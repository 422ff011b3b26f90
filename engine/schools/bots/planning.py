"""Plans for the rest of a turn: what the turn's actions can lead to, looked through with a beam."""

from __future__ import annotations

from typing import NamedTuple

from engine.schools.bots.worth import WEIGHTS, SchoolsWeights, worth_of_state
from engine.schools.rules.actions import END, SchoolsAction
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import AT_ACTIONS, SchoolsState


class SchoolsPlan(NamedTuple):
    """Actions of one turn, and the ``state`` that they lead to: before ``end``, over, or waiting for a discard."""

    worth: float
    actions: tuple[SchoolsAction, ...]
    state: SchoolsState


def after(state: SchoolsState, action: SchoolsAction) -> SchoolsState:
    """The state after a legal action; the one given stays as it is."""
    copy = state.copy()
    events: Events = []
    carry_out(copy, action, events)
    return copy


def plans(
    state: SchoolsState, seat: int, width: int, depth: int, weights: SchoolsWeights = WEIGHTS
) -> list[SchoolsPlan]:
    """Plans of at most ``depth`` actions for the turn of ``seat``, the best first; those that may end the turn only.

    On each step the best ``width`` states go on; a state come to in several ways counts once. Nothing hidden has a say:
    no action but ``end`` turns up a card.
    """
    edge = [SchoolsPlan(worth_of_state(state, seat, weights), (), state)]
    seen = {state.key()}
    turn_plans: list[SchoolsPlan] = []
    for _ in range(depth + 1):
        nexts: list[SchoolsPlan] = []
        for plan in edge:
            if plan.state.phase != AT_ACTIONS:
                turn_plans.append(plan)
                continue
            for action in legal_actions(plan.state):
                if action.verb == END:
                    turn_plans.append(plan)
                    continue
                copy = after(plan.state, action)
                key = copy.key()
                if key not in seen:
                    seen.add(key)
                    worth = worth_of_state(copy, seat, weights)
                    nexts.append(SchoolsPlan(worth, (*plan.actions, action), copy))
        nexts.sort(key=_by_worth)
        edge = nexts[:width]
        if not edge:
            break
    turn_plans.sort(key=_by_worth)
    return turn_plans


def _by_worth(plan: SchoolsPlan) -> float:
    return -plan.worth
