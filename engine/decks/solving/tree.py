"""The solutions as a tree: after each of the player's turns what the enemies can do, and what wins against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import ways
from engine.decks.solving.graph import TurnGraph
from engine.decks.solving.objective import read
from engine.decks.solving.result import Answer
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import Budget, OutOfBudget

MAX_DEFENCES: Final = 50  # of a turn, those with the fewest plays first


def write_tree(
    position: Position, answer: Answer, *, turns: int | None, budget: Budget, played: Sequence[Action] = ()
) -> str:
    """The solutions of an answer as lines of text, indented by turns; ``...`` where the budget was not enough."""
    walker = Walker(position, read(position, turns), budget)
    walker.advance(played)
    tree = _Tree(walker)
    text: list[str] = []
    for number, solution in enumerate(answer.solutions, 1):
        state = walker.start
        for action in solution:
            state = walker.make(state, action)
        text.append(f"{number}. {_told(solution)}")
        text += [f"   {line}" for line in tree.below(state)]
    return "\n".join(text)


class _Tree:
    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.replies = TurnSearch(walker).replies

    def below(self, state: SearchState) -> list[str]:
        """The lines of text for what follows a turn that has ended."""
        if self.replies.settled(state) is not None:
            return []
        try:
            if self.walker.objective.helps(state.position.active):
                line, after = self._winning_turn(state)
                return [f"{_seat(state)}: {_told(line)}", *(f"   {text}" for text in self.below(after))]
            return self._defences(state)
        except OutOfBudget:
            return ["..."]

    def _defences(self, state: SearchState) -> list[str]:
        """An enemy's turns, those that are answered alike together."""
        by_answer: dict[tuple[str, ...], list[str]] = {}
        for number, (line, after) in enumerate(self._turns(state)):
            if number == MAX_DEFENCES:
                by_answer[("...",)] = ["..."]
                break
            by_answer.setdefault(tuple(self.below(after)), []).append(_told(line))
        text: list[str] = []
        for answer, defences in by_answer.items():
            text += [f"{_seat(state)}: {defence}" for defence in defences if defence != "..."]
            text += [f"   {line}" for line in answer or ("reached",)] if answer != ("...",) else ["..."]
        return text

    def _turns(self, start: SearchState) -> Iterator[tuple[list[Action], SearchState]]:
        """An enemy's turns that lead to different positions, the shortest first, each with the state after it."""
        graph = TurnGraph(self.walker)
        graph.grow(start, lambda _number, _state: (False, 0))
        if not graph.complete:
            raise OutOfBudget("defences")
        parents = ways.shortest_ways(graph)
        for node in parents:
            line, state = self._played(start, ways.way_to(parents, node))
            yield line, state

    def _winning_turn(self, start: SearchState) -> tuple[list[Action], SearchState]:
        search = TurnSearch(self.walker)
        search.replies = self.replies
        search.grow(start)
        if not search.graph.complete:
            raise OutOfBudget("answer")
        line = search.line(start, ways.winning_way(search.graph))
        state = start
        for action in line:
            state = self.walker.make(state, action)
        return line, state

    def _played(self, state: SearchState, way: list[int]) -> tuple[list[Action], SearchState]:
        line: list[Action] = []
        for number in way:
            line.append(state.position.legal_actions()[number])
            state = self.walker.make(state, line[-1])
        for action in (ASSAULT, END_TURN):
            if self.replies.settled(state) is None:
                line.append(action)
                state = self.walker.make(state, action)
        return line, state


def _seat(state: SearchState) -> str:
    return SEAT_NAMES[state.position.active]


def _told(line: Sequence[Any]) -> str:
    return ", ".join(map(str, line))
