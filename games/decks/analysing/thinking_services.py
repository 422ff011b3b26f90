"""Asking what is best in a position, and the work on it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from background import services as background
from background.lanes import lane_of_now
from board.naming import written_out
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from games.decks.analysing.thinking import STAGES, Thinker
from games.decks.analysing.thinking_models import WANTED_FOR, Thinking
from grimoire.keys import exact_key

QUICK_SECONDS: Final = 0.15  # of the processor, within the request
NOTE_EVERY: Final = 1.0  # seconds between two looks at whether it is still wanted
STEP: Final = 20.0  # seconds after which a worker looks at what else waits
MAX_WAITING: Final = 200  # that somebody looks at, of all
MAX_BUSY: Final = 6  # and of one visitor at a time
LOOKED_AT: Final = timedelta(seconds=5)  # who looks asks again within that time
WANTED_EVERY: Final = timedelta(seconds=3)  # between two notes that somebody looks
KEPT_DAYS: Final = 30
MAX_KEPT: Final = 5_000
VERSION: Final = 2  # of the reports: others are not read any more


class QueueFull(Exception):
    """There is no more room in the queue, or not for this visitor."""


def key_of(position: Position, sight: str) -> str:
    """Equal for equal positions and views, whatever the cards are called: lines name them by their places."""
    parts = [exact_key(_plain(position)), sight, RULES_VERSION, VERSION]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _plain(position: Position) -> Position:
    """The position without an objective."""
    copy = position.copy()
    copy.objective = None
    return copy


def ask(
    position: Position, sight: str, may_queue: Callable[[], bool] = lambda: True, *, again: bool = False
) -> Thinking:
    """What is known of a position, or found at once, and a job for the rest.

    ``may_queue`` is asked before something is put into the queue; where it says no, what was found stays as it is.
    A job that failed goes on when it is asked for ``again``. Raises ``QueueFull`` where nothing is known.
    """
    thinking = Thinking.objects.filter(key=key_of(position, sight)).first()
    if thinking is None:
        thinking = _begun(position, sight, may_queue)
    elif thinking.is_busy:
        _want(thinking)
        background.go_on(job=thinking)
    elif not thinking.is_done and (again or thinking.state != Thinking.State.FAILED) and _has_room() and may_queue():
        background.queue(job=thinking, wanted_at=timezone.now())
    return thinking


def stop(position: Position, sight: str) -> Thinking | None:
    """What is known of a position, as for somebody who looks no more. Its work ends when nobody else looks either."""
    thinking = Thinking.objects.filter(key=key_of(position, sight)).first()
    if thinking is not None and thinking.is_busy:
        thinking.state = Thinking.State.CANCELLED
    return thinking


def _begun(position: Position, sight: str, may_queue: Callable[[], bool]) -> Thinking:
    """Of a game that is over there is nothing to keep."""
    thinker = _thinker(position, sight, time.thread_time)
    if thinker.position.is_over:
        return Thinking(sight=sight, report=thinker.first_report(0), state=Thinking.State.DONE)
    if not (_has_room() and may_queue()):
        raise QueueFull
    now = timezone.now()
    thinking, is_new = Thinking.objects.get_or_create(
        key=key_of(position, sight),
        defaults={
            "position": written_out(write_position(_plain(position))),
            "sight": sight,
            "report": thinker.first_report(QUICK_SECONDS),
            "wanted_at": now,
            "heartbeat_at": now,
        },
    )
    if is_new:
        background.queue(job=thinking)
    return thinking


def _has_room() -> bool:
    """Whether more may wait. What a visitor has left counts for nobody: workers drop it."""
    now = timezone.now()
    busy = Thinking.objects.filter(state__in=Thinking.BUSY)
    lane = lane_of_now()
    if lane and busy.filter(lane=lane, wanted_at__gt=now - LOOKED_AT).count() >= MAX_BUSY:
        return False
    return busy.filter(wanted_at__gt=now - WANTED_FOR).count() < MAX_WAITING


def _want(thinking: Thinking) -> None:
    """Notes that somebody looks at it."""
    now = timezone.now()
    if now - thinking.wanted_at > WANTED_EVERY:
        Thinking.objects.filter(pk=thinking.pk).update(wanted_at=now)


def _thinker(position: Position, sight: str, clock: Callable[[], float]) -> Thinker:
    return Thinker(position, SEAT_NAMES.index(sight) if sight else None, clock)


class _Unwanted(Exception):
    """Nobody looks at it any more, or somebody else works on it."""


def work(thinking_id: int) -> None:
    """A worker's task: the next stages, for some seconds."""
    lease = background.claim(Thinking, thinking_id)
    if lease is None:
        return
    with lease:
        thinking = lease.job
        if not thinking.is_wanted:
            lease.drop()
            return
        begun = noted = time.monotonic()
        spent = thinking.seconds

        def clock() -> float:
            """For the budgets: looks now and then whether it is still wanted."""
            nonlocal noted
            now = time.monotonic()
            if now - noted >= NOTE_EVERY:
                noted = now
                if not lease.note(seconds=round(spent + now - begun, 1)) or not _is_wanted(thinking):
                    raise _Unwanted
            return now

        try:
            thinker = _thinker(read_position(thinking.position), thinking.sight, clock)
            for report in thinker.stages(thinking.report):
                seconds = round(spent + time.monotonic() - begun, 1)
                if report["stage"] >= STAGES:
                    lease.finish(report=report, seconds=seconds)
                elif time.monotonic() - begun > STEP:
                    lease.requeue(report=report, seconds=seconds)
                else:
                    lease.note(report=report, seconds=seconds)
                if lease.is_lost:
                    return
        except _Unwanted:
            lease.drop()


def _is_wanted(thinking: Thinking) -> bool:
    thinking.refresh_from_db(fields=["wanted_at"])
    return thinking.is_wanted


def sweep() -> int:
    """Deletes what nobody has looked at for long, and of the rest what was looked at longest ago."""
    count = Thinking.objects.filter(wanted_at__lt=timezone.now() - timedelta(days=KEPT_DAYS)).delete()[0]
    limit = Thinking.objects.order_by("-wanted_at").values_list("wanted_at", flat=True)[MAX_KEPT : MAX_KEPT + 1].first()
    if limit is not None:
        count += Thinking.objects.filter(wanted_at__lte=limit).delete()[0]
    return count
