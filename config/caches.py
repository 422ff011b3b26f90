"""Django's cache, which allauth counts in, and nothing else, in the database.

What is kept is JSON: of pickles, as Django's own keep them, whoever writes one entry runs code. An entry that cannot be
read is none, and neither is one of a time that is still to come, which a clock that was ahead leaves behind.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection

AHEAD: Final = 20.0  # seconds by which the clocks of machines may differ
_SWEPT_EVERY: Final = 600.0  # seconds
_FOREVER: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()
_SELECT: Final = "SELECT value FROM {table} WHERE cache_key = %s AND expires >= %s"
_KEEP: Final = """
INSERT INTO {table} (cache_key, value, expires) VALUES (%s, %s, %s)
ON CONFLICT (cache_key) DO UPDATE SET value = excluded.value, expires = excluded.expires
"""
# Kept for longer than it will be now, an entry is one of a clock that was ahead.
_ADD: Final = f"{_KEEP} WHERE {{table}}.expires < %s OR {{table}}.expires > %s"
_DELETE: Final = "DELETE FROM {table} WHERE cache_key = %s"
_SWEEP: Final = "DELETE FROM {table} WHERE expires < %s"
_CLEAR: Final = "DELETE FROM {table}"


def write_entry(value: Any) -> str:
    """A value and the moment at which it is kept."""
    return json.dumps([time.time(), value])


def read_entry(text: str | bytes) -> Any:
    """The value; None for an entry that says nothing, such as a pickle of an earlier version."""
    try:
        written_at, value = json.loads(text)
        return value if written_at <= time.time() + AHEAD else None
    except (ValueError, TypeError, RecursionError):
        return None


class CountsInDatabase(BaseDatabaseCache):
    """What cannot be written raises, and is answered as everywhere: the database is locked, full or away."""

    swept = 0.0

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self.table = table

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(_SELECT.format(table=self._quoted()), [self._name(key, version), _moment(time.time())])
            row = cursor.fetchone()
        value = None if row is None else read_entry(row[0])
        # What is of another kind than whoever asks can do with is none.
        return value if value is not None and (default is None or isinstance(value, type(default))) else default

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        self._run(_KEEP, self._name(key, version), write_entry(value), self._end(timeout))
        if time.monotonic() - CountsInDatabase.swept > _SWEPT_EVERY:
            CountsInDatabase.swept = time.monotonic()
            self._run(_SWEEP, _moment(time.time()))

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        latest = self._end(timeout, AHEAD)
        row = (self._name(key, version), write_entry(value), self._end(timeout))
        return bool(self._run(_ADD, *row, _moment(time.time()), latest))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._run(_DELETE, self._name(key, version)))

    def clear(self) -> None:
        self._run(_CLEAR)

    def _name(self, key: Any, version: Any) -> str:
        return str(self.make_and_validate_key(key, version=version))

    def _end(self, timeout: Any, more: float = 0.0) -> Any:
        end = self.get_backend_timeout(timeout)
        return _moment(_FOREVER if end is None else end + more)

    def _run(self, statement: str, *values: Any) -> int:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(table=self._quoted()), values)
            return int(cursor.rowcount)

    def _quoted(self) -> str:
        return connection.ops.quote_name(self.table)


def _moment(seconds: float) -> Any:
    moment = datetime.fromtimestamp(min(seconds, _FOREVER), UTC)
    return connection.ops.adapt_datetimefield_value(moment)
