"""The budget of a search: positions made, time, memory. The clock is given from outside: the engine has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

# Positions remembered at most, so that a solve stays below 500 MB (measured: see ``benchmarks/solver.py``).
MAX_REMEMBERED: Final = 400_000
_CLOCK_EVERY: Final = 64  # positions between two looks at the clock


class OutOfBudget(Exception):
    """Raised inside the solver when a limit is reached; ``solve`` turns it into ``complete: false``."""


class Budget:
    """The limits of one solve and what it has used.

    ``nodes`` is the most positions that may be made (None: no limit), ``seconds`` the most time on ``clock`` (a
    function that answers seconds; without one there is no time limit), ``remembered`` the most positions remembered.
    ``spent`` is the number of positions made, ``kept`` of those remembered, ``stopped_by`` the name of the limit that
    was reached, or None.
    """

    __slots__ = ("_deadline", "_next_look", "clock", "kept", "nodes", "remembered", "spent", "stopped_by")

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
        remembered: int = MAX_REMEMBERED,
    ) -> None:
        self.nodes = nodes
        self.clock = clock if seconds is not None else None
        self.remembered = remembered
        self.spent = 0
        self.kept = 0
        self.stopped_by: str | None = None
        self._deadline = self.clock() + seconds if self.clock is not None and seconds is not None else 0.0
        self._next_look = 0

    def spend(self) -> None:
        """Counts one position made, or one step of counting. Raises ``OutOfBudget`` when a limit is reached."""
        if self.spent == self.nodes:
            self.stop("nodes")
        self.spent += 1
        if self.spent >= self._next_look:
            self.look()

    def look(self) -> None:
        """Looks at the clock now. Raises ``OutOfBudget`` when the time is up."""
        self._next_look = self.spent + _CLOCK_EVERY
        if self.clock is not None and self.clock() >= self._deadline:
            self.stop("time")

    def keep(self, positions: int = 1) -> None:
        """Counts positions that are going to be remembered. Raises ``OutOfBudget`` when there is no room for them."""
        if self.kept + positions > self.remembered:
            self.stop("memory")
        self.kept += positions

    def release(self, positions: int) -> None:
        """Counts positions that are remembered no longer."""
        self.kept -= positions

    def part(self, nodes: int) -> Budget:
        """A budget of so many positions for what is done after a search: under the same clock, not counted here."""
        copy = Budget(nodes, remembered=self.remembered - self.kept)
        copy.clock = self.clock
        copy._deadline = self._deadline
        return copy

    def stop(self, limit: str) -> None:
        """Ends the search at a limit. Raises ``OutOfBudget``."""
        self.stopped_by = limit
        raise OutOfBudget(limit)
