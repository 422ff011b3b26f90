"""The defender: plays the turn that refutes, and where there is none the one that makes it hardest."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import END
from engine.decks.solving import ways
from engine.decks.solving.graph import GOAL, WINS, TurnGraph
from engine.decks.solving.lacking import FAR, Lack, lacking
from engine.decks.solving.objective import SURVIVE
from engine.decks.solving.replies import Replies
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import OutOfBudget

MAX_LOOKED_AT: Final = 4_000  # positions, to find the turn that makes it hardest
MAX_COUNTED: Final = 1_500  # positions, to count what is left against one such turn
CANDIDATES: Final = 5


class Defender:
    """Answers for the enemies of an objective."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.replies = Replies(walker)

    def answer(self, state: SearchState) -> tuple[list[Action], bool | None]:
        """The whole turn of the enemy who is to play, and whether it refutes: None where that was not found out."""
        try:
            if self.replies.forced(state):
                return self._hardest(state), False
            refutation = self.replies.refutation(state)
        except OutOfBudget:
            return self._hardest(state), None
        if refutation is None:  # lost already, whatever the enemy does
            return self._hardest(state), True
        return refutation, True

    def holds(self, state: SearchState) -> bool | None:
        """Whether the goal is still forced from the beginning of a turn; None where that was not found out.

        An AI has no choice: what it does may have put the goal out of reach without refuting anything.
        """
        try:
            return self.replies.forced(state)
        except OutOfBudget:
            return None

    def _hardest(self, start: SearchState) -> list[Action]:
        """The turn after which most is lacking, and then least of what the player can do still reaches the goal."""
        walker, whole = self.walker, self.walker.budget
        walker.budget = whole.part(MAX_LOOKED_AT)
        graph = TurnGraph(walker)
        graph.grow(start, lambda _, state: (False, self.gap_after(state)))
        walker.budget = whole
        parents = ways.shortest_ways(graph)
        ended = [node for node in parents if graph.exits[node]]
        ended.sort(key=lambda node: -graph.gaps[node])
        if not ended:
            return [ASSAULT, END_TURN]
        best = graph.gaps[ended[0]]
        near = [node for node in ended if graph.gaps[node] >= best - 1][:CANDIDATES]
        lines = [self.line(start, ways.way_to(parents, node)) for node in near]
        return min(lines, key=lambda line: self._left_after(start, line))

    def gap_after(self, state: SearchState) -> int:
        settled, after = self.replies.ended(state)
        if settled is not None and after.reached:
            return -1
        return FAR if settled is False else lacking(self.walker, after).gap

    def line(self, start: SearchState, way: list[int]) -> list[Action]:
        state, actions = start, []
        for number in way:
            action = state.position.legal_actions()[number]
            state = self.walker.make(state, action)
            actions.append(action)
        for action in (ASSAULT, END_TURN):
            if not state.position.is_over and (state.position.phase != END or action is END_TURN):
                state = self.walker.make(state, action)
                actions.append(action)
        return actions

    def _left_after(self, state: SearchState, line: list[Action]) -> int:
        """How many positions of the player's next turn lead on to the goal."""
        for action in line:
            state = self.walker.make(state, action)
        if self.replies.settled(state) is not None or not self.walker.objective.helps(state.position.active):
            return 0
        return sum(exit_ == WINS for exit_ in self.grown(state, MAX_COUNTED).exits)

    def grown(self, state: SearchState, nodes: int) -> TurnGraph:
        """The turn of the player as a graph, as far as so many positions go."""
        walker, whole = self.walker, self.walker.budget
        walker.budget = whole.part(nodes)
        graph = TurnGraph(walker)
        with suppress(OutOfBudget):
            graph.grow(state, lambda _, after: (self._forces(after), self.gap_after(after)))
        walker.budget = whole
        return graph

    def _forces(self, state: SearchState) -> bool:
        return self.replies.ending(state)[0]

    def winning_turn(self, state: SearchState) -> list[Action]:
        """A turn of the player's that reaches the goal or forces it; empty where none was found."""
        graph = self.grown(state, MAX_LOOKED_AT)
        if WINS not in graph.exits and not any(GOAL in graph.children(node) for node in range(len(graph))):
            return []
        actions: list[Action] = []
        for number in ways.winning_way(graph):
            if number < 0 or number >= len(state.position.legal_actions()):
                break
            action = state.position.legal_actions()[number]
            state = self.walker.make(state, action)
            actions.append(action)
            if state.reached:
                return actions
        for action in (ASSAULT, END_TURN):
            if self.replies.settled(state) is None and (state.position.phase != END or action is END_TURN):
                state = self.walker.make(state, action)
                actions.append(action)
        return actions

    def nearest(self, state: SearchState) -> Lack | None:
        """The least lack of the goal at the end of the player's last turn; None where nobody can say."""
        if self.walker.objective.kind == SURVIVE or not self.walker.is_last_turn(state):
            return None
        walker, whole = self.walker, self.walker.budget
        walker.budget = whole.part(MAX_LOOKED_AT)
        graph = TurnGraph(walker)
        by_node: dict[int, Lack] = {}

        def ending(node: int, at: SearchState) -> tuple[bool, int]:
            by_node[node] = lacking(walker, walker.step(at, ASSAULT))
            return False, by_node[node].gap

        graph.grow(state, ending)
        walker.budget = whole
        return min(by_node.values(), key=lambda lack: lack.gap) if by_node else None
