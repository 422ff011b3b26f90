"""When the server was not there: spans of the wall clock that count for nobody who is played against the clock.

Each process that works for players beats every few seconds (``beat``): workers, streams while somebody listens, and web
servers, in production by themselves (``PAGES``), so that their silence says that they are gone, in development with
requests about clocks (``WEB``). What is noted as an outage is

- the time since the last beat of any kind, where that is longer than ``SILENT``: everything was down, or the clock of
  the machine was put forward by so much;
- the time since the last beat of a kind, where a process of that kind begins and it is not longer ago: a restart;
- the time since the last beat of ``PAGES``, where that is longer than ``MISSED``: no page was served, whoever else was
  there, as after a kill of the web server alone;
- what the clock of the machine was put forward between two beats of a process, by the clock that only runs forward.

A clock that is put back makes no outage: time that is counted twice would be taken from somebody. What had been noted
of the time that is to come again is forgotten: else an hour that was put forward by mistake would not count when it
comes.

An outage is known when it is over. So nobody is late for a moment since which no server was heard (``last_heard``).
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from threading import Lock, Thread
from typing import Final

from django.db import Error, IntegrityError, close_old_connections, connection, transaction
from django.utils import timezone

from background.models import Outage, Pulse
from background.outages import full_disk, is_full

WEB: Final = "web"
PAGES: Final = "pages"
STREAMS: Final = "streams"
WORKER: Final = "worker"
EVERY: Final = 5.0  # seconds between two beats of a process
PAGES_EVERY: Final = 2.0  # of a web server by itself: who is late has lost so much later
MISSED: Final = timedelta(seconds=8)  # that is some beats of it
SILENT: Final = timedelta(seconds=60)
STEP: Final = timedelta(seconds=1)  # what the clock may be put forward by without being noted
KEPT_FOR: Final = timedelta(days=120)


class Beats:
    """The beats of this process: ``last`` are the moments of both clocks when it noted one, and of which kind."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[datetime, float]] = {}
        self.guard = Lock()

    def beat(self, kind: str) -> None:
        """Notes that this process is there, if that was not done just now."""
        with self.guard:
            now, steady = timezone.now(), time.monotonic()
            before = self.last.get(kind)
            stepped = None if before is None else _put_forward(before, now, steady)
            is_back = before is not None and _is_put_back(before, now, steady)
            every = PAGES_EVERY if kind == PAGES else EVERY
            if before is not None and stepped is None and not is_back and steady - before[1] < every:
                return
            self.last[kind] = (now, steady)
        if is_back:
            _forget_what_comes(now)
        _note(kind, now, begins=before is None, stepped=stepped)

    def forget(self) -> None:
        """As a process that begins."""
        self.last.clear()


def _put_forward(before: tuple[datetime, float], now: datetime, steady: float) -> datetime | None:
    """The moment from which the wall clock was put forward to now; None if it was not."""
    should_be = before[0] + timedelta(seconds=steady - before[1])
    return should_be if now - should_be > STEP else None


def _is_put_back(before: tuple[datetime, float], now: datetime, steady: float) -> bool:
    return before[0] + timedelta(seconds=steady - before[1]) - now > STEP


def _forget_what_comes(now: datetime) -> None:
    with transaction.atomic():
        Pulse.objects.filter(at__gt=now).update(at=now)
        Outage.objects.filter(began__gte=now).delete()
        Outage.objects.filter(ended__gt=now).update(ended=now)


def _note(kind: str, now: datetime, *, begins: bool, stepped: datetime | None) -> None:
    beats = dict(Pulse.objects.values_list("kind", "at"))
    latest, own = max(beats.values(), default=None), beats.get(kind)
    since = stepped
    if stepped is None and latest is not None and now - latest > SILENT:
        since = latest
    elif own is not None and ((begins and now - own <= SILENT) or (kind == PAGES and now - own > MISSED)):
        since = own
    with transaction.atomic():
        if own is None:
            try:
                with transaction.atomic():
                    Pulse.objects.create(kind=kind, at=now)
            except IntegrityError:  # another process of the kind begins too
                return
        elif not Pulse.objects.filter(kind=kind, at=own).update(at=now):
            return  # another one has noted the same
        if since is not None and since < now:
            Outage.objects.create(began=since, ended=now)


def last_heard() -> datetime | None:
    """When a web server was last there; None where none beats by itself, as in development."""
    heard = dict(Pulse.objects.filter(kind__in=(PAGES, WEB)).values_list("kind", "at"))
    return max(heard.values()) if PAGES in heard else None


def outages(since: datetime, until: datetime) -> list[tuple[datetime, datetime]]:
    """The outages of a span."""
    return list(Outage.objects.filter(ended__gt=since, began__lt=until).values_list("began", "ended"))


def sweep() -> int:
    """Deletes outages that nothing counts any more; how many those were."""
    return Outage.objects.filter(ended__lt=timezone.now() - KEPT_FOR).delete()[0]


beats: Final = Beats()


def beat_with_request() -> None:
    """Notes that this process, a web server, is there, before a request about a clock is judged."""
    beats.beat(PAGES if PAGES in beats.last else WEB)


def beat_steadily() -> None:
    """Has this process, a web server, beat by itself from now on: once before it serves, then in a thread."""
    _beat_once()
    Thread(target=_beat_on, name="pulse", daemon=True).start()


def _beat_on() -> None:
    while True:
        time.sleep(PAGES_EVERY)
        _beat_once()


def _beat_once() -> None:
    try:
        close_old_connections()
        beats.beat(PAGES)
        close_old_connections()
    except Error as error:  # locked, full or away: the silence counts as an outage
        if is_full(error):
            full_disk.note()
        connection.close()
