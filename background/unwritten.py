"""What is counted while somebody reads goes uncounted where the database takes no writes: they are let through.

Others write for long, the disk is full: reading needs neither, and nobody waits for a count more than ``PATIENCE``, and
then not for ``QUIET``. What is to be written by whoever asks fails by itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from django.db import OperationalError, connection

from background.outages import full_disk, is_full, is_in_the_way

T = TypeVar("T")

PATIENCE: Final = 1.0  # seconds
QUIET: Final = 2.0
_quiet_until = [0.0]
_log = logging.getLogger(__name__)


def written_or(otherwise: T, write: Callable[[], T]) -> T:
    """What ``write`` gives, or ``otherwise`` where nothing can be written now."""
    if connection.in_atomic_block:  # which a failure would end
        return write()
    if time.monotonic() < _quiet_until[0]:
        return otherwise
    try:
        with _impatient():
            return write()
    except OperationalError as wrong:
        if not (is_full(wrong) or is_in_the_way(wrong)):
            raise
        if is_full(wrong):
            full_disk.note()
        _quiet_until[0] = time.monotonic() + QUIET
        _log.warning("Not counted for %.0f s: %s", QUIET, wrong)
        return otherwise


@contextmanager
def _impatient() -> Iterator[None]:
    """SQLite waits for a lock as long as its connection says; PostgreSQL's are of single rows, and short."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    raw = connection.connection
    (usual,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute(f"PRAGMA busy_timeout = {min(int(PATIENCE * 1000), usual)}")
    try:
        yield
    finally:
        raw.execute(f"PRAGMA busy_timeout = {usual}")
