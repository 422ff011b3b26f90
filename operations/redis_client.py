"""Redis, where ``GRIMOIRE_REDIS_URL`` names one: what all processes share that need not be kept.

Nothing is lost with it. Whoever asks gets None while it cannot be reached, and does without.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

T = TypeVar("T")

OPTIONS: Final[dict[str, Any]] = {"socket_connect_timeout": 1, "socket_timeout": 1}  # seconds
LEFT_ALONE: Final = 2.0  # seconds for which nobody waits for a Redis that did not answer
PREFIX: Final = "grimoire"

_rests_until = 0.0


@cache
def redis() -> Redis:
    """The client of this process. What fails fails at once: nobody waits while it is tried again."""
    return Redis.from_url(settings.REDIS_URL, **OPTIONS, retry=Retry(NoBackoff(), 0))


def ask(work: Callable[[Redis], T]) -> T | None:
    """The result of ``work``; None without a Redis, and while it cannot be reached."""
    return with_fallback(lambda: work(redis()), None) if settings.REDIS_URL else None


def with_fallback(work: Callable[[], T], otherwise: T) -> T:
    """The result of ``work``, which asks Redis; the other while it cannot be reached, and for a moment after that."""
    global _rests_until
    if time.monotonic() < _rests_until:
        return otherwise
    try:
        return work()
    except RedisError as wrong:
        _rests_until = time.monotonic() + LEFT_ALONE
        logger.warning("Redis cannot be reached: %s", type(wrong).__name__)
        return otherwise
