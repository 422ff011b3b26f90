"""The id of the request or task that is being worked on, for the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

NO_REQUEST: Final = "-"

request_id: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)


@contextmanager
def within(name: str) -> Iterator[None]:
    """A context whose log says that it is of this request, or of this task."""
    token = request_id.set(name)
    try:
        yield
    finally:
        request_id.reset(token)
