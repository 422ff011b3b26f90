"""A worker's part: whether an address still has to be told, what it is sent, and what to do where that failed."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from background import services as background
from background.services import Lease
from tables.models import Webhook, WebhookEvent
from tables.occasions import EventWords
from tables.webhooks.kinds import TEST, words_of
from tables.webhooks.signing import headers_of
from tables.webhooks.transport import Delivery, send

logger = logging.getLogger(__name__)

AGENT: Final = "Grimoire-Webhooks/1"
# Before each try but the first; then it is over with this event. Eleven hours in all.
WAITS: Final = tuple(timedelta(seconds=30 * 4**times) for times in range(6))
LONGEST_WAIT: Final = timedelta(hours=12)  # whatever the address asks for
OFF_AFTER: Final = timedelta(days=5)  # of failures alone
OFF_AFTER_FAILURES: Final = 10  # and at least so many: an address that is told of one game a week is not
NO_KEY: Final = "no-key"  # the site's secret key is another one: nobody can sign for this address any more


def work(key: int) -> None:
    """A worker's task: tells one address of one event, if it is still true and nobody is looking."""
    lease = background.claim(WebhookEvent.objects.select_related("hook"), key)
    if lease is None:
        return
    with lease:
        event, now = lease.job, timezone.now()
        hook = event.hook
        if not settings.WEBHOOKS or (hook.switched_off and not event.asked_again):
            lease.drop(asked_again=None)
        elif _rests(hook, now) and not _is_by_hand(event):
            lease.requeue(after=hook.rest_until)
        else:
            body = body_of(event)
            if body:
                _settle(lease, _sent(hook, event, body.encode()), body, now)
            else:
                lease.drop()


def _rests(hook: Webhook, now: datetime) -> bool:
    """Whether it is left alone for a while: never for longer than that, whatever a clock that was ahead has written."""
    return hook.rest_until is not None and now < hook.rest_until <= now + LONGEST_WAIT


def _is_by_hand(event: WebhookEvent) -> bool:
    """Whether its owner has asked for it, and looks at what becomes of it."""
    return event.kind == TEST or event.asked_again is not None


def body_of(event: WebhookEvent) -> str:
    """The body of an event in its owner's language, the same at each try; empty where there is nothing to tell."""
    if event.body and event.asked_again:
        return event.body
    with translation.override(event.hook.language):
        words = _test() if event.kind == TEST else words_of(event)
    if words is None:
        return ""
    return event.body or json.dumps(_document(event, words), ensure_ascii=False, separators=(",", ":"))


def _document(event: WebhookEvent, words: EventWords) -> dict[str, Any]:
    return {
        "id": event.event,
        "type": event.kind,
        "timestamp": event.since.isoformat(timespec="milliseconds"),
        "data": {
            **words.more,
            "seats": words.seats,
            "address": event.hook.site + words.address,
            "title": words.title,
            "summary": words.summary,
            "language": event.hook.language,
        },
    }


def _test() -> EventWords:
    text = _("Test: this address will be notified when it's your turn.")
    return EventWords(_("Test."), text, "/", [], {"game": "", "kind": "", "your_turn": False})


def _sent(hook: Webhook, event: WebhookEvent, body: bytes) -> Delivery:
    try:
        signed = headers_of(event.event, int(timezone.now().timestamp()), body, *hook.secrets_at(timezone.now()))
    except InvalidToken:
        return Delivery(fault=NO_KEY)
    return send(hook.address, body, {**signed, "Content-Type": "application/json", "User-Agent": AGENT})


def _settle(lease: Lease[WebhookEvent], delivery: Delivery, body: str, now: datetime) -> None:
    """Ends an event by what became of it, or has it tried again later; an address that is gone is switched off."""
    event = lease.job
    hooks = Webhook.objects.filter(pk=event.hook_id)
    tries = [*event.tries, {"at": now.isoformat(), "status": delivery.status, "fault": delivery.fault}]
    if delivery.has_arrived:
        hooks.update(told=now, failures=0, failing_since=None, rest_until=None)
        lease.finish(body=body, tries=tries, asked_again=None)
        return
    if _is_by_hand(event):  # and tries again
        lease.fail(body=body, tries=tries, asked_again=None)
        return
    if delivery.is_gone:
        hooks.update(switched_off=now, failing_since=Coalesce("failing_since", now), failures=F("failures") + 1)
        lease.fail(body=body, tries=tries)
        return
    wait = min(max(_wait_after(len(tries)), timedelta(seconds=delivery.wait)), LONGEST_WAIT)
    # While it fails, all that waits for it waits as long as what has been tried most.
    hooks.update(failures=F("failures") + 1, failing_since=Coalesce("failing_since", now), rest_until=now + wait)
    worn = hooks.filter(failing_since__lte=now - OFF_AFTER, failures__gte=OFF_AFTER_FAILURES)
    if worn.update(switched_off=now):
        logger.info("The address of a webhook at %s is switched off", urlsplit(event.hook.address).hostname)
    if len(tries) > len(WAITS):
        lease.fail(body=body, tries=tries)
    else:
        lease.requeue(after=now + wait, body=body, tries=tries)


def _wait_after(tries: int) -> timedelta:
    return WAITS[min(tries, len(WAITS)) - 1]
