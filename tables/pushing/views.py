"""A browser asks to be told of turns, or to be told no more. Scripts alone send this: it takes one to ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from engine.kernel.reading import Reader
from tables.models.pushes import MAX_ENDPOINT
from tables.pushing import services
from tables.pushing.addresses import is_auth_secret, is_browser_key, is_push_address
from web.json_bodies import Form, body_of, refused
from web.refusals import RequestRefused, too_many

RATE_LIMIT: Final = Limit("play-push", 60, 3600)
_SUBSCRIPTION: Final = {"properties": {"endpoint": {}, "keys": {}}, "required": ("endpoint", "keys")}
_ENDPOINT: Final = {
    "properties": {"endpoint": {"type": "string", "maxLength": MAX_ENDPOINT}},
    "required": ("endpoint",),
}


def _answering(work: Callable[[SiteRequest], None]) -> Callable[[SiteRequest], HttpResponse]:
    """A view that has nothing to say but what was refused."""

    @never_cache
    @require_POST
    def answer(request: SiteRequest) -> HttpResponse:
        try:
            if settings.LIMITS and not RATE_LIMIT.allows(request):
                raise too_many(f"a browser may ask {RATE_LIMIT.times} times an hour", RATE_LIMIT.seconds)
            work(request)
        except RequestRefused as refusal:
            return refused(refusal)
        return HttpResponse(status=204)

    return answer


def _subscribe(request: SiteRequest) -> None:
    if not settings.VAPID_PRIVATE_KEY:
        raise RequestRefused(404, "not-found", "push messages are off on this site")
    form = Form(body_of(request), _SUBSCRIPTION)
    keys: Any = form.object(form.given.get("keys", {}), "/keys", ("p256dh", "auth"), ())
    endpoint = form.text(form.given.get("endpoint", ""), "/endpoint", MAX_ENDPOINT)
    p256dh, auth = keys.get("p256dh"), keys.get("auth")
    _check(form, is_push_address(endpoint), "/endpoint", "an address at a push service that this site knows")
    _check(form, is_browser_key(p256dh), "/keys/p256dh", "an uncompressed point of P-256 in base64url")
    _check(form, is_auth_secret(auth), "/keys/auth", "16 bytes in base64url")
    form.check()
    owner = get_or_create_owner(request)
    try:
        services.subscribe(owner=owner, endpoint=endpoint, p256dh=p256dh, auth=auth, language=request.language)
    except services.NotYours:
        raise RequestRefused(409, "not-yours", "another owner's browser has this endpoint", "/endpoint") from None


def _unsubscribe(request: SiteRequest) -> None:
    form = Form(body_of(request), _ENDPOINT)
    form.check()
    services.unsubscribe(owner=request.owner, endpoint=form.given["endpoint"])


def _check(form: Reader, is_right: bool, at: str, wanted: str) -> None:
    if not is_right:
        form.fault("wrong-type", at, wanted)


subscribe = _answering(_subscribe)
unsubscribe = _answering(_unsubscribe)
