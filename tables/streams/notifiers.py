"""Signals to a process that games may have gone on: PostgreSQL's NOTIFY, or a look at the file of SQLite."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection

from django.db import connection

from tables.services.log import CHANNEL
from tables.stream_limits import POLL


class ChangeNotifier(ABC):
    """Asked by one thread alone."""

    @abstractmethod
    def wait(self, seconds: float) -> Collection[int] | None:
        """The keys of the games of which something was heard, none after so many seconds at the latest; None where
        it may have been any."""

    @abstractmethod
    def close(self) -> None:
        """Begins anew: whatever was open is closed."""


class FileNotifier(ChangeNotifier):
    """Looks whether anybody has written to the file of SQLite, which costs microseconds."""

    def __init__(self) -> None:
        self._version = -1

    def wait(self, seconds: float) -> Collection[int] | None:
        """Waits for ``POLL``."""
        time.sleep(min(POLL, seconds))
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            version = cursor.fetchone()[0]
        before, self._version = self._version, version
        return None if version != before else ()

    def close(self) -> None:
        """A new connection counts anew."""
        self._version = -1


class PostgresNotifier(ChangeNotifier):
    """Listens to what ``services.log.notify`` tells."""

    def __init__(self) -> None:
        self._listening: object = None

    def close(self) -> None:
        """A new connection does not listen yet."""
        self._listening = None

    def wait(self, seconds: float) -> Collection[int] | None:
        """Listens; what came before it did may be anything."""
        is_new = connection.connection is None or self._listening is not connection.connection
        if is_new:
            with connection.cursor() as cursor:
                cursor.execute(f"LISTEN {CHANNEL}")
            self._listening = connection.connection
            return None
        assert connection.connection is not None
        with connection.wrap_database_errors:  # psycopg's own are none that anybody expects
            heard = [
                notification.payload for notification in connection.connection.notifies(timeout=seconds, stop_after=1)
            ]
            heard += (
                [notification.payload for notification in connection.connection.notifies(timeout=0)] if heard else []
            )
        return {int(game) for game in heard}


def make_notifier() -> ChangeNotifier:
    """The notifier of the site's database."""
    return PostgresNotifier() if connection.vendor == "postgresql" else FileNotifier()
