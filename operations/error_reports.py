"""Errors, reported to Sentry or what speaks its language, where ``GRIMOIRE_SENTRY_DSN`` names one.

What is reported is what the log says of an error, with its traceback: no request, no cookie, no address, no variable,
so nothing that a visitor sent.
"""

from __future__ import annotations

import logging
from typing import Any

import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint
from sentry_sdk.utils import BadDsn

from web.request_ids import NO_REQUEST, request_id


def start(dsn: str, **options: Any) -> None:
    """Has all that is logged as an error reported from here on. Raises ``ImproperlyConfigured``."""
    try:
        sentry_sdk.init(
            dsn=dsn,
            # Its other integrations look into requests, sessions and databases.
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
            include_local_variables=False,
            server_name="",
            before_send=_marked,
            **options,
        )
    except BadDsn as wrong:
        raise ImproperlyConfigured("GRIMOIRE_SENTRY_DSN is no address of a project.") from wrong


def _marked(event: Event, _hint: Hint) -> Event | None:
    """The event with the id of its request, as the log has it; what strangers try is left out, as in mail."""
    if str(event.get("logger", "")).startswith("django.security"):
        return None
    if request_id.get() != NO_REQUEST:
        event.setdefault("tags", {})["request"] = request_id.get()
    event.pop("extra", None)  # the request itself stands there
    return event
