"""How much of the processor one visitor may use, in seconds of it, counted for all processes together.

What is dear says so: a view by ``costly``, a part of one by ``ProcessorBudget.charged``. It is measured while it is
done and charged to who asked; who has used up what there is gets 429 with the time at which there is more. Work in the
background is charged to its lane by the worker that does it (``background.lanes``), and one's lane is looked at before
more is put into it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import ngettext

from accounts.limits import ACCOUNTS_AT_AN_ADDRESS, address_of
from background import lanes
from background.meters import Meter
from web.rate_headers import LimitState, note_limit

P = ParamSpec("P")

UNIT: Final = "processor-seconds"  # as the headers of answers call it
LUMP: Final = 0.25  # seconds of the processor that a process notes before it tells the others


class RateLimited(Exception):
    """A visitor has used up what there is of a budget; there is more in ``seconds``, a whole number."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"there is more in {self.seconds} s")


@dataclass(frozen=True, slots=True)
class ProcessorBudget:
    """``seconds`` of the processor at once, all of which are there again after ``every`` seconds."""

    name: str
    seconds: float
    every: float

    @property
    def meter(self) -> Meter:
        """What it is counted with."""
        return Meter(f"processor-{self.name}", self.seconds, self.every)

    @contextmanager
    def charged(self, keys: Mapping[str, float], reserve: float = 0.0) -> Iterator[None]:
        """Charges to those keys what is done meanwhile. Raises ``RateLimited`` before anything is done.

        Of what is dear so many seconds are reserved beforehand, so that many requests at once get no further than one
        after the other.
        """
        if not settings.LIMITS:
            yield
            return
        wait = self.meter.take(keys, reserve) if reserve >= LUMP else self.meter.closed_for(keys)
        if wait > 0:
            raise RateLimited(wait)
        begun = time.thread_time()
        try:
            yield
        finally:
            used = time.thread_time() - begun
            if reserve >= LUMP:
                self.meter.add(keys, used - reserve)
            else:
                self.meter.note(keys, used, LUMP)

    def note(self, request: HttpRequest, keys: Mapping[str, float]) -> None:
        """Has the answer's headers say what is left."""
        if settings.LIMITS:
            wait = self.meter.closed_for(keys)
            left, reset = (0.0, wait) if wait > 0 else self.meter.left(keys)
            name, window = f"processor-{self.name}", math.ceil(self.every)
            note_limit(request, LimitState(name, int(self.seconds), window, int(left), math.ceil(reset), UNIT))

    @contextmanager
    def held(self, keys: Mapping[str, float], seconds: float) -> Iterator[None]:
        """Holds so many seconds back meanwhile, for what is ``charged`` and is dear once its size is known.

        Raises ``RateLimited`` before anything is done.
        """
        wait = self.meter.take(keys, seconds) if settings.LIMITS else 0
        if wait > 0:
            raise RateLimited(wait)
        try:
            yield
        finally:
            if settings.LIMITS:
                self.meter.add(keys, -min(seconds, self.seconds))


PAGES: Final = ProcessorBudget("pages", seconds=60, every=180)
API: Final = ProcessorBudget("api", seconds=20, every=60)  # by address alone: whoever reads over the network is nobody
# At tables, where many may sit behind one address, and nobody should be kept from a move by what others search for.
TABLES: Final = ProcessorBudget("tables", seconds=120, every=120)


def keys_of(request: HttpRequest) -> dict[str, float]:
    """Whom a request is charged to: an account, and its address with all accounts there; or the address of a guest."""
    user = getattr(request, "user", None)
    address = address_of(request)
    if user is None or not user.is_authenticated:
        return {address: 1}
    return {f"user {user.pk}": 1, f"accounts at {address}": ACCOUNTS_AT_AN_ADDRESS}


def address_alone(request: HttpRequest) -> dict[str, float]:
    """The same for what knows nobody by a cookie."""
    return {address_of(request): 1}


def costly(
    reserve: float = 0.0,
    refused: Callable[[Any, int], HttpResponse] | None = None,
    budget: Callable[[], ProcessorBudget] = lambda: PAGES,
    whom: Callable[[HttpRequest], Mapping[str, float]] = keys_of,
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """A view whose work is charged to who asks. What takes some tenths of a second says how many, as a reserve.

    ``refused`` answers those who have to wait so many seconds, where the usual page is not what is asked for; ``whom``
    says to whom it is charged.
    """

    def charged(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @wraps(view)
        def answer(*args: P.args, **parts: P.kwargs) -> HttpResponse:
            request = args[0]
            assert isinstance(request, HttpRequest)
            try:
                with budget().charged(whom(request), reserve):
                    return view(*args, **parts)
            except RateLimited as spent:
                return (refused or refusal)(request, spent.seconds)

        return answer

    return charged


def costly_at_table() -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """A view of a table, whose work is charged to the budget of tables."""
    return costly(budget=lambda: TABLES)


def check_jobs() -> None:
    """Before something is put into the lane of whoever asks. Raises ``RateLimited`` where workers did much for it."""
    lane = lanes.lane_of_now()
    if lane and settings.LIMITS:
        usage = lanes.JOBS.usage([lane])[lane]
        if usage >= lanes.JOBS.limit:
            raise RateLimited((usage - lanes.JOBS.limit) * lanes.JOBS.seconds / lanes.JOBS.limit)


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    """The answer to who has used up their budget: a page, or what fits what asks."""
    headers: dict[str, Any] = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    place = request.headers.get("sec-fetch-dest", "document")  # what a browser asks for
    if request.headers.get("hx-request") and request.method == "GET":
        # A part of a page cannot say it, so the page itself is asked for, which is refused in words.
        return HttpResponse(status=429, headers={**headers, "HX-Redirect": request.get_full_path()})
    if request.content_type == "application/json":
        return JsonResponse({"refused": in_words(seconds), "faults": []}, status=429, headers=headers)
    if place == "image":
        return HttpResponse(status=429, headers=headers)
    if place == "empty":  # a script, for a part of a page
        return HttpResponse(format_html("<p>{}</p>", in_words(seconds)), status=429, headers=headers)
    page = render(request, "429.html", {"when": in_words(seconds)}, status=429)
    for name, value in headers.items():
        page.headers[name] = value
    return page


def in_words(seconds: int) -> str:
    """When there is more."""
    if seconds < 60:
        words = ngettext("Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds)
        return words % {"count": seconds}
    minutes = math.ceil(seconds / 60)
    if minutes > 90:
        hours = math.ceil(seconds / 3600)
        return ngettext("Try again in %(count)d hour.", "Try again in %(count)d hours.", hours) % {"count": hours}
    return ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes) % {"count": minutes}
