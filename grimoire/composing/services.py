"""Services of the composer's searches: asking for one, a worker's step of it, going on with one that has rested."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_name
from accounts.models import Owner
from background import services as background
from background.lanes import lane_of_now
from background.upkeep import register
from board.naming import written_out
from engine.decks.composing import Wishes
from engine.decks.formats.interchange import write_position
from engine.decks.rules.position import Position
from engine.decks.solving.objective import read
from grimoire.composing.searching import KINDS
from grimoire.models import Composition
from grimoire.models.compositions import MAX_SECONDS

SLICE: Final = 8.0  # seconds of work before others have their turn
NOTE_EVERY: Final = 1.0  # seconds between two notes in the database
MAX_BUSY: Final = 2  # searches of one visitor at a time,
MAX_WAITING: Final = 100  # and of all
KEPT: Final = timedelta(days=7)


class TooManySearches(Exception):
    """There are searches enough already: ``own`` says whether they are the visitor's."""

    def __init__(self, own: bool) -> None:
        self.own = own
        super().__init__("too many searches")


@transaction.atomic
def ask(
    *, kind: str, position: Position | None = None, wishes: Wishes | None = None, owner: Owner | None = None
) -> Composition:
    """Has a worker search; ``owner`` is who asks, where no session knows it.

    Raises ``EngineError`` for a position without an objective, ``TooManySearches``.
    """
    _check_room()
    row = Composition(kind=kind, by=owner)
    if position is not None:
        read(position)
        row.position = written_out(write_position(position))
    if wishes is not None:
        row.wishes = {name: getattr(wishes, name) for name in Wishes.__dataclass_fields__}
    row.save()
    background.queue(job=row)
    return row


@transaction.atomic
def search_on(*, row: Composition) -> None:
    """Goes on with a search that has rested, was cancelled or failed. Raises ``TooManySearches``."""
    if row.is_busy or row.is_exhausted:
        return
    _check_room()
    background.queue(job=row, max_seconds=row.seconds + MAX_SECONDS)


def _check_room() -> None:
    """In the transaction that makes a search busy: others wait until it is counted."""
    lock_name("compositions")
    busy = Composition.objects.filter(state__in=Composition.BUSY)
    lane = lane_of_now()
    if lane and busy.filter(lane=lane).count() >= MAX_BUSY:
        raise TooManySearches(own=True)
    if busy.count() >= MAX_WAITING:
        raise TooManySearches(own=False)


def work(*, key: int, slice_seconds: float = SLICE) -> None:
    """Searches for some seconds, notes what was found, and asks for the next step unless that was the last."""
    lease = background.claim(Composition, key)
    if lease is None:
        return
    with lease:
        _Step(lease, slice_seconds).run()


class _Step:
    """A step of a search. What it has tried and found is noted every second; a worker that is stopped loses that."""

    def __init__(self, lease: background.Lease[Composition], slice_seconds: float) -> None:
        self.lease = lease
        self.row = lease.job
        self.slice_seconds = slice_seconds
        self.begun = self.noted = time.monotonic()
        self.before = self.row.seconds

    def run(self) -> None:
        search = KINDS[self.row.kind](self.row, self.clock)
        until = time.monotonic() + max(self.slice_seconds, 2 * self.seconds)  # its own proof may come first
        while not search.is_over:
            search.step()
            if time.monotonic() - self.noted >= NOTE_EVERY:
                self.note(**search.values())
            if self.lease.is_lost or time.monotonic() >= until:  # after a step: the busiest machine goes on too
                break
        rests = search.is_over or self.before + self.seconds >= self.row.max_seconds
        end_step = self.lease.finish if rests else self.lease.requeue
        end_step(**search.values(), seconds=self.before + self.seconds)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def clock(self) -> float:
        """For long proofs: seconds, or the end of all time when nobody wants the answer any more."""
        if time.monotonic() - self.noted >= NOTE_EVERY:
            self.note()
        return float("inf") if self.lease.is_lost else time.monotonic()

    def note(self, **values: Any) -> None:
        self.noted = time.monotonic()
        self.lease.note(**values, seconds=self.before + self.seconds)


def sweep() -> int:
    """Deletes searches that were asked for days ago; how many those were."""
    return Composition.objects.filter(asked__lt=timezone.now() - KEPT).delete()[0]


def start() -> None:
    register("searches of the composer of days ago", sweep)
