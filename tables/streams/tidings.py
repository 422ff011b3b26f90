"""Signals to a process that games may have gone on: Redis, PostgreSQL's NOTIFY, or a look at the file of SQLite."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.db import connection
from redis import RedisError
from redis.client import PubSub

from operations.redis_client import redis
from tables.services.log import CHANNEL
from tables.stream_limits import POLL

logger = logging.getLogger(__name__)

AWAY: Final = 1.0  # seconds between two looks while Redis cannot be reached


class Tidings(ABC):
    """Asked by one thread alone."""

    @abstractmethod
    def wait(self, seconds: float) -> Collection[int] | None:
        """The keys of the games of which something was heard, none after so many seconds at the latest; None where
        it may have been any."""

    @abstractmethod
    def close(self) -> None:
        """Begins anew: whatever was open is closed."""


class FileTidings(Tidings):
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


class NotifyTidings(Tidings):
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
            heard = [told.payload for told in connection.connection.notifies(timeout=seconds, stop_after=1)]
            heard += [told.payload for told in connection.connection.notifies(timeout=0)] if heard else []
        return {int(game) for game in heard}


class RedisTidings(Tidings):
    """Listens to what ``services.log.notify`` publishes. While Redis is away, the database is looked at instead."""

    def __init__(self) -> None:
        self._listening: PubSub | None = None

    def wait(self, seconds: float) -> Collection[int] | None:
        """Listens; what came before it did may be anything."""
        try:
            if self._listening is None:
                self._listening = PubSub(redis().connection_pool, ignore_subscribe_messages=True)
                self._listening.subscribe(CHANNEL)  # type: ignore[no-untyped-call]  # it has no types
                return None
            heard, message = set(), self._listening.get_message(timeout=seconds)
            while message is not None:
                heard.add(int(message["data"]))
                message = self._listening.get_message(timeout=0)
        except RedisError as wrong:
            logger.warning("Streams hear nothing of Redis: %s", type(wrong).__name__)
            self.close()
            time.sleep(min(AWAY, seconds))
            return None
        else:
            return heard

    def close(self) -> None:
        listening, self._listening = self._listening, None
        if listening is not None:
            with suppress(RedisError):
                listening.close()


def tidings() -> Tidings:
    """Those of the site's database, or of its Redis."""
    if settings.REDIS_URL:
        return RedisTidings()
    return NotifyTidings() if connection.vendor == "postgresql" else FileTidings()
