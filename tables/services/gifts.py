"""Time that a player gives an opponent.

A gift is no entry of the log: a move that is on its way would come too late by it. It is kept beside, with the version
at which it was given, and told by a notice.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction

from accounts.locks import lock_row
from contract.clocks import FISCHER
from contract.registry import GAMES
from tables.models import GameSeat, LiveGame
from tables.notices import TIME_GIVEN
from tables.services.acting import claim_seat
from tables.services.log import add_notice
from tables.states import GameState, state_of
from tables.viewers import Viewer
from web.refusals import RequestRefused

MAX_GIFTS: Final = 100  # in one game


def give_time(viewer: Viewer, seat_name: str) -> None:
    """Gives an opponent's clock ``ClockSetting.gift`` more. Raises ``RequestRefused``."""
    claim_seat(viewer)
    with transaction.atomic():
        lock_row(LiveGame, viewer.game.pk)
        viewer.game.refresh_from_db()
        game, state = viewer.game, state_of(viewer.game)
        if state.clocks is None:
            raise RequestRefused(409, "no-clock", "this game is played without clocks")
        if seat_name not in [seat.seat_name for seat in opponents(viewer, state)]:
            raise RequestRefused(409, "no-gift", "time can be given to an opponent whose clock is running", "/seat")
        gifts = game.time_given or []
        if len(gifts) >= MAX_GIFTS:
            raise RequestRefused(409, "no-gift", f"time can be given {MAX_GIFTS} times in a game", "/seat")
        amount = state.clocks.setting.gift * 1000
        game.time_given = [*gifts, [seat_name, state.version, amount]]
        LiveGame.objects.filter(pk=game.pk).update(time_given=game.time_given)
        notice = {"kind": TIME_GIVEN, "by": viewer.seat_name, "seat": seat_name, "ms": amount}
        add_notice(game, notice)
    viewer.game.refresh_from_db()


def opponents(viewer: Viewer, state: GameState) -> list[GameSeat]:
    """Those to whom a seat may give time now: its opponents, not its team; where each turn has its own time, those
    whose clock runs."""
    if viewer.seat is None or state.clocks is None or state.engine is None or state.result is not None:
        return []
    if viewer.seat_name in state.left:
        return []
    clocks, table = state.clocks, GAMES[state.game].adapter
    found = []
    for seat in viewer.others():
        is_against = viewer.seat_name in table.winners_without(state, {seat.seat_name})
        has_time = clocks.setting.kind == FISCHER or clocks.seats[seat.seat_name].runs
        if seat.is_taken and is_against and has_time:
            found.append(seat)
    return found
