"""What middleware shares that stands in web servers and in processes of streams alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse

T = TypeVar("T")


class SyncAsyncMiddleware:
    """A middleware for both: answers by ``sync`` in a web server, by ``async_`` where streams are open."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:  # an answer, or what is awaited for one
        return self.async_(request) if self.is_async else self.sync(request)

    def sync(self, request: HttpRequest) -> HttpResponse:
        """The answer."""
        raise NotImplementedError

    async def async_(self, request: HttpRequest) -> HttpResponse:
        """The same, while others are answered meanwhile."""
        raise NotImplementedError


async def aside(work: Callable[[], T]) -> T:
    """The result of what waits for the database, in a thread of its own, while others are answered."""
    return await sync_to_async(_and_close, thread_sensitive=False)(work)


def _and_close(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        close_old_connections()  # Django closes them after requests, but not those of this thread
