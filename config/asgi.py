"""Entry point for ASGI servers: the streams of games and accounts and how they fare, nothing else.

Pages are faster under WSGI.
"""

import os
from collections.abc import Mapping
from typing import Any

from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.urls import set_urlconf

from operations.logs import take_over

django.setup(set_prefix=False)
take_over("uvicorn", "uvicorn.error")  # configured before it asks for this


class StreamHandler(ASGIHandler):
    """Django's own, with the few addresses and the short list of middleware that streams need."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Loads ``STREAM_MIDDLEWARE`` in the place of ``MIDDLEWARE``."""
        pages, settings.MIDDLEWARE = settings.MIDDLEWARE, settings.STREAM_MIDDLEWARE
        try:
            super().load_middleware(is_async)
        finally:
            settings.MIDDLEWARE = pages

    def create_request(self, scope: Mapping[str, Any], body_file: Any) -> Any:
        request, error = super().create_request(scope, body_file)
        if request is not None:
            request.urlconf = "config.stream_urls"
        return request, error

    def resolve_request(self, request: Any) -> Any:
        match = super().resolve_request(request)
        set_urlconf(None)  # the addresses that are told are those of the pages
        return match


application = StreamHandler()
