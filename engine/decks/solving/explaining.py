"""Why a line of the player's fails: what the goal lacks at its end, or the enemy's answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, Action
from engine.decks.rules.board import END, MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving.lacking import Lack, lacking
from engine.decks.solving.objective import read
from engine.decks.solving.replies import Replies
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.errors import IllegalAction


class Explanation:
    """The explanation of a line: what becomes of it.

    ``reaches``: True when it reaches the goal, or forces it; False when it does not; None when that was not found out
    within the budget. ``line`` is the line with the end of the turn added where it was missing. When it fails, ``lack``
    says what the goal lacks at its end, and ``refutation`` how the next enemy answers (None within one turn).
    """

    __slots__ = ("lack", "line", "reaches", "refutation")

    def __init__(self, line: list[Action]) -> None:
        self.line = line
        self.reaches: bool | None = None
        self.lack: Lack | None = None
        self.refutation: list[Action] | None = None


def explain(
    position: Position, line: Sequence[Action], *, turns: int | None = None, budget: Budget | None = None
) -> Explanation:
    """Follows a line of the player's present turn; ``turns`` and ``budget`` as for ``solve``.

    Raises ``IllegalAction`` for an action that may not be done, or that comes after the player's turn has ended.
    """
    walker = Walker(position, read(position, turns), budget or Budget())
    replies = Replies(walker)
    explanation = Explanation([])
    state = walker.start
    for action in line:
        state.position.copy().apply(action)
        state = _go(walker, explanation, state, action)
        if action is END_TURN and len(explanation.line) < len(line):
            raise IllegalAction("wrong-phase", "the turn has ended", len(explanation.line))
    if explanation.line[-1:] != [END_TURN]:
        for action, phase in ((BEGIN_TURN, MANA), (ASSAULT, SUMMONING), (END_TURN, END)):
            if state.position.phase == phase and not state.reached and not walker.is_last(state):
                state = _go(walker, explanation, state, action)
    _judge(walker, replies, explanation, state)
    return explanation


def _go(walker: Walker, explanation: Explanation, state: SearchState, action: Action) -> SearchState:
    explanation.line.append(action)
    after = walker.make(state, action)
    if not after.reached and action is not END_TURN:
        explanation.lack = lacking(walker, after)
    return after


def _judge(walker: Walker, replies: Replies, explanation: Explanation, state: SearchState) -> None:
    settled = replies.settled(state)
    try:
        explanation.reaches = replies.forced(state) if settled is None else settled
    except OutOfBudget:
        return
    if explanation.reaches:
        explanation.lack = None
    elif settled is None:
        with suppress(OutOfBudget):
            explanation.refutation = replies.refutation(state)
