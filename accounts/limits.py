"""How often one visitor may do a costly thing, counted in the database so that all processes count together."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

_COUNT: Final = """
INSERT INTO accounts_allowance (key, span, count) VALUES (%s, %s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN accounts_allowance.span = excluded.span THEN accounts_allowance.count + 1 ELSE 1 END,
    span = excluded.span
RETURNING count
"""
# Whoever begins a new span sweeps out the old ones: nobody's address is kept for longer than it counts.
_SWEEP: Final = "DELETE FROM accounts_allowance WHERE key >= %s AND key < %s AND span < %s"


@dataclass(frozen=True, slots=True)
class Limit:
    """``times`` in each span of ``seconds``, for what is called ``name``."""

    name: str
    times: int
    seconds: int

    def allows(self, request: HttpRequest, now: float | None = None) -> bool:
        """Counts one use by this visitor; False when it is one too many."""
        span = int(time.time() if now is None else now) // self.seconds
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [f"{self.name}:{visitor(request)}"[:100], span])
            (count,) = cursor.fetchone()
            if count == 1:
                cursor.execute(_SWEEP, [f"{self.name}:", f"{self.name};", span])
        return bool(count <= self.times)


def visitor(request: HttpRequest) -> str:
    """Who asks, for counting: the account, else the address that the request came from.

    Behind a proxy that is the last address of those forwarded, which the proxy itself wrote. Of an IPv6 address the
    first half counts: the rest is the visitor's to change.
    """
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"user {user.pk}"
    forwarded = request.headers.get("x-forwarded-for", "") if settings.BEHIND_PROXY else ""
    address = forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
    with suppress(ValueError):
        return str(IPv6Network((IPv6Address(address), 64), strict=False))
    return address
