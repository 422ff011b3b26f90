"""An owner's addresses: added, tried, renewed, switched on again, removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from background import services as background
from tables.models import Webhook, WebhookEvent
from tables.models.webhooks import new_secret
from tables.webhooks.kinds import TEST
from tables.webhooks.queueing import enqueue

MAX_ADDRESSES: Final = 5  # of one owner
FORMER_COUNTS: Final = timedelta(days=1)  # a secret that was renewed


class TooMany(ValueError):
    """An owner has as many addresses as may be."""


class KnownAlready(ValueError):
    """An owner has this address already."""


def addresses_of(owner: Owner | None) -> list[Webhook]:
    return list(Webhook.objects.filter(owner=owner)) if owner is not None else []


@transaction.atomic
def add(*, owner: Owner, address: str, site: str, language: str) -> tuple[Webhook, str]:
    """Has an address told from now on; with the secret that its messages are signed with, which is shown this once.

    Raises ``TooMany`` and ``KnownAlready``.
    """
    lock_row(Owner, owner.pk)
    known = set(Webhook.objects.filter(owner=owner).values_list("address", flat=True))
    if address in known:
        raise KnownAlready(address)
    if len(known) >= MAX_ADDRESSES:
        raise TooMany(str(MAX_ADDRESSES))
    hook, secret = Webhook(owner=owner, address=address, site=site, language=language), new_secret()
    hook.secret = secret
    try:
        with transaction.atomic():
            hook.save()
    except IntegrityError:
        raise KnownAlready(address) from None
    return hook, secret


def renew(hook: Webhook, *, at_once: bool = False) -> str:
    """Gives an address another secret, and says it; the old one counts for a day yet, unless others may have it."""
    secret, former = new_secret(), hook.sealed_secret
    hook.secret = secret
    hook.sealed_former = "" if at_once else former
    hook.former_until = None if at_once else timezone.now() + FORMER_COUNTS
    hook.save(update_fields=["sealed_secret", "sealed_former", "former_until"])
    return secret


def send_again(hook: Webhook, event: str) -> bool:
    """Sends what an address was told before again, the same to the seat_name; whether there is such a message.

    What waits or is being sent already is left to that.
    """
    webhook_event = hook.events.filter(event=event).exclude(body="").exclude(state__in=WebhookEvent.BUSY).first()
    return webhook_event is not None and background.queue(job=webhook_event, asked_again=timezone.now())


@transaction.atomic
def try_out(hook: Webhook) -> WebhookEvent:
    """Sends a test to an address, whatever state it is in."""
    _wake(hook)
    return enqueue(hook, kind=TEST, about="", letters="", since=timezone.now(), at_once=True)


def switch_on(hook: Webhook) -> None:
    """Has an address told again that was switched off."""
    _wake(hook)


def _wake(hook: Webhook) -> None:
    """Begins anew with an address: its owner says that it listens."""
    nothing = {"switched_off": None, "failing_since": None, "rest_until": None, "failures": 0}
    Webhook.objects.filter(pk=hook.pk).update(**nothing)
    hook.refresh_from_db()


def remove(hook: Webhook) -> None:
    """Has an address told no more, and forgets it with all that it was told."""
    hook.delete()
