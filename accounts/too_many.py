"""Too many requests (429): which limit it was, its number and time in words, and ``Retry-After``."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final

from allauth.core.internal import ratelimit
from django import template
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.budgets import in_words
from accounts.limits import Limit

register = template.Library()

_APP: Final = "allauth.account"
_ACTIONS: Final = {"account_signup": "signup", "account_reset_password": "reset_password", "account_login": "login"}
_USUAL: Final = 60  # seconds, where nobody knows better


def limit_words(times: int, seconds: int, left: int) -> str:
    """A limit and when there is more: "At most 20 a minute. Try again in 43 seconds."."""
    return f"{bound_words(times, seconds)} {in_words(left)}"


def bound_words(times: int, seconds: int) -> str:
    """A limit in words: "At most 20 a minute."."""
    if seconds == 60:
        return _("At most %(times)d a minute.") % {"times": times}
    if seconds == 3600:
        return _("At most %(times)d an hour.") % {"times": times}
    if seconds == 86_400:
        return _("At most %(times)d a day.") % {"times": times}
    minutes = math.ceil(seconds / 60)
    words = ngettext("At most %(times)d in %(count)d minute.", "At most %(times)d in %(count)d minutes.", minutes)
    return words % {"times": times, "count": minutes}


def spent_words(request: HttpRequest) -> str:
    """The limit that this request has used up, in words; "" for none."""
    limit: Limit | None = getattr(request, "spent_limit", None)
    return "" if limit is None else limit_words(limit.times, limit.seconds, limit.seconds_left())


def with_limit(request: HttpRequest, text: str) -> str:
    """A refusal with the limit that was used up: for what is shown without the page that says it (``base.html``)."""
    return f"{text} {spent_words(request)}".strip()


@register.simple_tag(takes_context=True)
def spent_limit(context: Context) -> str:
    """For pages that say that something is too much: how much is not, and when."""
    request = context.get("request")
    return "" if request is None else spent_words(request)


def too_many(request: HttpRequest, words: str, seconds: int) -> HttpResponse:
    """The page of 429."""
    page = render(request, "429.html", {"says_limit": words}, status=429)
    page.headers["Retry-After"] = str(max(1, seconds))
    page.headers["Cache-Control"] = "no-store"
    return page


def of_accounts(request: HttpRequest) -> HttpResponse:
    """``handler429``: allauth has counted too many sign-ups, sign-ins or mails from this address."""
    match = request.resolver_match
    action = _ACTIONS.get(match.url_name or "", "") if match is not None else ""
    rates = [rate for rate in ratelimit.get_rates(app=_APP, action=action) if rate.per == "ip"] if action else []
    for rate in rates:
        key = ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate)
        history: list[float] = cache.get(key, [])
        now = time.time()
        counted = [moment for moment in history if moment > now - rate.duration]
        if len(counted) >= rate.amount:
            left = max(1, math.ceil(min(counted) + rate.duration - now))
            words = limit_words(rate.amount, int(rate.duration), left)
            if action == "signup":
                words = _("Too many sign-ups from this network.") + f" {words}"
            return too_many(request, words, left)
    return too_many(request, in_words(_USUAL), _USUAL)


class LimitMiddleware:
    """Says of every 429 when it is worth coming back, and fills those that say nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 429 or "Retry-After" in response.headers:
            return response
        limit: Limit | None = getattr(request, "spent_limit", None)
        seconds = _USUAL if limit is None else limit.seconds_left()
        if _is_bare(response) and request.headers.get("Sec-Fetch-Dest", "document") == "document":
            return too_many(request, spent_words(request) or in_words(seconds), seconds)
        response.headers["Retry-After"] = str(max(1, seconds))
        return response


def _is_bare(response: Any) -> bool:
    return not response.streaming and not response.content
