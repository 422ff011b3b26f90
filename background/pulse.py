"""When the server was not there: spans of the wall clock that count for nobody who is played against the clock.

Each process that works for players beats every few seconds (``beat``), workers as one kind and the servers of pages as
another. What is noted as an outage is

- the time since the last beat of any kind, where that is longer than ``SILENT``: everything was down, or the clock of
  the machine was put forward by so much;
- the time since the last beat of a kind, where a process of that kind begins and it is not longer ago: a restart;
- what the clock of the machine was put forward between two beats of a process, by the clock that only runs forward.

A clock that is put back makes no outage: time that is counted twice would be taken from somebody.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from background.models import Outage, Pulse

WEB: Final = "web"
WORKER: Final = "worker"
EVERY: Final = 5.0  # seconds between two beats of a process
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
            if before is not None and stepped is None and steady - before[1] < EVERY:
                return
            self.last[kind] = (now, steady)
        _note(kind, now, begins=before is None, stepped=stepped)

    def forget(self) -> None:
        """As a process that begins."""
        self.last.clear()


def _put_forward(before: tuple[datetime, float], now: datetime, steady: float) -> datetime | None:
    """The moment from which the wall clock was put forward to now; None if it was not."""
    should_be = before[0] + timedelta(seconds=steady - before[1])
    return should_be if now - should_be > STEP else None


def _note(kind: str, now: datetime, *, begins: bool, stepped: datetime | None) -> None:
    beats = dict(Pulse.objects.values_list("kind", "at"))
    latest, own = max(beats.values(), default=None), beats.get(kind)
    since = stepped
    if stepped is None and latest is not None and now - latest > SILENT:
        since = latest
    elif begins and own is not None and now - own <= SILENT:
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


def outages(since: datetime, until: datetime) -> list[tuple[datetime, datetime]]:
    """The outages of a span."""
    return list(Outage.objects.filter(ended__gt=since, began__lt=until).values_list("began", "ended"))


def sweep() -> int:
    """Deletes outages that nothing counts any more; how many those were."""
    return Outage.objects.filter(ended__lt=timezone.now() - KEPT_FOR).delete()[0]


beats: Final = Beats()
