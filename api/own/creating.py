"""Making something once: a request that is sent again with the same Idempotency-Key is answered again, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse

from accounts.locks import lock_name
from accounts.requests import SiteRequest
from api.own.doors import Caller
from web.idempotency import MAX_KEY, KeyedRequest, read_key
from web.json_bodies import json_response
from web.refusals import RequestRefused

_HEADERS: Final = ("Location", "ETag")


def created(request: SiteRequest, caller: Caller, body: Any, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer of ``make``, in one transaction with what it makes; what one account makes is made one by one.

    Raises ``RequestRefused`` for the key of another request, and what ``make`` raises.
    """
    key = read_key(request)
    if not key.isprintable():
        raise RequestRefused(400, "bad-request", f"an Idempotency-Key has at most {MAX_KEY} characters", faults=[])
    keyed = KeyedRequest(f"api {caller.owner.pk}", key, [request.method, request.path, body])
    with transaction.atomic():
        lock_name(keyed.scope)
        stored = keyed.find()
        if stored is not None:
            headers = {**stored.headers, "Idempotent-Replayed": "true"}
            return json_response(stored.body, stored.status, headers)
        response = make()
        headers = {name: response.headers[name] for name in _HEADERS if name in response.headers}
        keyed.store(caller.owner, response.status_code, response.content.decode(), headers)
        return response
