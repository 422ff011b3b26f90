"""Until when whoever reads has been told everything: what is dated in a transaction is there for others only later."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

# Longer than the wait for a connection or a lock that may lie between the two, and than clocks differ. On SQLite, where
# nobody tells when the writer of the moment began, also longer than a transaction that others survive.
COMMIT_TIME: Final = timedelta(seconds=30)
# Whoever began before is seen to its end: what is committed later was begun later, and so dated later.
_OLDEST: Final = """
SELECT min(xact_start) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


def told_until() -> datetime:
    """A moment: all that is dated before it is there for whoever reads after this call, and nothing will be added.

    On PostgreSQL for as long as a transaction may run; of other roles' it hears with ``pg_read_all_stats`` alone.
    """
    moment: datetime = timezone.now()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_OLDEST)
            (oldest,) = cursor.fetchone()
        if oldest is not None:
            moment = min(moment, oldest)
    return moment - COMMIT_TIME
