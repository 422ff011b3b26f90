"""Streams under WSGI.

The development server has a thread for each. In production this is where a request ends up that the proxy has not taken
to the process of streams: it gets what there is and is let go, and comes back with its last id.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase

from accounts.requests import SiteRequest
from tables.requests import viewer_of
from tables.streams.answering import ALIVE, ENDS, OpenStream, first_block, stream_failed, with_stream_headers
from tables.streams.session import begin, since_of_stream

LONGEST: Final = 600.0  # seconds; then the client comes back


def stream(request: SiteRequest, token: str) -> HttpResponseBase:
    return answer(begin(request, viewer_of(request, token), since_of_stream(request)))


def answer(session: OpenStream) -> HttpResponseBase:
    """A stream as a response."""
    response = StreamingHttpResponse(_events(session, LONGEST if settings.STREAMS_IN_WSGI else 0))
    response.headers["Content-Type"] = "text/event-stream"
    response.headers["Content-Encoding"] = "identity"  # nothing is held back to be packed
    return with_stream_headers(response)


def _events(session: OpenStream, seconds: float) -> Iterator[str]:
    bell, begun = Event(), time.monotonic()
    end, heartbeat_at = begun + seconds, begun + settings.STREAM_HEARTBEAT
    forget = session.watch(bell.set) if seconds else (lambda: None)
    try:
        yield first_block(session.open())
        while (now := time.monotonic()) < end:
            if now >= heartbeat_at:
                heartbeat_at = now + settings.STREAM_HEARTBEAT
                yield ALIVE
            if bell.wait(max(0.0, min(heartbeat_at, end) - now)):
                bell.clear()
                if news := "".join(session.collect()):
                    yield news
    except ENDS:
        return
    except Exception:
        stream_failed(session.name)
    finally:
        forget()
        try:
            session.close()
        finally:
            if seconds:
                connection.close()
