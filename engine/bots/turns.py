"""Looking ahead within and beyond a turn: what bots ask of a position. Every push counts against a budget."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import ASSAULT, END_TURN, Action
from engine.board import SUMMONING
from engine.bots.worth import DEFAULT, Weights, worth
from engine.position import Position
from engine.solving.budget import Budget

MOST_PLAYS = 8  # of one turn that are thought about; more are made one by one, by thinking anew


@dataclass(frozen=True)
class Plan:
    """The plays of a turn before its Assault, and their points when nobody plays a card until the seat's next turn."""

    points: float
    plays: tuple[Action, ...]

    @property
    def first(self) -> Action:
        """The action that begins it: its first play, or the Assault when there is none."""
        return self.plays[0] if self.plays else ASSAULT


def after(position: Position, action: Action, budget: Budget) -> Position:
    """The position after a legal action; the given one is left as it is. Raises ``OutOfBudget``."""
    budget.spend()
    twin = position.copy()
    twin.push(action)
    return twin


def points_in_peace(position: Position, seat: int, budget: Budget, weights: Weights = DEFAULT) -> float:
    """What a position is worth to ``seat`` at its next turn when everyone until then only attacks.

    AIs play their turns. The position, in a Summoning phase, is left as it is. Raises ``OutOfBudget``.
    """
    twin = after(position, END_TURN, budget) if not position.is_over else position
    while twin.active != seat and not twin.is_over:
        budget.spend()
        twin.push(END_TURN)
    return worth(twin, seat, weights)


def best_in_peace(position: Position, budget: Budget, weights: Weights = DEFAULT) -> Action:
    """The active seat's next play, or the Assault, that is worth the most in peace: the first of equals, Assault first.

    Every card that lies hidden counts as seen. Raises ``OutOfBudget``.
    """
    seat = position.active
    best, best_points = ASSAULT, points_in_peace(position, seat, budget, weights)
    for action in position.legal_actions()[:-1]:
        points = points_in_peace(after(position, action, budget), seat, budget, weights)
        if points > best_points:
            best, best_points = action, points
    return best


def answer(position: Position, budget: Budget, weights: Weights = DEFAULT) -> None:
    """Plays the active seat's whole turn on the position, each time the best play in peace. Raises ``OutOfBudget``."""
    for _ in range(MOST_PLAYS):
        action = best_in_peace(position, budget, weights)
        if action is ASSAULT:
            break
        budget.spend()
        position.push(action)
        if position.is_over:
            return
    budget.spend()
    position.push(END_TURN)


def points_with_answers(
    position: Position, plays: tuple[Action, ...], seat: int, budget: Budget, weights: Weights = DEFAULT, turns: int = 1
) -> float:
    """What a plan is worth to ``seat`` ``turns`` turns of its own later, when after it everyone plays by ``answer``.

    The position is left as it is. A play that is not legal there (hidden cards made it another position than the one
    that the plan was made on) ends the plan. Raises ``OutOfBudget``.
    """
    twin = position.copy()
    for play in plays:
        if twin.phase != SUMMONING or play not in twin.legal_actions():
            break
        budget.spend()
        twin.push(play)
    if not twin.is_over:
        budget.spend()
        twin.push(END_TURN)
    while not twin.is_over:
        if twin.active == seat:
            turns -= 1
            if turns == 0:
                break
        answer(twin, budget, weights)
    return worth(twin, seat, weights)
