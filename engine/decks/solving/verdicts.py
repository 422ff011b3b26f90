"""The verdict on a set of solutions, for an author: unique, several, cooked (the words of problem chess)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.decks.rules.actions import END_TURN, PLAY_LINE, Action
from engine.decks.solving.naming import name_of
from engine.decks.solving.result import COOKED, NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN, Answer
from engine.decks.solving.states import Walker


def judge(answer: Answer) -> None:
    """Sets the verdict by the solutions alone."""
    if not answer.complete:
        answer.verdict = UNPROVEN
    elif not answer.solutions:
        answer.verdict = NONE
    elif len(answer.solutions) > 1:
        answer.verdict = SEVERAL
    else:
        answer.verdict = UNIQUE if answer.orders[0] == 1 else UNIQUE_UP_TO_ORDER


def cook(answer: Answer, line: list[Action]) -> None:
    """Notes that a line cooks the puzzle: it is not as intended, or reaches a goal of more turns in the first one."""
    answer.verdict = COOKED
    answer.cook = line


def judge_intended(answer: Answer, walker: Walker, intended: list[Action]) -> None:
    """Compares the solutions with the line that the author has in mind; any other solution cooks it."""
    plays = plays_of(walker, intended)
    cooks = [line for line in answer.solutions if plays_of(walker, line) != plays]
    if cooks:
        cook(answer, cooks[0])


def plays_of(walker: Walker, line: list[Action]) -> Counter[tuple[Any, ...]]:
    """The plays of a line as a multiset (see ``naming``). Raises ``IllegalAction`` for what may not be played."""
    plays: Counter[tuple[Any, ...]] = Counter()
    state = walker.start
    for action in line:
        if action == END_TURN:
            break
        state.position.copy().apply(action)
        if action.kind >= PLAY_LINE:
            plays[name_of(state, action)] += 1
        state = walker.make(state, action)
    return plays
