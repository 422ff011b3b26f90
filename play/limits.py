"""How much one client may ask for: requests in a moment, new games in an hour.

Requests are counted in buckets that fill up again: in Redis for all processes together, without it in each process.
What is rare is counted in the database. Who is signed in may do several times as much.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from threading import Lock
from typing import Final, cast

from django.conf import settings
from django.http import HttpRequest
from redis import Redis

from accounts.limits import Limit, address_of
from operations.redis_client import PREFIX, ask
from play.faults import RequestRefused

RATE: Final = 20.0  # requests a second
BURST: Final = 60.0
SIGNED_IN: Final = 5  # times as much
NEW_GAMES: Final = Limit("play-games", 60, 3600)
MAX_CLIENTS: Final = 10_000
_buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was
_guard = Lock()
# What is kept of a client is the moment at which its bucket will be full again (by the clock of Redis).
_TAKE: Final = """
local clock = redis.call('TIME')
local now, rate, burst = clock[1] + clock[2] / 1e6, tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = full - now - (burst - 1) / rate
if wait > 0 then return string.format('%.6f', wait) end
redis.call('SET', KEYS[1], string.format('%.6f', full + 1 / rate), 'PX', math.ceil(1000 * (burst + 1) / rate))
return '0'
"""


def is_signed_in(request: HttpRequest) -> bool:
    """Whether the request comes from an account. Without a session's cookie nobody is asked."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


def check_rate(request: HttpRequest, now: float | None = None) -> None:
    """Counts a request. Raises ``RequestRefused`` (429) when that is too many."""
    if not settings.LIMITS:
        return
    more = SIGNED_IN if is_signed_in(request) else 1
    client, rate, burst = f"{more} {address_of(request)}", RATE * more, BURST * more
    wait = ask(lambda redis: _take_shared(redis, client, rate, burst)) if now is None else None
    if wait is None:
        wait = _take(client, rate, burst, time.monotonic() if now is None else now)
    if wait > 0:
        message = f"{RATE * more:.0f} requests a second, {BURST * more:.0f} at once, are allowed"
        raise too_many(message, math.ceil(wait))


def _take(client: str, rate: float, burst: float, now: float) -> float:
    """Takes one from a client's bucket; the seconds to wait if there is none."""
    with _guard:
        left, then = _buckets.pop(client, (burst, now))
        left = min(burst, left + (now - then) * rate)
        wait = 0.0 if left >= 1 else (1 - left) / rate
        _buckets[client] = (left - 1 if wait == 0 else left, now)
        while len(_buckets) > MAX_CLIENTS:
            _buckets.popitem(last=False)
    return wait


def _take_shared(redis: Redis, client: str, rate: float, burst: float) -> float:
    """The same, for all processes that share a Redis."""
    return float(cast(bytes, redis.eval(_TAKE, 1, f"{PREFIX}:play:requests:{client}", str(rate), str(burst))))


def check_new_game(request: HttpRequest) -> None:
    """Counts a new game. Raises ``RequestRefused`` (429) when that is too many."""
    if settings.LIMITS and not is_signed_in(request) and not NEW_GAMES.allows(request):
        raise too_many(f"{NEW_GAMES.times} new games an hour are allowed", NEW_GAMES.seconds)


def too_many(message: str, seconds: int) -> RequestRefused:
    """The refusal of what is too much; after ``seconds`` it may be asked again."""
    return RequestRefused(429, "too-many-requests", message, headers={"Retry-After": str(max(1, seconds))})
