"""Lets guests keep what they make, and caches nothing of theirs; says who asks for what is done in the background."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control

from accounts import devices
from accounts.limits import address_of
from accounts.owners import COOKIE, remember
from background.lanes import asked_by

_PAGES: Final = re.compile(r"(?:[a-z]+/)?accounts/")


class GuestMiddleware:
    """Sets or takes away the guest's cookie after the view has answered, and gives that of a browser signed in with."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        remember(request, response)
        devices.remember(request, response)
        return response


class CacheMiddleware:
    """Says that what was answered to somebody known is theirs alone, and that allauth's pages (passwords, codes)
    are not kept at all.

    What a view has said itself stays: files that are the same for everybody are public. This one stands before all
    that give cookies.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if match is not None and _PAGES.match(match.route):
            add_never_cache_headers(response)
        elif "Cache-Control" not in response.headers and (
            response.cookies or request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, COOKIE}
        ):
            patch_cache_control(response, private=True, no_cache=True)
        return response


class JobLaneMiddleware:
    """Puts what a request queues into its visitor's lane."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asked_by(lambda: address_of(request)):
            return self.get_response(request)
