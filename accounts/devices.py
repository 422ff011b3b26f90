"""Browsers in which somebody has signed in before: strangers who try passwords do not keep them out.

Such a browser has a signed cookie with the account's key. It opens nothing by itself.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.visitors import visitor_of

COOKIE: Final = "device"
SALT: Final = "accounts.device"
MAX_SECONDS: Final = 365 * 24 * 3600


def is_known(request: HttpRequest, name: str) -> bool:
    """Whether somebody of this name, or with this mail address, has signed in in this browser before."""
    key = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=MAX_SECONDS) or ""
    user = User.objects.filter(pk=key).first() if key.isdecimal() else None
    return user is not None and name.casefold() in (user.username.casefold(), user.email.casefold())


def note(request: HttpRequest, user: User) -> None:
    """Notes that somebody has signed in: ``remember`` tells the browser."""
    visitor_of(request).signed_in = user.pk


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Gives the browser its cookie, if somebody has just signed in."""
    if key := visitor_of(request).signed_in:
        response.set_signed_cookie(
            COOKIE,
            str(key),
            salt=SALT,
            max_age=MAX_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
