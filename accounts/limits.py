"""How often one visitor may do a costly thing, counted in the database so that all processes count together.

Somebody with an account counts by it, and at their address together with all accounts there, so that nobody gets
further by making another one. Guests count by their address.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from background.unwritten import written_or
from web.rate_headers import LimitState, note_limit

READING: Final = ("GET", "HEAD")
ACCOUNTS_AT_AN_ADDRESS: Final = 5  # how many times as much all accounts of an address may do as one of them
_COUNT: Final = """
INSERT INTO accounts_allowance (key, span, count) VALUES {rows}
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN accounts_allowance.span = excluded.span THEN accounts_allowance.count ELSE 0 END + excluded.count,
    span = excluded.span
RETURNING key, count
"""
_GIVE_BACK: Final = """
UPDATE accounts_allowance SET count = count - %s WHERE count >= %s AND span = %s AND key IN ({keys})
"""
_LOOK: Final = "SELECT key, count FROM accounts_allowance WHERE span = %s AND key IN ({keys})"
# Whoever begins a new span sweeps out the old ones: nobody's address is kept for longer than it counts.
_SWEEP: Final = "DELETE FROM accounts_allowance WHERE key >= %s AND key < %s AND span < %s"


@dataclass(frozen=True, slots=True)
class Limit:
    """``times`` in each span of ``seconds``, for what is called ``name``."""

    name: str
    times: int
    seconds: int

    def allows(self, request: HttpRequest, now: float | None = None, *, amount: int = 1) -> bool:
        """Counts one use by this visitor, or ``amount`` at once; False when that is too many. Whoever only reads is
        let through where nothing can be written."""
        bounds = self._bounds(request)
        if request.method in READING:
            left = written_or(0, lambda: self.take(bounds, now, amount=amount))
        else:
            left = self.take(bounds, now, amount=amount)
        self.note(request, left, now)
        return left >= 0 or self.refuse(request)

    def note(self, request: HttpRequest, left: int, now: float | None = None) -> None:
        """Has the answer's headers say what is left."""
        note_limit(request, LimitState(self.name, self.times, self.seconds, left, self.seconds_left(now)))

    def refuse(self, request: HttpRequest) -> bool:
        """Notes that a visitor has used it up, for the words and the header of the answer; False."""
        request.spent_limit = self  # type: ignore[attr-defined]
        return False

    def is_used_up(self, request: HttpRequest, now: float | None = None) -> bool:
        """Whether this visitor has nothing left: for those who are about to read what was sent, and count it later."""
        keys = {self._key(key): bound for key, bound in self._bounds(request).items()}
        with connection.cursor() as cursor:
            cursor.execute(_LOOK.format(keys=", ".join(["%s"] * len(keys))), [self._span(now), *keys])
            is_spent = any(count >= keys[key] for key, count in cursor.fetchall())
        return is_spent and not self.refuse(request)

    def _bounds(self, request: HttpRequest) -> dict[str, int]:
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return {address_of(request): self.times}
        together = f"accounts at {address_of(request)}"
        return {f"user {user.pk}": self.times, together: ACCOUNTS_AT_AN_ADDRESS * self.times}

    def allows_each(self, bounds: Mapping[str, int], now: float | None = None, *, amount: int = 1) -> bool:
        """Counts for each key; False when one of them is beyond its bound."""
        return self.take(bounds, now, amount=amount) >= 0

    def take(self, bounds: Mapping[str, int], now: float | None = None, *, amount: int = 1) -> int:
        """Counts for each key. How much is left of that which has least left, negative when it is beyond its bound.
        What several at once are refused for does not count."""
        span, keys = self._span(now), {self._key(key): bound for key, bound in bounds.items()}
        rows = ", ".join(["(%s, %s, %s)"] * len(keys))
        with connection.cursor() as cursor:
            cursor.execute(_COUNT.format(rows=rows), [part for key in keys for part in (key, span, amount)])
            counts = dict(cursor.fetchall())
            if amount in counts.values():
                cursor.execute(_SWEEP, [f"{self.name}:", f"{self.name};", span])
        left: int = min(bound - counts[key] for key, bound in keys.items())
        if left < 0 and amount > 1:
            self._refund(list(keys), amount, span)
        return left

    def seconds_left(self, now: float | None = None) -> int:
        """Seconds until it begins to count anew: what somebody is told who has used it up."""
        return self.seconds - int(time.time() if now is None else now) % self.seconds

    def give_back(self, key: str, now: float | None = None, *, amount: int = 1) -> None:
        """Takes back what was counted for a key: one use, or ``amount``."""
        self._refund([self._key(key)], amount, self._span(now))

    def _refund(self, keys: list[str], amount: int, span: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_GIVE_BACK.format(keys=", ".join(["%s"] * len(keys))), [amount, amount, span, *keys])

    def _key(self, key: str) -> str:
        return f"{self.name}:{key}"[:100]

    def _span(self, now: float | None) -> int:
        return int(time.time() if now is None else now) // self.seconds


def address_of(request: HttpRequest) -> str:
    """The address that a request came from, for counting.

    Behind a proxy that is the last address of those forwarded, which the proxy itself wrote. Of an IPv6 address the
    first half counts: the rest is the visitor's to change. One of IPv4 that is written as one of IPv6 is the former.
    """
    address = whole_address_of(request)
    if ":" in address:
        with suppress(ValueError):
            return str(IPv6Network((IPv6Address(address), 64), strict=False))
    return address


def whole_address_of(request: HttpRequest) -> str:
    """The address that a request came from, all of it."""
    forwarded = request.headers.get("x-forwarded-for", "") if settings.BEHIND_PROXY else ""
    return unmapped(forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", "")))


def unmapped(address: str) -> str:
    """An address of IPv4 as itself where it is written as one of IPv6 (``::ffff:192.0.2.1``); others as they are.

    The first half of all those is the same, so that all of IPv4 would count as one visitor.
    """
    if ":" in address:
        with suppress(ValueError):
            return str(IPv6Address(address).ipv4_mapped or address)
    return address
