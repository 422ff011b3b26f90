"""Time that runs out: whoever it happens to has lost at once, as after a claim.

A worker looks when it is due, and so does every request about the game, so nothing depends on a worker. What is judged
are stamps (``contract.clocks``), so it makes no difference who looks, or when.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from background import services as background
from background.pulse import beat_with_request, last_heard
from contract.log import Kind
from tables.clocks import late_seats, next_fall
from tables.models import LiveGame, TimeoutCheck
from tables.services import bots
from tables.services.leaving import leave
from tables.services.log import StaleVersion
from tables.services.timeout_jobs import GRACE, arm
from tables.states import state_of
from tables.viewers import Viewer, seats_of
from web.request_times import seconds_held

AGAIN: Final = timedelta(seconds=1)  # between two looks of a worker while no web server is heard


def end_late_turns(game: LiveGame, at: datetime | None = None) -> bool:
    """Has those lose whose time was up at a moment, by default ``GRACE`` ago; whether there were any, or
    somebody has left since the game was read.

    ``game`` is up to date then.
    """
    if game.clock is None or game.status in (LiveGame.Status.OVER, LiveGame.Status.WAITING):
        return False
    moment = timezone.now() - GRACE if at is None else at
    seats, state = seats_of(game), state_of(game)
    if not late_seats(game, seats, state, moment):
        if not any(seat.has_left and seat.seat_name not in state.left for seat in seats):
            return False
        game.refresh_from_db()  # it has gone on since it was read
        return True
    while True:
        try:
            with transaction.atomic():
                lock_row(LiveGame, game.pk)
                game.refresh_from_db()
                seats = seats_of(game)
                late = late_seats(game, seats, state_of(game), moment)
                if late:
                    leave(game, seats, late, Kind.DEADLINE, "deadline")
        except StaleVersion:
            continue
        if late:
            bots.run(game)
        return bool(late)


def look_at_clocks(viewer: Viewer) -> Viewer:
    """The viewer, after those have lost whose time is up: for each request about a game."""
    if viewer.game.clock is None:
        return viewer
    beat_with_request()
    if not end_late_turns(viewer.game):
        return viewer
    seats = seats_of(viewer.game)
    own = next((seat for seat in seats if viewer.seat is not None and seat.pk == viewer.seat.pk), None)
    return Viewer(viewer.game, seats, own, viewer.is_by_secret)


def is_too_late(viewer: Viewer) -> bool:
    """Whether the seat's time was up when the request arrived: then it has lost now."""
    if viewer.game.clock is None or viewer.seat is None:
        return False
    arrived = timezone.now() - timedelta(seconds=seconds_held())
    late = late_seats(viewer.game, viewer.seats, state_of(viewer.game), arrived)
    return any(seat.pk == viewer.seat.pk for seat in late) and end_late_turns(viewer.game, arrived)


def work(check_id: int) -> None:
    """A worker's task: looks at a game's clocks, and comes again when the next one runs out.

    Who is late for a moment since which no web server was heard may have been kept from moving: that is settled when
    one is there again.
    """
    lease = background.claim(TimeoutCheck.objects.select_related("game"), check_id)
    if lease is None:
        return
    with lease:
        game = lease.job.game
        now, heard = timezone.now(), last_heard()
        again = now + AGAIN
        end_late_turns(game, now - GRACE if heard is None else min(now - GRACE, heard))
        falls_at = next_fall(game, seats_of(game), state_of(game))
        if falls_at is None:
            lease.finish(due=None)
        else:
            due = max(falls_at + GRACE, again)
            lease.requeue(after=due, due=due)
    game.refresh_from_db()
    with transaction.atomic():
        arm(game, state_of(game), not_before=again)  # it may have gone on meanwhile
