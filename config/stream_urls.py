"""The addresses that the process of streams answers."""

from __future__ import annotations

from django.urls import path, re_path

from api.own import events
from tables.streams import live

# Of a failure that no view has told: as elsewhere below /api/.
handler400 = "config.failures.bad_request"
handler404 = "config.failures.not_found"
handler500 = "config.failures.failed"

urlpatterns = [
    path("api/v1/games/<token>/stream", live.stream, name="stream"),
    path("api/v1/own/events", events.streamed, name="own-events"),
    re_path(r"^(?P<rest>.*)$", live.unknown),
]
