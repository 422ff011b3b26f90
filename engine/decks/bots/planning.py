"""Plans for a whole turn: which plays before the Assault."""

from __future__ import annotations

from engine.decks.bots.lookahead import MAX_PLAYS, Judge, TurnPlan, after, points_in_peace
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget, OutOfBudget


def plans(position: Position, budget: Budget, width: int, judge: Judge) -> list[TurnPlan]:
    """Plans for the active seat's turn, the best first, as many as the budget allows, at least the bare Assault.

    Play by play: of the positions that the plays so far can come to (the same one in several orders counts once) the
    best ``width`` are gone on from. The last play is anything, the Assault ends each plan. What the budget cuts off is
    left out; nothing is raised.
    """
    seat = position.active
    found = [TurnPlan(float("-inf"), ())]
    seen = {position.key()}
    front: list[tuple[float, Position, tuple[Action, ...]]] = [(0.0, position, ())]
    try:
        found = [TurnPlan(points_in_peace(position, seat, budget, judge), ())]
        for _ in range(MAX_PLAYS):
            reached: list[tuple[float, Position, tuple[Action, ...]]] = []
            for _, before, plays in front:
                for action in before.legal_actions()[:-1]:
                    twin = after(before, action, budget)
                    key = twin.key()
                    if key in seen:
                        continue
                    seen.add(key)
                    points = points_in_peace(twin, seat, budget, judge)
                    found.append(TurnPlan(points, (*plays, action)))
                    if not twin.is_over:
                        reached.append((points, twin, (*plays, action)))
            reached.sort(key=lambda entry: -entry[0])
            front = reached[:width]
    except OutOfBudget:
        pass
    found.sort(key=lambda plan: -plan.points)
    return found
