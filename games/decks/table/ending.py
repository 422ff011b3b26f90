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


class CardsLeftError(Exception):
    """A turn would end though cards can be played: whoever ends it is asked first."""


def end_turn(viewer: Viewer, version: int, line: Sequence[str], *, is_sure: bool, asks: bool = False) -> LaidPlan:
    """Carries out a plan, then ends the turn; answers what it was.

    A play that depends on a hidden card is the last one: what it shows is worth a look before the turn goes on. Raises
    ``RequestRefused``, and without ``is_sure`` ``CardsLeftError`` where nothing has been played in this turn, or with
    ``asks`` where any card can be; nothing was done then.
    """
    state = acting.seat_in_turn(viewer, version)
    assert isinstance(state, DecksState) and state.engine is not None
    seat = SEAT_NAMES.index(viewer.seat_name)
    plan = lay_out(state.engine, seat, line, "en", END_TURN)
    if plan.dropped:
        raise RequestRefused(422, plan.why, f"'{plan.dropped}' may not be done")
    if not is_sure and has_cards_left(state, plan) and (asks or is_unplayed(state, plan)):
        raise CardsLeftError
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


def has_cards_left(state: DecksState, plan: LaidPlan) -> bool:
    """Whether more could be played than is laid down.

    At a moment of the first game nothing is lost by that: whoever ends the turn there may try again.
    """
    return bool(plan.legal) and not is_moment(state.setup)


def is_unplayed(state: DecksState, plan: LaidPlan) -> bool:
    """Whether nothing has been played in this turn, nor is laid down."""
    turn = state.turn()
    return not plan.line and not any(done.turn == turn and " " in done.action for done in state.done)
