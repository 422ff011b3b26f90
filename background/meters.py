"""What somebody uses up, counted for all processes together, and forgotten as time goes by.

Of each key the database keeps the moment at which nothing will be owed any more. Whoever uses something up puts that
moment off; who would put it off too far has to wait. Nobody owes more than twice what there is at once, so that nobody
waits longer than until all is there again: a moment further off is that of a clock that was ahead, and counts as if all
were used up. What is small is noted in the process first and told in lumps, so that most requests write nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Final

from cachetools import LRUCache
from django.db import connection

from background.unwritten import written_or

MAX_NOTED: Final = 10_000  # keys that one process has notes of
SWEPT_EVERY: Final = 3600.0  # seconds
_MOMENT: Final = """
CASE WHEN accounts_spending.clear_at > %s THEN %s
WHEN accounts_spending.clear_at > %s THEN accounts_spending.clear_at ELSE %s END
"""
_ADD: Final = f"""
INSERT INTO accounts_spending (key, clear_at) VALUES {{rows}}
ON CONFLICT (key) DO UPDATE SET clear_at = {_MOMENT} + excluded.clear_at - %s
{{condition}} RETURNING key, clear_at
"""
_IF_IT_FITS: Final = "WHERE accounts_spending.clear_at + excluded.clear_at <= %s"
_RIGHT: Final = "UPDATE accounts_spending SET clear_at = %s WHERE clear_at > %s AND key IN ({keys})"
_LOOK: Final = "SELECT key, clear_at FROM accounts_spending WHERE key IN ({keys})"
_SWEEP: Final = "DELETE FROM accounts_spending WHERE clear_at < %s"


@dataclass(slots=True)
class _Note:
    """What a process has not told yet, since when, and until when it knows that nothing more is allowed; ``clear_at``
    is when nothing will be owed any more, as far as it knows."""

    untold: float = 0.0
    since: float = 0.0
    closed_until: float = 0.0
    clear_at: float = 0.0


_notes: Final[LRUCache[str, _Note]] = LRUCache(MAX_NOTED)
_guard = Lock()
_swept = [0.0]


@dataclass(frozen=True, slots=True)
class Meter:
    """``most`` units at once, all of which are there again after ``seconds``, for what is called ``name``.

    Keys come with how many times as much each may use.
    """

    name: str
    limit: float
    seconds: float

    def take(self, keys: Mapping[str, float], amount: float) -> float:
        """Uses an amount up, ``most`` of it at most, if it is there. The seconds to wait, 0.0 if it was."""
        return max(0, self._add(keys, min(amount, self.limit), only_if_it_fits=True)) / 1000

    def add(self, keys: Mapping[str, float], amount: float) -> float:
        """Counts what was used up, or with a negative amount was not after all. The seconds until there is more."""
        return max(0, self._add(keys, amount, only_if_it_fits=False)) / 1000

    def note(self, keys: Mapping[str, float], amount: float, lump: float) -> float:
        """The same, told to the others once it is a lump. The seconds until there is more, as far as is known."""
        now, own_key = time.monotonic(), self._own(keys)
        with _guard:
            note = _notes.setdefault(own_key, _Note(since=now))
            if now - note.since > self.seconds:
                note.untold, note.since = 0.0, now
            note.untold += amount
            if note.untold < lump:
                return max(0.0, note.closed_until - now)
            amount_due, note.untold, note.since = note.untold, 0.0, now
        over = self._add(keys, amount_due, only_if_it_fits=False) / 1000
        wait = max(0.0, over)
        note.closed_until, note.clear_at = now + wait, now + over + self.seconds
        return wait

    def closed_for(self, keys: Mapping[str, float]) -> float:
        """The seconds until there is more, as far as this process knows: it asks nobody."""
        with _guard:
            note = _notes.get(self._own(keys))
        return max(0.0, note.closed_until - time.monotonic()) if note else 0.0

    def left(self, keys: Mapping[str, float]) -> tuple[float, float]:
        """How much there is still, and in how many seconds all of it, as far as this process knows: it asks nobody."""
        with _guard:
            note = _notes.get(self._own(keys))
        if note is None:
            return self.limit, 0.0
        rate = self.limit / self.seconds
        owed = max(0.0, note.clear_at - time.monotonic()) + note.untold / rate
        return max(0.0, round(self.limit - owed * rate, 6)), min(owed, self.seconds)

    def usage(self, keys: Iterable[str]) -> dict[str, float]:
        """How much of each key counts at the moment, as all processes know it."""
        names, room = {self._key(key): key for key in keys}, self._room
        now, moments = _now(), _moments(list(names), room)
        rate = self.limit / self.seconds / 1000
        return {key: max(0, moments.get(name, 0) - now) * rate for name, key in names.items()}

    def _add(self, keys: Mapping[str, float], amount: float, *, only_if_it_fits: bool) -> int:
        room, by_unit = self._room, self.seconds * 1000 / self.limit
        costs = {self._key(key): round(amount * by_unit / share) for key, share in sorted(keys.items())}
        return written_or(0, lambda: _add(costs, room, only_if_it_fits))

    @property
    def _room(self) -> int:
        return round(self.seconds * 1000)

    def _own(self, keys: Mapping[str, float]) -> str:
        return self._key(" ".join(keys))

    def _key(self, key: str) -> str:
        return f"{self.name}:{key}"[:100]


def forget_notes() -> None:
    """Forgets what this process has noted: for tests, each of which begins with nothing used up."""
    with _guard:
        _notes.clear()


def sweep() -> int:
    """Deletes the keys by which nothing is owed any more; how many those were."""
    with connection.cursor() as cursor:
        cursor.execute(_SWEEP, [_now()])
        return int(cursor.rowcount)


def _add(costs: Mapping[str, int], room: int, only_if_it_fits: bool) -> int:
    now = _now()
    rows = ", ".join(["(%s, %s)"] * len(costs))
    parameters = [part for key, cost in costs.items() for part in (key, now + cost)]
    floor = now if max(costs.values()) > 0 else 0  # what was not needed after all is no reason to begin anew
    statement = _ADD.format(rows=rows, condition=_IF_IT_FITS if only_if_it_fits else "")
    bound = [2 * now + room] if only_if_it_fits else []
    with connection.cursor() as cursor:
        cursor.execute(statement, [*parameters, now + 2 * room, now + room, floor, floor, now, *bound])
        moments: dict[str, int] = dict(cursor.fetchall())
    _sweep_now_and_then()
    refused = [key for key in costs if key not in moments]
    if not refused:
        return max(moments.values()) - now - room
    if moments:  # of several keys one had room
        _add({key: -costs[key] for key in moments}, room, False)
    moments_of_refused = _moments(refused, room)
    return max(1, *(moments_of_refused.get(key, now) + costs[key] - now - room for key in refused))


def _moments(keys: list[str], room: int) -> dict[str, int]:
    """As they are kept, but those of a clock that was ahead: these are put right, or they would stay for as long."""
    now = _now()
    marks = ", ".join(["%s"] * len(keys))
    with connection.cursor() as cursor:
        cursor.execute(_LOOK.format(keys=marks), keys)
        moments: dict[str, int] = dict(cursor.fetchall())
        if any(moment > now + 2 * room for moment in moments.values()):
            written_or(None, lambda: cursor.execute(_RIGHT.format(keys=marks), [now + room, now + 2 * room, *keys]))
    return {key: now + room if moment > now + 2 * room else moment for key, moment in moments.items()}


def _sweep_now_and_then() -> None:
    """Nobody's address is kept for much longer than it counts."""
    now = time.monotonic()
    if now - _swept[0] > SWEPT_EVERY:
        _swept[0] = now
        sweep()


def _now() -> int:
    return int(time.time() * 1000)
