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
    turn_plans = [TurnPlan(float("-inf"), ())]
    seen = {position.key()}
    front: list[tuple[float, Position, tuple[Action, ...]]] = [(0.0, position, ())]
    try:
        turn_plans = [TurnPlan(points_in_peace(position, seat, budget, judge), ())]
        for _ in range(MAX_PLAYS):
            reached: list[tuple[float, Position, tuple[Action, ...]]] = []
            for _, before, plays in front:
                for action in before.legal_actions()[:-1]:
                    copy = after(before, action, budget)
                    key = copy.key()
                    if key in seen:
                        continue
                    seen.add(key)
                    points = points_in_peace(copy, seat, budget, judge)
                    turn_plans.append(TurnPlan(points, (*plays, action)))
                    if not copy.is_over:
                        reached.append((points, copy, (*plays, action)))
            reached.sort(key=lambda entry: -entry[0])
            front = reached[:width]
    except OutOfBudget:
        pass
    turn_plans.sort(key=lambda plan: -plan.points)
    return turn_plans
