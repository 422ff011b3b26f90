"""The request as views see it: with whose it is, and the language it is answered in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from accounts.models import Owner
from accounts.owners import get_owner
from web.languages import current_language


class SiteRequest(HttpRequest):
    """A request that has passed through ``SiteRequestMiddleware`` and the site's other middleware."""

    htmx: HtmxDetails

    @property
    def owner(self) -> Owner | None:
        """Looked up when it is first asked for; None for somebody who has made nothing yet."""
        return get_owner(self)

    @property
    def language(self) -> str:
        return current_language()


def as_site_request(request: HttpRequest) -> SiteRequest:
    """The same object. A lazy attribute could not be None, so its class gets the properties."""
    if not isinstance(request, SiteRequest):
        kind: Any = type(request)
        request.__class__ = _site_class(kind)
        assert isinstance(request, SiteRequest)
    return request


@cache
def _site_class(kind: Any) -> Any:
    return type(kind.__name__, (SiteRequest, kind), {})


class SiteRequestMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(as_site_request(request))
