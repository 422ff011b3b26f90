"""The search of a turn: the plays that it may have, and whether each way to end it reaches the goal."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.solving.graph import TurnGraph
from engine.decks.solving.lacking import lacking
from engine.decks.solving.replies import Replies
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import OutOfBudget

ENOUGH: Final = "enough"  # what has stopped a search that was to find no more


class TurnSearch:
    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.replies = Replies(walker)
        self.graph = TurnGraph(walker)
        self.effort: dict[int, int] = {}  # what it cost to refute a node beyond this turn
        self.stops_at: int | None = None  # winning ends of the turn that are enough
        self.won = 0
        self.early: int | None = None  # the first node found from which a goal of more turns is reached in this one

    def grow(self, state: SearchState) -> None:
        """Searches the plays from a state in the Summoning phase."""
        self.graph.grow(state, self._ending)

    def line(self, start: SearchState, way: list[int]) -> list[Action]:
        """The actions of a way through the graph (see ``Minimal.first_way``), with the end of the turn if needed."""
        actions: list[Action] = []
        state = start
        for number in way:
            action = state.position.legal_actions()[number]
            state = self.walker.make(state, action)
            actions.append(action)
        if self.replies.settled(state) is None:
            actions.append(END_TURN)
        return actions

    def _ending(self, number: int, state: SearchState) -> tuple[bool, int]:
        walker = self.walker
        if self.won == self.stops_at:
            raise OutOfBudget(ENOUGH)
        after = walker.step(state, ASSAULT)
        settled = self.replies.settled(after)
        gap = 0 if after.reached else lacking(walker, after).gap
        if settled is None:
            spent = walker.budget.spent
            settled = self.replies.ending(after)[0]
            if not settled:
                self.effort[number] = walker.budget.spent - spent
        elif settled and self.early is None:
            self.early = number
        self.won += settled
        return settled, gap
