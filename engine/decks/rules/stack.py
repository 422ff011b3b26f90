"""A resolution: one action, and the activations that it sets off.

The waiting ones stand on a stack of their own, not on Python's, so that the longest chains (ruling 2.12) need no deep
recursion.
"""

from __future__ import annotations

from engine.decks.rules.activation import DONE, ENDED, Activation
from engine.decks.rules.board import Board
from engine.decks.rules.tally import Tally
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.native import i64


class Resolution:
    """One action being resolved: the board that it changes, trace and tally or None, and what has happened so far."""

    __slots__ = ("attacks", "board", "reinforcements", "reveals", "tally", "top", "trace")

    def __init__(self, board: Board, trace: Trace | None, tally: Tally | None = None) -> None:
        self.board = board
        self.trace = trace
        self.tally = tally
        self.attacks: i64 = 0
        self.reinforcements: i64 = 0
        self.reveals: i64 = 0
        self.top: Activation | None = None

    def set_off(self, activation: Activation) -> None:
        """Puts an activation on top of those that wait."""
        activation.below = self.top
        self.top = activation

    def run(self, first: Activation) -> bool:
        """Resolves an activation and all that it sets off; answers whether the game is over."""
        self.top = first
        while True:
            activation = self.top
            if activation is None:
                return False
            answer = activation.proceed(self)
            if answer == DONE:
                self.top = activation.below
            elif answer == ENDED:
                self.top = None
                return True
