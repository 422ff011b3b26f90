"""Entry point for WSGI servers such as gunicorn."""

import os
from contextlib import suppress
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Request(WSGIRequest):
    """A request that names an encoding with which no text is read (``charset=hex``) comes to be all the same.

    Django fails on it before there is anybody to answer; ``config.failures`` refuses it.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        with suppress(LookupError, UnicodeError):
            # Django keeps this to itself, so its types do not know it.
            super()._set_content_type_params(meta)  # type: ignore[misc]


class Handler(WSGIHandler):
    """Django's own, with such requests."""

    request_class = Request


django.setup(set_prefix=False)
application = Handler()
