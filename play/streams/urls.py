"""The addresses that the process of streams answers."""

from __future__ import annotations

from django.urls import path, re_path

from play.streams import live

urlpatterns = [
    path("api/v1/games/<token>/stream", live.stream, name="stream"),
    re_path(r"^(?P<rest>.*)$", live.unknown),
]
