"""perft: counting action sequences, the exact check of a rules engine (position.md, command line)."""

from __future__ import annotations

from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of action sequences of exactly this length from here; the position is left as it is."""
    if depth <= 0:
        return 1
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    nodes = 0
    for action in actions:
        after = position.copy()
        after.push(action)
        nodes += perft(after, depth - 1)
    return nodes


def divide(position: Position, depth: int) -> list[tuple[Action, int]]:
    """perft split by the first action, for finding where two counts part (depth at least 1)."""
    split = []
    for action in position.legal_actions():
        after = position.copy()
        after.push(action)
        split.append((action, perft(after, depth - 1)))
    return split
