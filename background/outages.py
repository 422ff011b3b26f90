"""Which failures of the database are those of one that is away, and may be there again in a moment."""

from __future__ import annotations

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
