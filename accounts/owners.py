"""Which owner a request speaks for: the account's, or that of a guest with a signed cookie."""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from accounts.abandoned import note_seen
from accounts.models import Owner
from accounts.visitors import visitor_of

COOKIE: Final = "guest"
SALT: Final = "accounts.guest"
EXPECTED_SALT: Final = "accounts.guest-to-be"  # of a cookie whose guest may not be there yet
DRAFTS_END: Final = "drafts-end"  # templates/base.html and leaving.js know it too
MAX_SECONDS: Final = 2 * 365 * 24 * 3600
RENEWED_AFTER: Final = 30 * 24 * 3600  # so that nobody who comes back now and then is forgotten
EXPECTED_FOR: Final = 24 * 3600


def get_owner(request: HttpRequest) -> Owner | None:
    """The owner that a request speaks for; None for somebody who has made nothing yet. Asks the database once."""
    visitor = visitor_of(request)
    if not visitor.is_looked_up:
        visitor.owner, visitor.is_looked_up = _find(request), True
    return visitor.owner


def get_or_create_owner(request: HttpRequest) -> Owner:
    """The owner that a request speaks for, made if there is none: for those who are about to save something."""
    owner = get_owner(request)
    if owner is None:
        # Two windows of a new account may save at the same moment: one of them makes the owner, both get it.
        user = request.user
        owner = Owner.objects.get_or_create(user=user)[0] if user.is_authenticated else _new_guest(request)
        visitor = visitor_of(request)
        visitor.owner, visitor.owner_is_new = owner, True
    return owner


def expect_guest(request: HttpRequest) -> None:
    """Gives a visitor a guest's cookie before there is a guest: for pages that send several things at a time.

    Whatever such a page sends first, and however long that takes, it all belongs to one guest.
    """
    if get_owner(request) is None and not request.user.is_authenticated and _expected(request) is None:
        visitor_of(request).expected_guest = uuid.uuid4()


def _find(request: HttpRequest) -> Owner | None:
    user = request.user
    if not user.is_authenticated:
        return guest_of(request)
    # Read along with the account; who has signed in only now may have been given one since.
    owner: Owner | None = getattr(user, "owner", None)
    return owner or Owner.objects.filter(user=user).select_related("user").first()


def guest_of(request: HttpRequest) -> Owner | None:
    """The guest of the request's cookie. An owner with an account is never reached by a cookie."""
    name = _named(request, SALT, MAX_SECONDS) or _expected(request)
    guests = Owner.objects.guests().select_related(*settings.OWNER_PARTS)
    guest = guests.filter(pk=name).first() if name else None
    if guest is not None and _named(request, SALT, RENEWED_AFTER) is None:
        visitor_of(request).guest_is_old = True
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
    visitor = visitor_of(request)
    owner = visitor.owner
    if owner is not None and not visitor.guest_is_adopted:
        with suppress(OperationalError):  # where others write, it is noted with their next page
            note_seen(owner)
    if visitor.drafts_end:
        _end_drafts(response)
    if visitor.guest_is_adopted:
        response.delete_cookie(COOKIE, samesite="Lax")
    elif owner is None:
        if visitor.expected_guest is not None:
            _give(response, visitor.expected_guest, EXPECTED_SALT, EXPECTED_FOR)
    elif owner.user_id is None and (visitor.owner_is_new or visitor.guest_is_old):
        _give(response, owner.pk, SALT, MAX_SECONDS)


def _end_drafts(response: HttpResponse) -> None:
    """Has the next page clear what scripts keep in this browser: ``leaving.js``, which takes this cookie away again."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(DRAFTS_END, "1", max_age=EXPECTED_FOR, samesite="Lax", secure=secure)


def _give(response: HttpResponse, name: uuid.UUID, salt: str, seconds: int) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_signed_cookie(
        COOKIE, str(name), salt=salt, max_age=seconds, httponly=True, samesite="Lax", secure=secure
    )
