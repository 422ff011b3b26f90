"""The language of the moment. Every app may import this module."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header


def current_language() -> str:
    """``en`` or ``fr``: the language that a request is answered in, English where none is active."""
    return get_language() or "en"


def preferred_language(request: HttpRequest) -> str:
    """Which of the site's languages a browser prefers; "" where it names none of them."""
    names = {code for code, _name in settings.LANGUAGES}
    for accepted, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        if (code := accepted.partition("-")[0]) in names:
            return code
    return ""


def offered_language(request: HttpRequest) -> str:
    """The language that a page offers to be read in: the browser's, while its reader has not chosen; "" for none.

    Who asks has the answer kept apart for each language (``config.middleware.OfferMiddleware``).
    """
    request.may_offer_language = True  # type: ignore[attr-defined]
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return ""
    preferred = preferred_language(request)
    return "" if preferred == current_language() else preferred
