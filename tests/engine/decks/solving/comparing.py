"""The search beside itself without what it leaves out: the same answer, found by looking at everything."""

from __future__ import annotations

from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.decks.solving.objective import read
from engine.decks.solving.replies import Replies
from engine.decks.solving.result import Answer
from engine.decks.solving.solver import PuzzleSearch
from engine.decks.solving.states import Walker
from engine.kernel.budget import OutOfBudget


def answer_of(position: Position, prunes: bool, nodes: int) -> Answer:
    """The answer of the search with or without the bounds, within so many positions. Raises ``OutOfBudget``."""
    search = PuzzleSearch(Walker(position, read(position), Budget(nodes=nodes)))
    search.replies = Replies(search.walker, prunes)
    return search.run()


def same_answer(position: Position, nodes: int) -> Answer | None:
    """The answer to a puzzle, the same with the bounds and without; None when that takes more than ``nodes``."""
    try:
        plain = answer_of(position, False, nodes)
    except OutOfBudget:
        return None
    if not plain.complete:
        return None
    pruned = answer_of(position, True, 10 * nodes)  # the other order may need more
    assert pruned.complete
    for answer in (plain, pruned):
        assert answer.unique == (len(answer.solutions) == 1)
    assert _all_said(pruned) == _all_said(plain)
    return pruned


def _all_said(answer: Answer) -> tuple[object, ...]:
    return answer.lines, answer.solutions, answer.orders, answer.verdict, answer.cook
