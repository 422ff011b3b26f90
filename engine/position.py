"""The one interface that the web, bots, the solver and the tests use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import legality, resolution
from engine.board import OVER, Board

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.tally import Tally
    from engine.trace import Trace


class Position(Board):
    """A position with its rules: what may be done, and doing it.

    ``copy``, ``key`` and ``result`` come from ``Board``.
    """

    __slots__ = ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (``result`` says how)."""
        return self.phase == OVER

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order of the contract: empty when the game is over."""
        return legality.legal_actions(self)

    def apply(self, action: Action, trace: Trace | None = None) -> None:
        """Carries out a legal action; ``end-turn`` straight from ``summoning`` is accepted too.

        Raises ``IllegalAction`` with the contract's code; the position is then as it was.
        """
        legality.check(self, action)
        resolution.perform(self, action, trace)

    def push(self, action: Action, trace: Trace | None = None, tally: Tally | None = None) -> None:
        """Carries out an action that ``legal_actions`` has just given, without checking it again."""
        resolution.perform(self, action, trace, tally)
