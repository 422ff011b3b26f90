"""What a browser remembers of its printer, in a signed cookie: paper, turning, how far backs are off."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpResponse

from accounts.requests import SiteRequest
from cards.printing.forms import recalled, remembered
from cards.printing.options import PrintOptions

COOKIE: Final = "printer"
SALT: Final = "cards.printing"
SECONDS: Final = 365 * 24 * 3600


def usual_options(request: SiteRequest) -> PrintOptions:
    """The options that somebody begins with, in the language of the page."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=SECONDS) or ""
    return recalled(cookie, request.language)


def remember_printer(response: HttpResponse, options: PrintOptions) -> None:
    """Has the browser remember what of these options belongs to its printer."""
    response.set_signed_cookie(
        COOKIE,
        remembered(options),
        salt=SALT,
        max_age=SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
