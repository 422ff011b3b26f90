"""The headers of a stream."""

from __future__ import annotations

from django.http.response import HttpResponseBase


def dressed(response: HttpResponseBase) -> HttpResponseBase:
    """An answer that no cache keeps, and no proxy holds back."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Cookie"
    response.headers["X-Accel-Buffering"] = "no"
    return response
