"""Solving against a hand that is not known: a line counts only if it reaches the goal whatever that hand is.

The turn is searched in all positions at once, one for each hand. Only objectives of one turn are taken: later turns
could use what has been seen by then.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import permutations
from math import perm
from typing import Any, Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving import lines, verdicts
from engine.decks.solving.graph import FAILS, GOAL, LOST, UNKNOWN, WINS, TurnGraph
from engine.decks.solving.minimal import ENDING, Minimal
from engine.decks.solving.naming import name_of
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.replies import Replies
from engine.decks.solving.result import UNIQUE, UNPROVEN, Answer
from engine.decks.solving.states import Keys, SearchState, Walker
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.errors import EngineError

MAX_HANDS: Final = 200

World = SearchState | None  # None: the goal is reached there
Worlds = tuple[World, ...]


def hands_of(cards: Sequence[Any], size: int) -> list[list[Any]]:
    """All hands of so many of some cards, in every order. Raises ``EngineError`` where they are too many."""
    if perm(len(cards), size) > 100 * MAX_HANDS:
        raise _too_many(perm(len(cards), size))
    hands: list[list[Any]] = []
    for hand in permutations(cards, size):
        if list(hand) not in hands:
            hands.append(list(hand))
            if len(hands) > MAX_HANDS:
                raise _too_many(perm(len(cards), size))
    return hands


def solve_hidden(positions: Sequence[Position], budget: Budget) -> Answer:
    """The solutions that work in every one of some positions, which differ in a hand that their player does not see.

    Raises ``EngineError`` (``bad-position``) for too many of them, for what is no objective of one turn in the
    Summoning phase, and for objectives that ask for more than a line which reaches them.
    """
    if len(positions) > MAX_HANDS:
        raise _too_many(len(positions))
    for position in positions:
        objective = read(position)
        if objective.turns != 1 or position.phase != SUMMONING:
            raise EngineError("bad-position", "a hidden hand needs an objective of one turn, in the Summoning phase")
        is_fewest = objective.conditions is not None and objective.conditions.fewest
        if objective.kind == PREDICT or objective.asks_ways or is_fewest:
            message = "a hidden hand goes with no prediction, no number of ways and no fewest plays"
            raise EngineError("bad-position", message, "/objective")
    search = _HiddenSearch(positions, budget)
    try:
        answer = search.run()
    except OutOfBudget:
        answer = Answer(complete=False, verdict=UNPROVEN)
    answer.nodes, answer.stopped_by = budget.spent, budget.stopped_by
    return answer


class _HiddenSearch:
    def __init__(self, positions: Sequence[Position], budget: Budget) -> None:
        self.walkers = [Walker(position, read(position), budget) for position in positions]
        self.replies = [Replies(walker) for walker in self.walkers]
        self.keys = [Keys() for _ in positions]
        self.graph = TurnGraph(self.walkers[0])
        self.numbers: dict[Any, int] = {}
        self.names: dict[Any, int] = {}
        self.actions: list[list[Action]] = []  # of each node, as the edges are

    def run(self) -> Answer:
        start: Worlds = tuple(None if walker.start.reached else walker.start for walker in self.walkers)
        if not any(start):
            return Answer(solutions=[[]], lines=1, verdict=UNIQUE, orders=[1])
        graph = self.graph
        waiting = [(self._number(start), start)]
        while waiting:
            number, worlds = waiting.pop()
            waiting += self._expand(number, worlds)
            graph.exits[number] = WINS if self._ends_well(worlds) else FAILS
        graph.complete = True
        order = lines.components(graph)
        count, exact = lines.count_lines(graph, order)
        minimal = Minimal(graph, order)
        answer = Answer(lines=count, complete=exact and minimal.complete)
        for plays in minimal.sets.get(0, ()):
            answer.solutions.append(self._line(minimal.first_way(plays)))
            answer.orders.append(minimal.ways(plays))
        verdicts.judge(answer)
        return answer

    def _expand(self, number: int, worlds: Worlds) -> list[tuple[int, Worlds]]:
        children: list[tuple[int, Worlds]] = []
        edges: list[int] = []
        first = next(world for world in worlds if world is not None)
        for action in self._legal(worlds):
            after = self._after(worlds, action)
            name = name_of(first, action)
            edges.append(self.names.setdefault(name, len(self.names)))
            self.actions[number].append(action)
            if all(world is None for world in after):
                edges.append(GOAL)
            elif any(world is not None and world.position.is_over for world in after):
                edges.append(LOST)
            else:
                known = len(self.graph)
                child = self._number(after)
                edges.append(child if child != number else LOST)
                if child == known:
                    children.append((child, after))
        self.graph.edges[number] = array("i", edges)
        children.reverse()
        return children

    def _legal(self, worlds: Worlds) -> list[Action]:
        """The plays that are possible in every world in which the goal is not reached yet."""
        possible = [world.position.legal_actions() for world in worlds if world is not None]
        return [
            action for action in possible[0] if action is not ASSAULT and all(action in others for others in possible)
        ]

    def _after(self, worlds: Worlds, action: Action) -> Worlds:
        after: list[World] = []
        for walker, world in zip(self.walkers, worlds, strict=True):
            state = None if world is None else walker.step(world, action)
            after.append(None if state is None or state.reached else state)
        return tuple(after)

    def _ends_well(self, worlds: Worlds) -> bool:
        for replies, world in zip(self.replies, worlds, strict=True):
            if world is not None and not (replies.settled(world) is None and replies.ending(world)[0]):
                return False
        return True

    def _number(self, worlds: Worlds) -> int:
        key = tuple(None if world is None else keys.of(world) for keys, world in zip(self.keys, worlds, strict=True))
        number = self.numbers.setdefault(key, len(self.graph))
        if number == len(self.graph):
            self.walkers[0].budget.keep(len(worlds))
            self.graph.edges.append(array("i"))
            self.graph.exits.append(UNKNOWN)
            self.graph.gaps.append(0)
            self.actions.append([])
        return number

    def _line(self, way: list[int]) -> list[Action]:
        """The actions of a way through the graph, with the end of the turn where some hand needs it."""
        line: list[Action] = []
        node = 0
        for number in way:
            if number == ENDING:
                return [*line, ASSAULT] if not self._needs_end(line) else [*line, ASSAULT, END_TURN]
            line.append(self.actions[node][number])
            node = self.graph.children(node)[number]
        return line

    def _needs_end(self, plays: list[Action]) -> bool:
        for walker, replies in zip(self.walkers, self.replies, strict=True):
            state = walker.start
            for action in [*plays, ASSAULT]:
                if state.reached:
                    break
                state = walker.make(state, action)
            if replies.settled(state) is None:
                return True
        return False


def _too_many(count: int) -> EngineError:
    return EngineError("bad-position", f"{count} hands are too many: at most {MAX_HANDS} are looked at")
