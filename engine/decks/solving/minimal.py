"""The minimal solutions of a turn: sets of plays of which no part reaches the goal, in whatever order (position.md).

A multiset of plays is an integer: one bit for each play and each time that it is made. So a part of it is a part of
the bits.
"""

from __future__ import annotations

from typing import Final

from engine.decks.solving.graph import GOAL, WINS, TurnGraph

ENDING: Final = -1  # in a way: the turn is ended here
MAX_COMPARISONS: Final = 20_000_000  # comparisons of sets, some seconds


class TooManySets(Exception):
    """Raised inside when the sets are more than can be compared."""


class Minimal:
    """For every node the minimal sets of plays that reach the goal from there.

    ``order`` is what ``lines.components`` answers. ``complete`` is False when there were too many sets to compare.
    """

    def __init__(self, graph: TurnGraph, order: list[list[int]]) -> None:
        self.graph = graph
        self.sets: dict[int, tuple[int, ...]] = {}
        self.complete = True
        self._bits: dict[tuple[int, int], int] = {}
        self._work = 0
        try:
            self._fill(order)
        except TooManySets:
            self.complete = False

    def _fill(self, order: list[list[int]]) -> None:
        for component in order:
            changed = True
            while changed:  # in a circle of free plays until nothing smaller is found
                changed = False
                for node in component:
                    minimal = self._minimal_of(node)
                    if minimal and minimal != self.sets.get(node):
                        self.sets[node] = minimal
                        changed = len(component) > 1

    def _minimal_of(self, node: int) -> tuple[int, ...]:
        if self.graph.exits[node] == WINS:
            return (0,)
        edges = self.graph.edges[node]
        candidates: set[int] = set()
        for at in range(0, len(edges), 2):
            for rest in self._behind(edges[at + 1]):
                candidates.add(self.add(rest, edges[at]))
        numbers = smallest(candidates)
        self._work += len(candidates) * (1 + len(numbers))
        if self._work > MAX_COMPARISONS:
            raise TooManySets
        return numbers

    def _behind(self, child: int) -> tuple[int, ...]:
        if child == GOAL:
            return (0,)
        return self.sets.get(child, ())

    def add(self, plays: int, play: int) -> int:
        """A multiset with a play once more."""
        times = 0
        while True:
            bit = self._bits.setdefault((play, times), 1 << len(self._bits))
            if not plays & bit:
                return plays | bit
            times += 1

    def remove(self, plays: int, play: int) -> int | None:
        """A multiset with a play once less, or None when it is not in it."""
        last = 0
        times = 0
        while (bit := self._bits.get((play, times), 0)) and plays & bit:
            last = bit
            times += 1
        return plays ^ last if last else None

    def first_way(self, plays: int) -> list[int]:
        """The first line in the order of ``legal`` that makes just these minimal plays: which action at each step.

        The number is that of the action in ``legal``; ``ENDING`` last where the turn has to be ended.
        """
        way: list[int] = []
        node = 0
        while True:
            if not plays:
                return [*way, ENDING]
            edges = self.graph.edges[node]
            for at in range(0, len(edges), 2):
                rest = self.remove(plays, edges[at])
                if rest is not None and rest in self._behind(edges[at + 1]):
                    break
            else:
                raise AssertionError("a minimal set has a way")
            way.append(at // 2)
            node = edges[at + 1]
            if node == GOAL:
                return way
            plays = rest

    def ways(self, plays: int, at_most: int = 1000) -> int:
        """In how many orders minimal plays reach the goal, counted up to about ``at_most``."""
        known: dict[tuple[int, int], int] = {}

        def count(node: int, plays: int) -> int:
            if not plays:
                return 1
            ways = known.get((node, plays))
            if ways is None:
                ways = 0
                edges = self.graph.edges[node]
                for at in range(0, len(edges), 2):
                    rest = self.remove(plays, edges[at])
                    if rest is not None and rest in self._behind(edges[at + 1]):
                        ways += count(edges[at + 1], rest)
                        if ways >= at_most:
                            break
                known[(node, plays)] = ways
            return ways

        return count(0, plays)


def smallest(candidates: set[int]) -> tuple[int, ...]:
    """Those sets that have no other of them as a part."""
    if len(candidates) < 2:
        return tuple(candidates)
    kept: list[int] = []
    for candidate in sorted(candidates, key=lambda plays: (plays.bit_count(), plays)):
        if not any(part & candidate == part for part in kept):
            kept.append(candidate)
    return tuple(kept)
