"""This machine's clock beside that of the database, which all machines share.

Who works on what, who is there and whose turn has begun when is told by moments that one machine writes down and
another one reads: with clocks that differ, a job that is being worked on seems to stand still.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from django.db import connection
from django.utils import timezone

TOLERATED: Final = 20.0  # seconds: less than the shortest time after which somebody counts as gone


def ahead() -> float:
    """By how many seconds this machine's clock is before the database's, less than 0 if it is behind.

    A file of SQLite has no clock but this one. What the question took is not told from a difference: it is little.
    """
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXTRACT(EPOCH FROM clock_timestamp())")
        (seconds,) = cursor.fetchone()
    return (timezone.now() - datetime.fromtimestamp(float(seconds), UTC)).total_seconds()
