"""What all streams have in common: how they are opened and read, their headers, and what becomes of one that fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

from django.db import Error
from django.http.response import HttpResponseBase

from operations.figures import requests_total
from tables.faults import GameUnreadable
from tables.models import LiveGame
from web.cors import allow_all_origins

logger = logging.getLogger(__name__)

METHODS: Final = "GET, HEAD, OPTIONS"
BEAT: Final = "event: beat\ndata: {}\n\n"
ALIVE: Final = f": \n\n{BEAT}"  # a comment, and an event since no script of a browser sees comments
# A line of the first event: many clients take a block of its own for an event without data.
RETRY: Final = "retry: 2000\n"


class StreamOver(Exception):
    """A stream ends that its client may open again, if it may still read it."""


# What ends a stream without a word: whoever listens comes back with the last id.
ENDS: Final = (Error, LiveGame.DoesNotExist, GameUnreadable, StreamOver)


class OpenStream(Protocol):
    """A stream of events. ``open``, ``collect`` and ``close`` wait for the database."""

    @property
    def name(self) -> str:
        """What it is a stream of, for the log."""

    def watch(self, bell: Callable[[], None]) -> Callable[[], None]:
        """Has the bell rung, from another thread, when there may be news; what it returns ends that."""

    def open(self) -> list[str]:
        """What it begins with."""

    def collect(self) -> list[str]:
        """The events since the last call. Raises what is in ``ENDS``."""

    def collect_kept(self) -> list[str] | None:
        """The same where this process has them already; None where the database has to be asked."""

    def close(self) -> None: ...


def event(kind: str, body: str, number: Any = None) -> str:
    """An event as it is sent; JSON has no line breaks of its own."""
    line = "" if number is None else f"id: {number}\n"
    return f"{line}event: {kind}\ndata: {body}\n\n"


def first_block(chunks: list[str]) -> str:
    """What a stream begins with, as it is sent."""
    return RETRY + ("".join(chunks) or BEAT)


def stream_failed(name: str) -> None:
    """Notes the exception that ends a stream, and counts it as the failure of a request that it is."""
    requests_total.labels("stream", "GET", "5xx").inc()
    logger.exception("A stream of %s failed", name)


def with_stream_headers(response: HttpResponseBase) -> HttpResponseBase:
    """The same response, which no cache keeps and no proxy holds back, and which scripts of every site may read."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Cookie"
    response.headers["X-Accel-Buffering"] = "no"
    allow_all_origins(response)
    return response
