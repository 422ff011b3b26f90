"""Making something once: a request that is sent again with the same Idempotency-Key is answered again, and no more."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from accounts.locks import lock_name
from accounts.requests import SiteRequest
from api.models import OwnAnswer
from api.own.doors import Caller
from api.own.problems import conflict
from background.upkeep import register
from web.idempotency import MAX_KEY
from web.json_bodies import json_response
from web.refusals import RequestRefused

KEPT_FOR: Final = timedelta(days=1)
_HEADERS: Final = ("Location", "ETag")


def created(request: SiteRequest, caller: Caller, body: Any, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer of ``make``, in one transaction with what it makes; what one account makes is made one by one.

    Raises ``RequestRefused`` for the key of another request, and what ``make`` raises.
    """
    key = _key_of(request)
    with transaction.atomic():
        lock_name(f"api {caller.owner.pk}")
        if not key:
            return make()
        digest = hashlib.sha256(json.dumps([request.method, request.path, body], sort_keys=True).encode()).hexdigest()
        mine = OwnAnswer.objects.filter(owner=caller.owner, key=key)
        mine.filter(at__lt=timezone.now() - KEPT_FOR).delete()
        kept = mine.first()
        if kept is not None:
            return _again(kept, digest)
        response = make()
        headers = {name: response.headers[name] for name in _HEADERS if name in response.headers}
        OwnAnswer.objects.create(
            owner=caller.owner,
            key=key,
            digest=digest,
            status=response.status_code,
            headers=headers,
            body=response.content.decode(),
        )
        return response


def _again(kept: OwnAnswer, digest: str) -> HttpResponse:
    if kept.digest != digest:
        raise conflict("key-reused", "this Idempotency-Key was used for another request")
    response = json_response(kept.body, kept.status)
    for name, value in kept.headers.items():
        response.headers[name] = value
    response.headers["Idempotent-Replayed"] = "true"
    return response


def _key_of(request: SiteRequest) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > MAX_KEY or not key.isprintable():
        raise RequestRefused(400, "bad-request", f"an Idempotency-Key has at most {MAX_KEY} characters", faults=[])
    return key


def sweep_answers() -> int:
    """Deletes the answers that are not kept any more; how many those were."""
    return OwnAnswer.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()[0]


def start() -> None:
    register("answers of the API", sweep_answers)
