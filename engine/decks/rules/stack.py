"""A resolution: one action, and the activations that it sets off.

The waiting ones stand on a stack of their own, not on Python's, so that the longest chains (ruling 2.12) need no deep
recursion.
"""

from __future__ import annotations

from engine.decks.rules.activation import AGAIN, FINISH, NEXT, Activation
from engine.decks.rules.board import Board
from engine.decks.rules.tally import Tally
from engine.decks.rules.trace.recorder import Trace


class Resolution:
    """One action being resolved: the board that it changes, trace and tally or None, and what has happened so far."""

    __slots__ = ("attacks", "board", "reinforcements", "reveals", "stack", "tally", "trace")

    def __init__(self, board: Board, trace: Trace | None, tally: Tally | None = None) -> None:
        self.board = board
        self.trace = trace
        self.tally = tally
        self.attacks = 0
        self.reinforcements = 0
        self.reveals = 0
        self.stack: list[Activation] = []

    def run(self, first: Activation) -> None:
        """Resolves an activation and all that it sets off."""
        stack = self.stack
        trace = self.trace
        stack.append(first)
        while stack:
            activation = stack[-1]
            steps = activation.steps
            at = activation.at
            end = len(steps)
            while at < end:
                where, step = steps[at]
                if trace is not None:
                    trace.where = where
                answer = step(self, activation)
                if answer == NEXT:
                    at += 1
                elif answer == FINISH:
                    at = activation.finish
                elif answer == AGAIN:
                    at = activation.again
                else:
                    break
            if at < end:
                activation.at = at
            else:
                stack.pop()
