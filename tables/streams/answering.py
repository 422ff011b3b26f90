"""The headers of a stream, and what becomes of one that fails."""

from __future__ import annotations

import logging

from django.http.response import HttpResponseBase

from operations.figures import requests_total
from tables.models import LiveGame
from web.cors import allow_all_origins

logger = logging.getLogger(__name__)


def stream_failed(game: LiveGame) -> None:
    """Notes the exception that ends a stream, and counts it as the failure of a request that it is."""
    requests_total.labels("stream", "GET", "5xx").inc()
    logger.exception("A stream of game %s failed", game.token)


def with_stream_headers(response: HttpResponseBase) -> HttpResponseBase:
    """The same response, which no cache keeps and no proxy holds back, and which scripts of every site may read."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Cookie"
    response.headers["X-Accel-Buffering"] = "no"
    allow_all_origins(response)
    return response
