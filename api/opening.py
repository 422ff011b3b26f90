"""Addresses that anybody may read from anywhere: whoever asks is nobody, so their cookies are not looked at."""

from __future__ import annotations

from functools import wraps
from typing import Final

from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from accounts.api_requests import View, endpoint, metered
from accounts.budgets import API
from accounts.requests import SiteRequest
from web.rate_headers import LEFT

KEPT_SECONDS: Final = 60  # for so long a browser or a proxy need not ask again


def public_endpoint(kept_seconds: int = KEPT_SECONDS, **views: View) -> View:
    """A view with a function for each method, as ``endpoint`` makes it. With no ``kept_seconds`` each answer is another
    one."""
    answered = endpoint(**{**views, **({"get": metered(views["get"], lambda: API)} if "get" in views else {})})

    @csrf_exempt
    @wraps(answered)
    def answer(request: SiteRequest, **parts: str) -> HttpResponseBase:
        response = answered(request, **parts)
        del response.headers["Vary"]  # the same for whoever asks
        if kept_seconds and request.method == "GET" and response.status_code in (200, 304):
            response.headers["Cache-Control"] = f"public, max-age={kept_seconds}"
            del response.headers[LEFT]  # what is left is each visitor's own
        return response

    return answer
