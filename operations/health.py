"""Whether the site is alive, and whether all that it needs is there: for proxies, monitors, and after an upgrade.

``/healthz`` says that this process answers, without looking at anything else. ``/readyz`` looks at the database, its
migrations, the worker, the disk and the clock beside the database's. Both are answered before anything else is done
with a request: whoever asks comes without HTTPS, by any host name, and gets no cookie.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from background import clocks
from background.models import SILENT, Heartbeat
from background.outages import full_disk
from operations.kept_databases import SqliteFile, kept_database
from operations.middleware import SyncAsyncMiddleware, aside

ALIVE: Final = "/healthz"
READY: Final = "/readyz"
ADDRESSES: Final = frozenset({ALIVE, READY})
OUT_OF_REACH: Final = "out of reach"
OF_DATABASE: Final = frozenset({"migrations", "worker", "clock"})
KEPT_SECONDS: Final = 5.0  # for so long an answer is given again: nobody keeps the site busy by asking


class HealthMiddleware(SyncAsyncMiddleware):
    """Answers ``/healthz`` and ``/readyz``, in web servers and in processes of streams."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.guard = Lock()
        self.asked = float("-inf")
        self.found: dict[str, str] = {}

    def sync(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request.path) or cast(HttpResponse, self.get_response(request))

    async def async_(self, request: HttpRequest) -> HttpResponse:
        response = await aside(partial(self.answer, request.path)) if request.path in ADDRESSES else None
        return response or cast(HttpResponse, await self.get_response(request))

    def answer(self, path: str) -> HttpResponse | None:
        """The answer at one of the addresses; None at others."""
        if path == ALIVE:
            return _uncached(HttpResponse("ok\n", content_type="text/plain"))
        if path != READY:
            return None
        checks = self.look()
        is_ready = set(checks.values()) == {"ok"}
        response = JsonResponse(checks, status=200 if is_ready else 503)
        response._has_been_logged = True  # type: ignore[attr-defined]  # whoever asks is told, at each asking
        return _uncached(response)

    def look(self) -> dict[str, str]:
        """The findings, at most some seconds old."""
        with self.guard:
            if time.monotonic() - self.asked >= KEPT_SECONDS:
                self.found = readiness()
                self.asked = time.monotonic()
            return self.found


def readiness() -> dict[str, str]:
    """Of each thing that the site needs "ok", or what is wrong with it, in a word or two."""
    checks = {"database": _database, "migrations": _migrations, "worker": _worker, "clock": _clock, "space": _space}
    results: dict[str, str] = {}
    for name, check in checks.items():
        try:
            # What is in the database is not looked for where there is none: each look would wait in vain again.
            is_there = name not in OF_DATABASE or results["database"] == "ok"
            results[name] = check() if is_there else OUT_OF_REACH
        except (Error, OSError):
            results[name] = OUT_OF_REACH
            connection.close()
    return results


def _clock() -> str:
    return "ok" if abs(clocks.ahead()) <= clocks.TOLERATED else "off"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    loader = MigrationLoader(connection)
    return "ok" if loader.graph.nodes.keys() <= loader.applied_migrations.keys() else "missing"


def _worker() -> str:
    now = timezone.now()
    heard = Heartbeat.objects.filter(heartbeat_at__range=(now - SILENT, now + SILENT))
    return "ok" if heard.exists() else "silent"


def _space() -> str:
    if full_disk.is_met:
        return "full"
    places = {Path(settings.MEDIA_ROOT), Path(settings.RENDER_CACHE)}
    database = kept_database(settings.DATABASES["default"])
    if isinstance(database, SqliteFile):  # a server's disk is not ours to look at: it may be elsewhere
        places.add(database.path.parent)
    free = [shutil.disk_usage(place).free for place in places if place.is_dir()]
    return "low" if free and min(free) < settings.LEAST_FREE_BYTES else "ok"


def _uncached(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response
