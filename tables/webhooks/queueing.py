"""When addresses are to be told: in the transaction after which somebody waits for their owner."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from background import services as background
from tables.models import Webhook, WebhookEvent

# Whoever goes from page to page is there for these seconds, and quick answers of bots are over.
GRACE: Final = timedelta(seconds=4)
MAX_EVENTS: Final = 40  # that are kept of an address; the oldest go, whatever became of them


def tell_addresses(kind: str, letters_of: Mapping[UUID, str], *, about: str, since: datetime) -> None:
    """Queues an event for each address of these owners, by their letters.

    What is newer takes the place of what waits about the same and has not been tried yet.
    """
    if not settings.WEBHOOKS or not letters_of:
        return
    # Held until the transaction ends, as browsers are: one that is removed meanwhile does not undo a move.
    hooks = Webhook.objects.select_for_update(no_key=True).filter(owner__in=list(letters_of), switched_off=None)
    for hook in hooks.order_by("pk"):
        letters = letters_of[hook.owner_id]
        waiting = hook.events.filter(about=about, state=WebhookEvent.State.WAITING, body="").first()
        values = {"kind": kind, "letters": letters, "since": since}
        if waiting is None or not background.queue(job=waiting, after=_when(hook), **values):
            enqueue(hook, kind=kind, about=about, letters=letters, since=since)


def enqueue(
    hook: Webhook, *, kind: str, about: str, letters: str, since: datetime, at_once: bool = False
) -> WebhookEvent:
    """Queues a new event for an address."""
    event = WebhookEvent.objects.create(hook=hook, kind=kind, about=about, letters=letters, since=since)
    background.queue(job=event, after=None if at_once else _when(hook))
    old = hook.events.order_by("-pk").values_list("pk", flat=True)[MAX_EVENTS:]
    hook.events.filter(pk__in=list(old)).delete()
    return event


def _when(hook: Webhook) -> datetime:
    """The moment from which it may be sent: an address that fails is left alone for a while."""
    soon = timezone.now() + GRACE
    return max(soon, hook.rest_until) if hook.rest_until else soon
