"""When the request that is being worked on had arrived: what it waits for in the server since is nobody's fault."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_arrived: ContextVar[float | None] = ContextVar("arrived", default=None)  # of the monotonic clock


@contextmanager
def arriving(at: float | None = None) -> Iterator[None]:
    """A context of a request that had arrived at a moment of ``time.monotonic``, by default now.

    Within another such context it changes nothing: the server had heard the request before Django did.
    """
    if _arrived.get() is not None:
        yield
        return
    token = _arrived.set(time.monotonic() if at is None else at)
    try:
        yield
    finally:
        _arrived.reset(token)


def seconds_held() -> float:
    """For how long the server has had the request of now; 0 outside of requests."""
    at = _arrived.get()
    return 0.0 if at is None else max(0.0, time.monotonic() - at)
