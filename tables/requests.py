"""Requests of the API of games: for whom they speak, and whether they were sent before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

from accounts.api_requests import bearer, owner_asking, seat_secret
from accounts.limits import whole_address_of
from accounts.models import Owner
from accounts.requests import SiteRequest
from tables.services.idempotency import KeyedRequest
from tables.services.timeouts import look_at_clocks
from tables.tokens import hash_of
from tables.viewers import Viewer, find_viewer
from web.idempotency import read_key
from web.json_bodies import Form, body_of
from web.refusals import RequestRefused

MIN_FIRST_KEY: Final = 16  # characters of an Idempotency-Key of *Create* and *Join*


def viewer_of(request: SiteRequest, token: str) -> Viewer:
    """For whom the request speaks at a game. Raises ``RequestRefused``."""
    viewer = find_viewer(token, seat_secret(request), owner_asking(request), request.GET.get("seat", ""))
    return look_at_clocks(viewer)


def first_attempt_of(request: SiteRequest, owner: Owner | None, what: str, body: Any) -> KeyedRequest:
    """The same for whoever may have no secret of their own yet: then the key itself has to be one.

    Raises ``RequestRefused`` (422) for a key that others may have as well.
    """
    if 0 < len(request.headers.get("Idempotency-Key", "")) < MIN_FIRST_KEY:
        message = f"an Idempotency-Key has at least {MIN_FIRST_KEY} characters here: random ones"
        raise RequestRefused(422, "key-too-short", message)
    return attempt_of(request, f"{what} {_caller(request, owner)}", body)


def _caller(request: SiteRequest, owner: Owner | None) -> str:
    """Tells callers apart. A browser has its cookie against forgery before it is a guest, and afterwards too."""
    secret, cookie = bearer(request), request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if secret is not None:
        # Without an owner nobody knows whether it is anybody's token: programs send "null" there.
        who = f"bearer {secret}" if owner else f"bearer {secret} at {whole_address_of(request)}"
    elif cookie:
        who = f"browser {cookie}"
    else:
        who = f"owner {owner.pk}" if owner else f"at {whole_address_of(request)}"
    return hash_of(who)[:40]


def attempt_of(request: SiteRequest, scope: str, body: Any) -> KeyedRequest:
    """The request as something that may be sent twice. Raises ``RequestRefused`` for a key that is none."""
    return KeyedRequest(scope, read_key(request), [request.path, body])


def seat_request(request: SiteRequest, token: str, schema: Mapping[str, Any]) -> tuple[Viewer, Form, KeyedRequest]:
    """A request of the API for a seat: who asks, its body, and what is kept for whoever sends it again."""
    data = body_of(request)
    viewer = viewer_of(request, token)
    scope = f"seat {viewer.seat.pk}" if viewer.seat is not None else ""
    attempt = attempt_of(request, scope, data)
    if not scope:
        attempt.key = ""  # of whoever watches nothing is kept
    return viewer, Form(data, schema), attempt
