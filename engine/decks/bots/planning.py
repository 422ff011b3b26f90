"""Plans for a whole turn: which plays before the Assault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.decks.bots.lookahead import (
    MAX_PLAYS,
    Judge,
    TurnPlan,
    after,
    after_turn,
    points_in_peace,
    points_of_answers,
)
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


_LOST: Final = 0.01  # below which nothing is worse


@dataclass(frozen=True)
class Replies:
    """How the first to answer a plan replies: its best ``count`` plans, found with ``width`` and at most ``nodes``."""

    count: int
    width: int
    nodes: int


def points_with_replies(
    position: Position, plays: tuple[Action, ...], seat: int, budget: Budget, judge: Judge, turns: int, replies: Replies
) -> float:
    """As ``points_with_answers``, but the enemy who is next plans too, and takes the reply that is worst for ``seat``.

    In Free-for-All, where enemies play for themselves, it is the same. The position is left as it is. Raises
    ``OutOfBudget``.
    """
    position = after_turn(position, plays, budget)
    team_of = position.mode.team_of
    if position.is_over or max(team_of) > 1 or team_of[position.active] == team_of[seat]:
        return points_of_answers(position, seat, budget, judge, turns)
    whole = budget.nodes
    budget.nodes = budget.spent + replies.nodes if whole is None else min(whole, budget.spent + replies.nodes)
    reply_plans = plans(position, budget, replies.width, judge)[: replies.count]
    budget.nodes = whole
    worst = 1.0
    for plan in reply_plans:
        reached = after_turn(position, plan.plays, budget)
        worst = min(worst, points_of_answers(reached, seat, budget, judge, turns))
        if worst < _LOST:
            break
    return worst
