"""Counting sequences of legal actions, which says at once whether two programs agree on the rules."""

from __future__ import annotations

from typing import Final

from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.position import ArmiesPosition

_MOST_REMEMBERED: Final = 100_000  # positions, by depth: many thefts in vain lead to the same one
_WORTH_REMEMBERING: Final = 2  # depth from which on


def perft(position: ArmiesPosition, depth: int) -> int:
    """How many sequences of exactly so many legal actions there are; 1 for depth 0, and none after the end."""
    return _count(position, depth, {})


def divide(position: ArmiesPosition, depth: int) -> list[tuple[ArmiesAction, int]]:
    """``perft`` behind each first action; ``depth`` is at least 1."""
    known: dict[tuple[object, ...], int] = {}
    counts = []
    for action in position.legal_actions():
        after = position.copy()
        after.push(action)
        counts.append((action, _count(after, depth - 1, known)))
    return counts


def _count(position: ArmiesPosition, depth: int, known: dict[tuple[object, ...], int]) -> int:
    if depth == 0:
        return 1
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    place: tuple[object, ...] = ()
    if depth >= _WORTH_REMEMBERING:
        place = (depth, position.key())
        if place in known:
            return known[place]
    nodes = 0
    for action in actions:
        after = position.copy()
        after.push(action)
        nodes += _count(after, depth - 1, known)
    if depth >= _WORTH_REMEMBERING and len(known) < _MOST_REMEMBERED:
        known[place] = nodes
    return nodes
