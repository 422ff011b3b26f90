"""Which owner a request speaks for: the account's, or that of a guest with a signed cookie."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Owner

COOKIE: Final = "guest"
SALT: Final = "accounts.guest"
EXPECTED_SALT: Final = "accounts.guest-to-be"  # of a cookie whose guest may not be there yet
MOST_SECONDS: Final = 2 * 365 * 24 * 3600
RENEWED_AFTER: Final = 30 * 24 * 3600  # so that nobody who comes back now and then is forgotten
EXPECTED_FOR: Final = 24 * 3600


def owner_of(request: HttpRequest) -> Owner | None:
    """The owner that a request speaks for; None for somebody who has made nothing yet. Asks the database once."""
    if not hasattr(request, "_owner"):
        request._owner = _find(request)
    return request._owner


def owner_for(request: HttpRequest) -> Owner:
    """The owner that a request speaks for, made if there is none: for those who are about to save something."""
    owner = owner_of(request)
    if owner is None:
        owner = Owner.objects.create(user=request.user) if request.user.is_authenticated else _new_guest(request)
        request._owner = owner
        request._owner_is_new = True
    return owner


def expect_guest(request: HttpRequest) -> None:
    """Gives a visitor a guest's cookie before there is a guest: for pages that send several things at a time.

    Whatever such a page sends first, and however long that takes, it all belongs to one guest.
    """
    if owner_of(request) is None and not request.user.is_authenticated and _expected(request) is None:
        request._expected_guest = uuid.uuid4()


def _find(request: HttpRequest) -> Owner | None:
    if request.user.is_authenticated:
        return Owner.objects.filter(user=request.user).select_related("user").first()
    return guest_of(request)


def guest_of(request: HttpRequest) -> Owner | None:
    """The guest of the request's cookie. An owner with an account is never reached by a cookie."""
    name = _named(request, SALT, MOST_SECONDS) or _expected(request)
    guest = Owner.objects.guests().filter(pk=name).first() if name else None
    if guest is not None and _named(request, SALT, RENEWED_AFTER) is None:
        request._guest_is_old = True
    return guest


def _named(request: HttpRequest, salt: str, max_age: int) -> uuid.UUID | None:
    """Whom the request's cookie names, if it was signed by us with that salt, at most so many seconds ago."""
    try:
        return uuid.UUID(request.get_signed_cookie(COOKIE, default="", salt=salt, max_age=max_age))
    except ValueError:
        return None


def _expected(request: HttpRequest) -> uuid.UUID | None:
    return _named(request, EXPECTED_SALT, EXPECTED_FOR)


def _new_guest(request: HttpRequest) -> Owner:
    """The guest that was expected, if one was. A cookie of a guest who is gone makes nobody come back."""
    name = _expected(request)
    if name is not None:
        guest, _ = Owner.objects.get_or_create(pk=name)
        if guest.user_id is None:
            return guest
    return Owner.objects.create()


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Gives a new guest the cookie, an old one a new one, and takes it from one whose work was adopted."""
    owner = getattr(request, "_owner", None)
    if getattr(request, "_guest_is_adopted", False):
        response.delete_cookie(COOKIE, samesite="Lax")
    elif owner is None:
        if name := getattr(request, "_expected_guest", None):
            _give(response, name, EXPECTED_SALT, EXPECTED_FOR)
    elif owner.user_id is None and (
        getattr(request, "_owner_is_new", False) or getattr(request, "_guest_is_old", False)
    ):
        _give(response, owner.pk, SALT, MOST_SECONDS)


def _give(response: HttpResponse, name: uuid.UUID, salt: str, seconds: int) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_signed_cookie(
        COOKIE, str(name), salt=salt, max_age=seconds, httponly=True, samesite="Lax", secure=secure
    )
