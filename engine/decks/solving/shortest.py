"""How fast a goal of several turns can be reached."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.result import Answer
from engine.decks.solving.solver import solve
from engine.kernel.budget import Budget


def shortest(
    position: Position, answer: Answer, budget: Budget, *, turns: int | None = None, played: Sequence[Action] = ()
) -> tuple[int, list[Action]] | None:
    """The fewest turns in which a goal of several can be reached for certain, with a line.

    None where that says nothing, or was not proved within the budget. ``answer`` is that for all the turns.
    """
    objective = read(position, turns)
    if objective.turns == 1 or objective.survives or objective.kind == PREDICT or not answer.solutions:
        return None
    for fewer in range(1, objective.turns):
        tried = solve(position, turns=fewer, budget=budget, played=played)
        if tried.solutions:
            return fewer, tried.solutions[0]
        if not tried.complete:
            return None
    return objective.turns, answer.solutions[0]
