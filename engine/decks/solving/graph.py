"""The positions of one turn as a graph: which plays lead from which to which, and from where the goal is reached."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Final

from engine.decks.rules.actions import ASSAULT
from engine.decks.solving.naming import name_of
from engine.decks.solving.states import Key, Keys, SearchState, Walker
from engine.kernel.budget import OutOfBudget

LOST: Final = -1  # in place of a node: the game is over without the goal, or the position is the same as before
GOAL: Final = -2  # in place of a node: the play has reached the goal

# What ending the turn from a node brings.
UNKNOWN: Final = 0
FAILS: Final = 1
WINS: Final = 2


class TurnGraph:
    """The positions that plays can reach in one turn, as nodes 0 (the start), 1, ...

    ``edges[n]`` holds for every play in the order of ``legal`` two numbers: the play's (see ``play_names``) and the
    node that it leads to, or ``LOST`` or ``GOAL``; it is empty while the node has not been looked at. ``exits[n]`` says
    what the Assault (and what follows it) brings from there, ``gaps[n]`` how much the goal lacked then. ``complete`` is
    set when the graph is whole.
    """

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.edges: list[array[int]] = []
        self.exits = bytearray()
        self.gaps: array[int] = array("i")
        self.play_names: list[tuple[Any, ...]] = []
        self.complete = False
        self._keys = Keys()
        self._numbers: dict[Key, int] = {}
        self._plays: dict[tuple[Any, ...], int] = {}

    def __len__(self) -> int:
        return len(self.edges)

    def grow(self, start: SearchState, ending: Callable[[int, SearchState], tuple[bool, int]]) -> None:
        """Builds the graph from a state in the Summoning phase; stops where the budget does.

        ``ending`` answers for a node and its state whether ending the turn there reaches the goal, and what was
        lacking if not.
        """
        try:
            waiting = [(self._number(start), start)]
            while waiting:
                number, state = waiting.pop()
                children = self._expand(number, state)
                wins, gap = ending(number, state)
                self.exits[number] = WINS if wins else FAILS
                self.gaps[number] = gap
                children.reverse()
                waiting.extend(children)
        except OutOfBudget:
            return
        self.complete = True

    def _expand(self, number: int, state: SearchState) -> list[tuple[int, SearchState]]:
        """Makes the plays from a node; answers the new nodes that they lead to."""
        children: list[tuple[int, SearchState]] = []
        edges: list[int] = []
        step = self.walker.step
        try:
            for action in state.position.legal_actions():
                if action is ASSAULT:
                    break
                after = step(state, action)
                edges.append(self._play(name_of(state, action)))
                if after.reached:
                    edges.append(GOAL)
                elif after.position.is_over:
                    edges.append(LOST)
                else:
                    known = len(self.edges)
                    child = self._number(after)
                    edges.append(child if child != number else LOST)
                    if child == known:
                        children.append((child, after))
        finally:
            self.edges[number] = array("i", edges[: len(edges) & ~1])
        return children

    def _number(self, state: SearchState) -> int:
        """The number of a state, a new one if it has not been met."""
        number = self._numbers.setdefault(self._keys.of(state), len(self.edges))
        if number == len(self.edges):
            self.walker.budget.keep()
            self.edges.append(_NO_EDGES)
            self.exits.append(UNKNOWN)
            self.gaps.append(0)
        return number

    def _play(self, name: tuple[Any, ...]) -> int:
        number = self._plays.setdefault(name, len(self.play_names))
        if number == len(self.play_names):
            self.play_names.append(name)
        return number

    def children(self, number: int) -> array[int]:
        """The nodes (or ``LOST``, ``GOAL``) behind the plays of a node, in the order of ``legal``."""
        return self.edges[number][1::2]


_NO_EDGES: Final = array("i")
