"""Streams under ASGI: thousands in one process. The database is asked in a few threads, the waiting costs nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase

from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from background.outages import is_away
from operations.figures import events_total
from tables.requests import viewer_of
from tables.streams.answering import (
    ALIVE,
    ENDS,
    METHODS,
    OpenStream,
    first_block,
    stream_failed,
    with_stream_headers,
)
from tables.streams.session import begin, since_of_stream
from web.cors import preflight_response
from web.json_bodies import refused
from web.rate_headers import say_limits
from web.refusals import RequestRefused, not_found
from web.request_ids import request_id

logger = logging.getLogger(__name__)

T = TypeVar("T")
THREADS: Final = 4
AGAIN_AFTER: Final = 5  # seconds until it is worth trying again while the database is away
_pool: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="play-stream")


async def _in_thread(work: Callable[[], T]) -> T:
    def done() -> T:
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_pool, copy_context().run, done)


async def stream(request: SiteRequest, token: str) -> HttpResponseBase:
    return await answer(
        request, lambda: begin(request, viewer_of(request, token), since_of_stream(request)), f"game {token}", refused
    )


async def answer(
    request: SiteRequest,
    begun: Callable[[], OpenStream],
    name: str,
    refused: Callable[[RequestRefused], HttpResponseBase],
) -> HttpResponseBase:
    """The stream that ``begun`` makes, in a thread, or what it refuses (``RequestRefused``)."""
    if request.method == "OPTIONS":
        return with_stream_headers(preflight_response(METHODS))

    def opened() -> OpenStream:
        check_rate(request)
        if request.method not in ("GET", "HEAD"):
            message = f"only {METHODS} can be asked here"
            raise RequestRefused(405, "method-not-allowed", message, headers={"Allow": METHODS})
        try:
            return begun()
        except Error as wrong:
            if not is_away(wrong):
                raise
            logger.warning("503 for a stream of %s: the database is out of reach", name)
            message = "the database is out of reach"
            raise RequestRefused(503, "unavailable", message, headers={"Retry-After": str(AGAIN_AFTER)}) from wrong

    try:
        session = await _in_thread(opened)
    except RequestRefused as refusal:
        response = refused(refusal)
    else:
        response = StreamingHttpResponse(_events(session, request_id.get()))
        response.headers["Content-Type"] = "text/event-stream"
    say_limits(request, response)
    return with_stream_headers(response)


class LoopWaker:
    """Wakes what waits in an event loop: however many events are set at a time, the loop is woken once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._events: list[asyncio.Event] = []
        self._guard = Lock()

    def wake(self, event: asyncio.Event) -> None:
        """From another thread."""
        with self._guard:
            self._events.append(event)
            is_first = len(self._events) == 1
        if is_first:
            self._loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        with self._guard:
            events, self._events = self._events, []
        for event in events:
            event.set()


_wakers: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, LoopWaker]] = WeakKeyDictionary()


async def _events(session: OpenStream, name: str) -> AsyncIterator[bytes]:
    request_id.set(name)  # whoever sends this has another context than whoever began it
    begun, sent = time.monotonic(), 0
    heartbeat_at = begun + settings.STREAM_HEARTBEAT
    event, waker = asyncio.Event(), _wakers.setdefault(asyncio.get_running_loop(), LoopWaker())
    forget = session.watch(lambda: waker.wake(event))
    try:
        first = await _in_thread(session.open)
        sent += len(first)
        events_total.inc(len(first))
        yield first_block(first).encode()
        while True:
            try:
                async with asyncio.timeout(max(0.0, heartbeat_at - time.monotonic())):
                    await event.wait()
            except TimeoutError:
                heartbeat_at = time.monotonic() + settings.STREAM_HEARTBEAT
                yield ALIVE.encode()
                continue
            event.clear()
            chunks = session.collect_kept()
            if chunks is None:
                chunks = await _in_thread(session.collect)
            if chunks:
                sent += len(chunks)
                events_total.inc(len(chunks))
                yield "".join(chunks).encode()
    except ENDS:
        return  # whoever listens comes back with the last id
    except Exception:
        stream_failed(session.name)
    finally:
        forget()
        _pool.submit(_closed, session)
        logger.info("A stream of %s ended after %.1f s and %d events", session.name, time.monotonic() - begun, sent)


def _closed(session: OpenStream) -> None:
    try:
        session.close()
    except Error:
        pass  # it counts as gone when its process is silent
    finally:
        close_old_connections()


def unknown(request: Any, **_: str) -> HttpResponseBase:
    """There is nothing else here."""
    return with_stream_headers(refused(not_found()))
