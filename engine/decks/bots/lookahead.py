"""Looking ahead within and beyond a turn: what bots ask of a position. Every push counts against a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import SUMMONING, Board
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget

Judge = Callable[[Board, int], float]  # what a board is to a seat: the more, the better

MAX_PLAYS = 8  # of one turn that are thought about; more are made one by one, by thinking anew


@dataclass(frozen=True)
class TurnPlan:
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
    copy = position.copy()
    copy.push(action)
    return copy


def points_in_peace(position: Position, seat: int, budget: Budget, judge: Judge) -> float:
    """The evaluation of a position for ``seat`` at its next turn when everyone until then only attacks.

    AIs play their turns. The position, in a Summoning phase, is left as it is. Raises ``OutOfBudget``.
    """
    copy = after(position, END_TURN, budget) if not position.is_over else position
    while copy.active != seat and not copy.is_over:
        budget.spend()
        copy.push(END_TURN)
    return judge(copy, seat)


def best_play(position: Position, budget: Budget, judge: Judge) -> Action:
    """The active seat's next play, or the Assault, that has the most points in peace.

    Of equals it is the first, and the Assault before all plays. Every card that lies hidden counts as seen.
    Raises ``OutOfBudget``.
    """
    seat = position.active
    best, best_points = ASSAULT, points_in_peace(position, seat, budget, judge)
    for action in position.legal_actions()[:-1]:
        points = points_in_peace(after(position, action, budget), seat, budget, judge)
        if points > best_points:
            best, best_points = action, points
    return best


def answer(position: Position, budget: Budget, judge: Judge) -> Position:
    """The position after the active seat's whole turn, played about as by the best play in peace, time after time.

    To save nodes a play is tried out when it is first met; what it gained then stands until it looks the best, and is
    then looked at again. The given position may be changed. Raises ``OutOfBudget``.
    """
    seat = position.active
    points = points_in_peace(position, seat, budget, judge)
    gains: dict[tuple[object, ...], float] = {}
    for _ in range(MAX_PLAYS):
        now: dict[tuple[object, ...], float] = {}
        ways = {_name(position, action): action for action in reversed(position.legal_actions()[:-1])}
        for name, action in ways.items():
            if name not in gains:
                now[name] = points_in_peace(after(position, action, budget), seat, budget, judge)
                gains[name] = now[name] - points
        for name in sorted(ways, key=lambda name: -gains[name]):
            if gains[name] <= 0:
                return after(position, END_TURN, budget)
            copy = after(position, ways[name], budget)
            gained = now[name] if name in now else points_in_peace(copy, seat, budget, judge)
            if gained > points:
                position, points = copy, gained
                break
        else:
            break
        if position.is_over:
            return position
    return after(position, END_TURN, budget)


def _name(position: Position, action: Action) -> tuple[object, ...]:
    """A key of a play: the same for the same play while places in the hand change."""
    return (position.card_at(action.place).key, action.kind, action.line, action.seat, action.at)


def after_turn(position: Position, plays: tuple[Action, ...], budget: Budget) -> Position:
    """The position after a turn: these plays, then the Assault. The given one is left as it is.

    A play that is not legal there (hidden cards made it another position than the one that the plan was made on) ends
    the plan. Raises ``OutOfBudget``.
    """
    copy = position.copy()
    for play in plays:
        if copy.phase != SUMMONING or play not in copy.legal_actions():
            break
        budget.spend()
        copy.push(play)
    if not copy.is_over:
        budget.spend()
        copy.push(END_TURN)
    return copy


def points_with_answers(
    position: Position, plays: tuple[Action, ...], seat: int, budget: Budget, judge: Judge, turns: int = 1
) -> float:
    """The evaluation of a plan for ``seat`` ``turns`` turns later, when after it everyone plays by ``answer``.

    The position is left as it is. Raises ``OutOfBudget``.
    """
    return points_of_answers(after_turn(position, plays, budget), seat, budget, judge, turns)


def points_of_answers(position: Position, seat: int, budget: Budget, judge: Judge, turns: int) -> float:
    """The evaluation for ``seat`` at its turn ``turns`` turns later, when from here on everyone plays by ``answer``.

    The given position may be changed. Raises ``OutOfBudget``.
    """
    while not position.is_over:
        if position.active == seat:
            turns -= 1
            if turns == 0:
                break
        position = answer(position, budget, judge)
    return judge(position, seat)
