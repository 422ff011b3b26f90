"""Whether the site is alive, and whether all that it needs is there: for proxies, monitors, and after an upgrade.

``/healthz`` says that this process answers, without looking at anything else. ``/readyz`` looks at the database, its
migrations, the worker, the disk, and Redis where there is one. Both are answered before anything else is done with a
request: whoever asks comes without HTTPS, by any host name, and gets no cookie.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from background.models import Heartbeat
from background.working import SILENT
from operations.kept_databases import SqliteFile, kept_database
from operations.redis_client import ask

KEPT_SECONDS: Final = 5.0  # for so long an answer is given again: nobody keeps the site busy by asking


class HealthMiddleware:
    """Answers ``/healthz`` and ``/readyz``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.guard = Lock()
        self.asked = float("-inf")
        self.found: dict[str, str] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return _uncached(HttpResponse("ok\n", content_type="text/plain"))
        if request.path == "/readyz":
            found = self.look()
            is_ready = set(found.values()) == {"ok"}
            answer = JsonResponse(found, status=200 if is_ready else 503)
            answer._has_been_logged = True  # type: ignore[attr-defined]  # whoever asks is told, at each asking
            return _uncached(answer)
        return self.get_response(request)

    def look(self) -> dict[str, str]:
        """The findings, at most some seconds old."""
        with self.guard:
            if time.monotonic() - self.asked >= KEPT_SECONDS:
                self.found = readiness()
                self.asked = time.monotonic()
            return self.found


def readiness() -> dict[str, str]:
    """Of each thing that the site needs "ok", or what is wrong with it, in a word or two."""
    checks = {"database": _database, "migrations": _migrations, "worker": _worker, "space": _space}
    if settings.REDIS_URL:
        checks["redis"] = _redis
    found = {}
    for name, check in checks.items():
        try:
            found[name] = check()
        except (DatabaseError, OSError):
            found[name] = "out of reach"
    return found


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    loader = MigrationLoader(connection)
    return "ok" if loader.graph.nodes.keys() <= loader.applied_migrations.keys() else "missing"


def _worker() -> str:
    return "ok" if Heartbeat.objects.filter(heartbeat_at__gt=timezone.now() - SILENT).exists() else "silent"


def _space() -> str:
    places = {Path(settings.MEDIA_ROOT), Path(settings.RENDER_CACHE)}
    database = kept_database(settings.DATABASES["default"])
    if isinstance(database, SqliteFile):  # a server's disk is not ours to look at
        places.add(database.path.parent)
    free = [shutil.disk_usage(place).free for place in places if place.is_dir()]
    return "low" if free and min(free) < settings.LEAST_FREE_BYTES else "ok"


def _redis() -> str:
    return "ok" if ask(lambda redis: redis.ping()) else "out of reach"


def _uncached(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response
