"""The request as views see it, typed once. Every app may import this module."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request that has passed through HtmxMiddleware."""

    htmx: HtmxDetails
