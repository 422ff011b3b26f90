"""Bots at the seats of a session: what they do at once, and their games among themselves, which a worker plays.

Whose turn it is stands in the ledger: a request or a worker that was killed in between loses nothing. Whoever looks
next has the bots go on, or a worker does, which resumes what stands still now and then.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from background.models import STALLED_AFTER
from background.outages import is_passing
from background.services import resuming
from mutation import tokens
from mutation.models import LedgerLine, MutationSession, SessionSeat
from mutation.services import tables, waiting
from mutation.services.bot_minds import events_for
from mutation.services.entering import NewEvents, enter
from mutation.services.ledgers import ledger_of
from mutation.services.waiting import Waiting, waits_for
from tables.models import LiveGame
from tables.services import bots as play_bots
from tables.services.log import game_ended
from tables.states import GameState
from web.refusals import RequestRefused

logger = logging.getLogger(__name__)

ROUNDS: Final = 200  # of looking what is to be done next
RESUMED_FOR: Final = timedelta(days=7)  # after which only a visitor has the bots of a session go on
RESUMED_AT_ONCE: Final = 50  # sessions


def due(session: MutationSession, seats: Iterable[SessionSeat]) -> list[tuple[Waiting, str]]:
    """The bots that are waited for, with their levels."""
    levels = {seat.letter: seat.level for seat in seats if seat.is_bot}
    if not levels or session.phase == MutationSession.Phase.OVER:
        return []
    return [(task, levels[task.seat]) for task in waits_for(ledger_of(session).state) if task.seat in levels]


def run(session: MutationSession) -> None:
    """Has the bots do all that they are waited for: events now, games among themselves by a worker."""
    seats = list(session.seats.all())
    if not any(seat.is_bot for seat in seats):
        return
    seed = tokens.bots_seed(session)
    for _ in range(ROUNDS):
        session.refresh_from_db(fields=["version", "phase", "waits_for"])
        moved = False
        for task, level in due(session, seats):
            if task.what != waiting.PLAY:
                moved = _enter(session, task, level, seed) or moved
        if not moved:
            break
    for task, _level in due(session, seats):
        if task.what == waiting.PLAY and _is_to_begin(session, seats, task.game):
            _begin(session, task.game)


def _enter(session: MutationSession, task: Waiting, level: str, seed: int) -> bool:
    ledger = ledger_of(session)
    if task not in waits_for(ledger.state):
        return False
    try:
        enter(session, NewEvents(events_for(ledger, task, level, seed), session.version, LedgerLine.Source.BOT))
    except RequestRefused as refusal:
        if refusal.code not in ("stale", "ledger-full"):
            raise
        return refusal.code == "stale"  # somebody was quicker: look again
    return True


def _is_to_begin(session: MutationSession, seats: Iterable[SessionSeat], number: int) -> bool:
    """Whether a game is one of two bots that nobody has begun yet, and that has not come to nothing too often."""
    return (
        tables.of_bots_alone(seats, number)
        and tables.open_table(session, number) is None
        and tables.failed_tables(session, number) < tables.BOTS_TRIES
    )


def _begin(session: MutationSession, number: int) -> None:
    try:
        with transaction.atomic():
            table = tables.begin(session, number)
            assert table.game is not None
            play_bots.queue(table.game)
    except RequestRefused as refusal:
        if refusal.code not in ("game-played", "wrong-order", "not-ready"):
            raise


def resume(session: MutationSession, seats: Collection[SessionSeat]) -> None:
    """Has bots go on that stand still, because whoever was to have them move was stopped."""
    for task, _level in due(session, seats):
        if task.what != waiting.PLAY or _is_to_begin(session, seats, task.game):
            run(session)
            return


def resume_stalled(**_: Any) -> None:
    """Has the bots of sessions go on that stand still though nobody looks.

    Of many sessions some at a time, by chance: most of them wait for people, and should keep no others out. What goes
    wrong with one session is logged, and keeps no other from going on, nor the worker.
    """
    now = timezone.now()
    bots_due = SessionSeat.objects.filter(
        session=OuterRef("pk"), kind=SessionSeat.Kind.BOT, session__waits_for__contains=F("letter")
    )
    sessions = MutationSession.objects.exclude(phase=MutationSession.Phase.OVER).filter(
        Exists(bots_due),
        updated__gt=now - RESUMED_FOR,
        updated__lt=now - STALLED_AFTER,
    )
    for session in sessions.select_related("deal").prefetch_related("seats").order_by("?")[:RESUMED_AT_ONCE]:
        try:
            resume(session, session.seats.all())
        except Exception as error:
            if is_passing(error):
                raise  # the worker waits until the database is there again
            logger.exception("The bots of session %s stand still", session.token)


def enter_result(sender: type[LiveGame], game: LiveGame, state: GameState, **_: Any) -> None:
    """A game has ended: if it was one of a session, the session goes on."""
    session = tables.finish(game, state.result or {"winners": []})
    if session is not None:
        transaction.on_commit(lambda: run(session))


def start() -> None:
    game_ended.connect(enter_result, dispatch_uid="mutation.bots")
    resuming.connect(resume_stalled, dispatch_uid="mutation.bots")
