"""How many requests one client may send to the APIs in a moment.

Requests are counted for all processes together, in lumps (``background.meters``).
Who is signed in may do several times as much.
"""

from __future__ import annotations

import math
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from accounts.limits import address_of
from background.meters import Meter
from web.rate_headers import LimitState, note_limit
from web.refusals import too_many

RATE: Final = 20.0  # requests a second
BURST: Final = 60.0
SIGNED_IN: Final = 5  # times as much
POLICY: Final = "requests"  # as the headers of answers call it
LUMP: Final = 5  # requests that a process counts by itself before it tells the others


def is_signed_in(request: HttpRequest) -> bool:
    """Whether the request comes from an account. Without a session's cookie nobody is asked."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


def check_rate(request: HttpRequest) -> None:
    """Counts a request. Raises ``RequestRefused`` (429) when that is too many."""
    if not settings.LIMITS:
        return
    more = SIGNED_IN if is_signed_in(request) else 1
    meter, keys = Meter(f"play-requests-{more}", BURST * more, BURST / RATE), {address_of(request): 1}
    wait = meter.closed_for(keys) or meter.note(keys, 1, LUMP)
    left, reset = (0.0, wait) if wait > 0 else meter.left(keys)
    state = LimitState(POLICY, int(meter.limit), math.ceil(meter.seconds), int(left), math.ceil(reset))
    note_limit(request, state)
    if wait > 0:
        message = f"{RATE * more:.0f} requests a second, {BURST * more:.0f} at once, are allowed"
        raise too_many(message, math.ceil(wait))
