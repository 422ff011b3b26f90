"""Counting sequences of legal actions: a figure that any change of the rules changes."""

from __future__ import annotations

from engine.schools.rules.choices import legal_actions
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import SchoolsState


def perft(state: SchoolsState, depth: int) -> int:
    """The number of sequences of exactly so many legal actions, as listed: 1 of depth 0, none once the game is over."""
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    nodes = 0
    for action in actions:
        copy = state.copy()
        events: Events = []
        carry_out(copy, action, events)
        nodes += perft(copy, depth - 1)
    return nodes
