"""Streams under ASGI: thousands in one process. The database is asked in a few threads, the waiting costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from play.faults import RequestRefused, not_found
from play.limits import check_rate
from play.models import LiveGame
from play.requests import refused, viewer_of
from play.streams.answering import dressed
from play.streams.hub import hub
from play.streams.session import ALIVE, StreamSession, begin, since_of_stream

T = TypeVar("T")
THREADS: Final = 4
_pool: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="play-stream")


async def _in_thread(work: Callable[[], T]) -> T:
    def done() -> T:
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_pool, done)


async def stream(request: HttpRequest, token: str) -> HttpResponseBase:
    """*Stream*."""

    def opened() -> StreamSession:
        check_rate(request)
        if request.method not in ("GET", "HEAD"):
            message = "only GET can be asked here"
            raise RequestRefused(405, "method-not-allowed", message, headers={"Allow": "GET"})
        return begin(request, viewer_of(request, token), since_of_stream(request))

    try:
        session = await _in_thread(opened)
    except RequestRefused as refusal:
        response: HttpResponseBase = refused(refusal)
    else:
        response = StreamingHttpResponse(_events(session))
        response.headers["Content-Type"] = "text/event-stream"
    return dressed(response)


class Bells:
    """The bells of an event loop: however many are rung at a time, it is woken once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung: list[asyncio.Event] = []
        self._guard = Lock()

    def ring(self, bell: asyncio.Event) -> None:
        """From another thread."""
        with self._guard:
            self._rung.append(bell)
            is_first = len(self._rung) == 1
        if is_first:
            self._loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        with self._guard:
            rung, self._rung = self._rung, []
        for bell in rung:
            bell.set()


_bells: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Bells]] = WeakKeyDictionary()


async def _events(session: StreamSession) -> AsyncIterator[bytes]:
    bell, bells = asyncio.Event(), _bells.setdefault(asyncio.get_running_loop(), Bells())
    forget = hub.watch(session.game, session.letter, lambda: bells.ring(bell))
    try:
        yield "".join(await _in_thread(session.open)).encode()
        while True:
            try:
                async with asyncio.timeout(settings.STREAM_HEARTBEAT):
                    await bell.wait()
            except TimeoutError:
                yield ALIVE.encode()
                continue
            bell.clear()
            chunks = session.collect_kept(*hub.seen(session.game.pk))
            if chunks is None:
                chunks = await _in_thread(session.collect)
            if chunks:
                yield "".join(chunks).encode()
    except (DatabaseError, LiveGame.DoesNotExist):
        return  # whoever listens comes back with the last id
    finally:
        forget()
        _pool.submit(_closed, session)


def _closed(session: StreamSession) -> None:
    try:
        session.close()
    except DatabaseError:
        pass  # it counts as gone when its process is silent
    finally:
        close_old_connections()


def unknown(request: Any, **_: str) -> HttpResponseBase:
    """There is nothing else here."""
    return dressed(refused(not_found()))
