"""A position: a game as it stands, with its rules behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.armies.rules import actions as do
from engine.armies.rules import battles, specials, turns
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.legality import check, legal_actions
from engine.armies.rules.state import State
from engine.armies.trace.base import Trace

_DEEDS: Final[dict[str, Callable[[State, int, ArmiesAction], None]]] = {
    do.DEAL: turns.deal,
    do.DRAW: turns.draw_two,
    do.BATTLE: battles.open_with_card,
    do.BATTLE_SPY: battles.open_with_spy,
    do.THIEF_BONUS: specials.steal_bonus,
    do.THIEF_ASK: specials.ask_for_card,
    do.CHEST: specials.lay_chest,
    do.GRAVEDIGGER: specials.dig,
    do.LAY_DOWN: turns.lay_down,
    do.END_TURN: turns.end_turn,
    do.STAND: battles.stand,
    do.SURRENDER: battles.surrender,
    do.JOIN: battles.join,
    do.PASS: battles.stay_out,
    do.CHAMPION: battles.set_champion,
    do.GUARD: battles.guard,
    do.DECLINE: battles.decline,
    do.ALLOW: specials.allow,
    do.CASTLE: specials.block,
    do.GIVE: specials.give,
}


class ArmiesPosition(State):
    """A game as it stands, and what may be done in it. ``queue[0]`` acts, unless a seat is named.

    Where several decide at the same time (champions), any seat of the queue may be named: what has been set is sealed,
    and the order has no meaning (C6.11).
    """

    __slots__ = ()

    @property
    def is_over(self) -> bool:
        return self.phase == at.OVER

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now: the first of the queue, all of it while champions are set."""
        return tuple(self.queue if self.phase == at.CHAMPION else self.queue[:1])

    def legal_actions(self, seat: int | None = None) -> list[ArmiesAction]:
        """Every legal action of a seat, by default of the first one, in order; none if it may not act."""
        waiting = self.to_act()
        if seat is None:
            return legal_actions(self, waiting[0]) if waiting else []
        return legal_actions(self, seat) if seat in waiting else []

    def apply(self, action: ArmiesAction, trace: Trace | None = None, seat: int | None = None) -> None:
        """Carries out an action of a seat that may act, of the first one by default.

        Raises ``IllegalAction`` with the contract's code; the position is then as it was. Events go into ``trace``.
        """
        waiting = self.to_act()
        actor = seat if seat is not None else waiting[0] if waiting else at.NOBODY
        check(self, actor, action)
        self.push(action, trace, actor)

    def push(self, action: ArmiesAction, trace: Trace | None = None, seat: int | None = None) -> None:
        """Like ``apply``, for an action that is known to be legal: nothing is looked at."""
        self.trace = trace
        _DEEDS[action.verb](self, self.queue[0] if seat is None else seat, action)
        self.trace = None

    def copy(self) -> ArmiesPosition:
        """An independent copy, without a trace."""
        copy: ArmiesPosition = object.__new__(ArmiesPosition)
        self._copy_to(copy)
        return copy
