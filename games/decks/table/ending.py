"""Doing what a plan says: the plays that were laid down, the Assault, the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from contract.guide import is_moment
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.state import DecksState, decks_state_of
from games.decks.table.plans import END_TURN, LaidPlan, lay_out
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.viewers import Viewer
from web.refusals import RequestRefused


class NothingPlayedError(Exception):
    """A turn would end without a play though cards can be played: whoever ends it is asked first."""


def end_turn(viewer: Viewer, version: int, line: Sequence[str], *, is_sure: bool) -> LaidPlan:
    """Carries out a plan, then ends the turn; answers what it was.

    A play that depends on a hidden card is the last one: what it shows is worth a look before the turn goes on. Raises
    ``RequestRefused``, and without ``is_sure`` ``NothingPlayedError``; nothing was done then.
    """
    state = acting.seat_in_turn(viewer, version)
    assert isinstance(state, DecksState) and state.engine is not None
    seat = SEAT_NAMES.index(viewer.seat_name)
    plan = lay_out(state.engine, seat, line, "en", END_TURN)
    if plan.dropped:
        raise RequestRefused(422, plan.why, f"'{plan.dropped}' may not be done")
    if not is_sure and is_unplayed(state, seat, plan):
        raise NothingPlayedError
    acting.act(viewer, version, plan.actions, UNKEYED)
    after = decks_state_of(viewer.game)
    if (
        plan.hidden_from is not None
        and plan.closing
        and viewer.seat_name in after.to_act()
        and after.engine is not None
    ):
        rest = [str(action) for action in after.engine.legal_actions(seat)]
        if rest == [END_TURN]:  # the Assault has shown something: only the end is left
            acting.act(viewer, after.version, rest, UNKEYED)
    return plan


def is_unplayed(state: DecksState, seat: int, plan: LaidPlan) -> bool:
    """Whether a seat has played nothing in this turn, and lays down nothing, though it could.

    At a moment of the first game nothing is lost by it: whoever ends the turn there may try again.
    """
    if plan.line or not plan.legal or is_moment(state.setup):
        return False
    turn = state.turn()
    return not any(done.turn == turn and " " in done.action for done in state.done)
