"""How the site speaks to its database: one file of SQLite by default, a server of PostgreSQL where one is named."""

from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

POOL = {"min_size": 1, "max_size": 8, "timeout": 10}  # connections of one process, and seconds to wait for one of them
# A server that falls silent, its machine off or its network gone, is given up after so long: without these, whoever
# asked it waits for as long as the kernel sends again, which is a quarter of an hour. The URL's own options win.
PATIENCE = {
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 5,  # seconds without a word before the other side is asked whether it is there
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds in which what was sent has to arrive
}


def sqlite(path: str, *, is_kept_open: bool) -> dict[str, Any]:
    """Settings for a file of SQLite (or ``:memory:``).

    IMMEDIATE takes the write lock at the start of a transaction, so that it waits instead of failing.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # Persistent connections are worth a half more requests a second under a WSGI server with worker processes.
        "CONN_MAX_AGE": None if is_kept_open else 0,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 15,  # seconds; half of what gunicorn gives a request, so that there is an answer in any case
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=NORMAL;"
                "PRAGMA cache_size=-20000;"
                "PRAGMA mmap_size=134217728;"
                "PRAGMA foreign_keys=ON"
            ),
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """Settings for the server that a URL names: ``postgresql://USER:PASSWORD@HOST:PORT/NAME?OPTION=VALUE``.

    A server on a socket is named by its folder, percent-encoded, in the place of the host. Each process keeps a pool of
    connections. Raises ``ImproperlyConfigured``, without the URL, which may hold a password.
    """
    try:
        settings = dj_database_url.parse(url)
    except ValueError as wrong:  # also an unknown scheme
        raise ImproperlyConfigured(
            "GRIMOIRE_DATABASE_URL is not valid. Write postgresql://USER:PASSWORD@HOST:PORT/NAME."
        ) from wrong
    if settings["ENGINE"] != "django.db.backends.postgresql" or not settings["NAME"]:
        raise ImproperlyConfigured("GRIMOIRE_DATABASE_URL must be postgresql://USER:PASSWORD@HOST:PORT/NAME.")
    options = {**PATIENCE, **settings.get("OPTIONS", {}), "pool": dict(POOL)}
    # The pool keeps connections open, and looks at each before it is used: a server started anew has closed all.
    return {**settings, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
