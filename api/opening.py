"""Addresses that anybody may read from anywhere: whoever asks is nobody, so their cookies are not looked at."""

from __future__ import annotations

from functools import wraps
from typing import Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from accounts.api_requests import View, allowed_of, endpoint, metered
from accounts.budgets import API
from accounts.requests import SiteRequest

KEPT_SECONDS: Final = 60  # for so long a browser or a proxy need not ask again
PREFLIGHT_SECONDS: Final = 86_400
EXPOSED_HEADERS: Final = "ETag, Last-Modified, Link, Retry-After"  # headers that scripts of other sites get to see
ALLOWED_HEADERS: Final = "Content-Type, If-None-Match, If-Modified-Since"  # and those that they may send


def public_endpoint(kept_seconds: int = KEPT_SECONDS, **views: View) -> View:
    """A view with a function for each method, as ``endpoint`` makes it, which pages of every site may ask. With no
    ``kept_seconds`` each answer is another one."""
    methods = allowed_of((*views, "options"))

    def preflight(_request: SiteRequest, **_parts: str) -> HttpResponse:
        allowed = {
            "Allow": methods,
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ALLOWED_HEADERS,
        }
        return HttpResponse(status=204, headers={**allowed, "Access-Control-Max-Age": str(PREFLIGHT_SECONDS)})

    answered = endpoint(
        **{**views, **({"get": metered(views["get"], lambda: API)} if "get" in views else {})}, options=preflight
    )

    @csrf_exempt
    @wraps(answered)
    def answer(request: SiteRequest, **parts: str) -> HttpResponseBase:
        response = answered(request, **parts)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        del response.headers["Vary"]  # the same for whoever asks
        if kept_seconds and request.method == "GET" and response.status_code in (200, 304):
            response.headers["Cache-Control"] = f"public, max-age={kept_seconds}"
        return response

    return answer
