"""Answers that scripts of every site may read. No cookie speaks then: browsers keep an answer to ``*`` from requests
with cookies."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase

PREFLIGHT_SECONDS: Final = 86_400
EXPOSED_HEADERS: Final = (
    "ETag, Idempotent-Replayed, Last-Modified, Link, Location, Next-Since, RateLimit, RateLimit-Policy, Retry-After, "
    "WWW-Authenticate, X-Request-ID"
)
ALLOWED_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, Last-Event-ID"
)


def preflight_response(methods: str) -> HttpResponse:
    """The answer to ``OPTIONS`` where these methods can be asked."""
    headers = {
        "Allow": methods,
        "Access-Control-Allow-Methods": methods,
        "Access-Control-Allow-Headers": ALLOWED_HEADERS,
        "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
    }
    return HttpResponse(status=204, headers=headers)


def allow_all_origins(response: HttpResponseBase) -> None:
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
