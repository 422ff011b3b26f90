"""Answers of searches that are kept in the process for a while, unless their time was up before they were complete."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from cachetools import LRUCache

P = ParamSpec("P")
R = TypeVar("R")


def cached_if_complete(
    size: int, key: Callable[..., Hashable]
) -> Callable[[Callable[P, tuple[R, bool]]], Callable[P, R]]:
    """Of a function that answers a value and whether its time was enough: values that a busy machine has cut short are
    worked out anew."""

    def decorate(search: Callable[P, tuple[R, bool]]) -> Callable[P, R]:
        cache: LRUCache[Hashable, R] = LRUCache(size)
        lock = Lock()

        @wraps(search)
        def answer(*args: P.args, **options: P.kwargs) -> R:
            name = key(*args, **options)
            with lock:
                if name in cache:
                    return cache[name]
            value, is_complete = search(*args, **options)
            if is_complete:
                with lock:
                    cache[name] = value
            return value

        return answer

    return decorate
