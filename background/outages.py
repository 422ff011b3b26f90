"""Which failures of the database pass: it is away, others are in the way, or there is no room to write."""

from __future__ import annotations

import time
from typing import Final

from django.db import InterfaceError, OperationalError

# As PostgreSQL calls it: admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections. Of what begins with
# 08, connection_exception, all.
_AWAY: Final = frozenset({"57P01", "57P02", "57P03", "53300"})


def is_away(error: BaseException) -> bool:
    """Whether a server of PostgreSQL has gone, is not there yet or does not answer, so that it may be there later."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    state: str | None = getattr(error.__cause__, "sqlstate", None)
    if state is not None:
        return state in _AWAY or state.startswith("08")
    # The client's own word for it, or that of the pool, has no code.
    return type(error.__cause__).__module__.partition(".")[0] in ("psycopg", "psycopg_pool")


# As PostgreSQL calls it: serialization_failure, deadlock_detected, lock_not_available.
_IN_THE_WAY: Final = frozenset({"40001", "40P01", "55P03"})
_FULL: Final = "53100"  # disk_full
MET_FOR: Final = 60.0  # seconds for which a full disk that was met counts as full
# SQLite's: the file that connections share, which the first one makes, finds no room. Its words are "disk I/O error".
_FULL_AT_FIRST: Final = "SQLITE_IOERR_SHMSIZE"


def is_in_the_way(error: BaseException) -> bool:
    """Whether others were writing at the same moment."""
    state: str | None = getattr(error.__cause__, "sqlstate", None)
    return state in _IN_THE_WAY if state is not None else isinstance(error, OperationalError) and _says(error, "locked")


def is_full(error: BaseException) -> bool:
    """Whether there is no room left on the database's disk."""
    state: str | None = getattr(error.__cause__, "sqlstate", None)
    if state is not None:
        return state == _FULL
    name = getattr(error.__cause__, "sqlite_errorname", None)
    return isinstance(error, OperationalError) and (_says(error, "full") or name == _FULL_AT_FIRST)


class FullDisk:
    """When this process last found no room to write: of a disk of PostgreSQL nothing else is known."""

    def __init__(self) -> None:
        self.met_at = float("-inf")

    def note(self) -> None:
        self.met_at = time.monotonic()

    @property
    def is_met(self) -> bool:
        """Whether that was just now."""
        return time.monotonic() - self.met_at < MET_FOR


full_disk: Final = FullDisk()


def is_passing(error: BaseException) -> bool:
    """Whether it is one of these, so that it is worth trying again."""
    return is_away(error) or is_in_the_way(error) or is_full(error)


def _says(error: BaseException, kind: str) -> bool:
    return f"is {kind}" in str(error)
