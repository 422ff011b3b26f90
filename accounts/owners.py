"""Which owner a request speaks for: the account's, or that of a guest with a signed cookie."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from accounts.models import Owner

COOKIE: Final = "guest"
SALT: Final = "accounts.guest"
MOST_SECONDS: Final = 2 * 365 * 24 * 3600
RENEWED_AFTER: Final = 30 * 24 * 3600  # so that nobody who comes back now and then is forgotten


def owner_of(request: HttpRequest) -> Owner | None:
    """The owner that a request speaks for; None for somebody who has made nothing yet. Asks the database once."""
    if not hasattr(request, "_owner"):
        request._owner = _find(request)
    return request._owner


def owner_for(request: HttpRequest) -> Owner:
    """The owner that a request speaks for, made if there is none: for those who are about to save something."""
    owner = owner_of(request)
    if owner is None:
        owner = Owner.objects.create(user=request.user if request.user.is_authenticated else None)
        request._owner = owner
        request._owner_is_new = True
    return owner


def _find(request: HttpRequest) -> Owner | None:
    if request.user.is_authenticated:
        return Owner.objects.filter(user=request.user).select_related("user").first()
    return guest_of(request)


def guest_of(request: HttpRequest) -> Owner | None:
    """The guest of the request's cookie. An owner with an account is never reached by a cookie."""
    name = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=MOST_SECONDS)
    if not name:
        return None
    try:
        guest = Owner.objects.guests().filter(pk=name).first()
    except (ValidationError, ValueError):
        return None
    if not request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=RENEWED_AFTER):
        request._guest_is_old = True
    return guest


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Gives a new guest the cookie, an old one a new one, and takes it from one whose work was adopted."""
    owner = getattr(request, "_owner", None)
    if getattr(request, "_guest_is_adopted", False):
        response.delete_cookie(COOKIE, samesite="Lax")
    elif (
        owner is not None
        and owner.user_id is None
        and (getattr(request, "_owner_is_new", False) or getattr(request, "_guest_is_old", False))
    ):
        response.set_signed_cookie(
            COOKIE,
            str(owner.pk),
            salt=SALT,
            max_age=MOST_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
