"""Which browsers are told: they ask for it, and they stop it."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from tables.models import PushSubscription

MAX_BROWSERS: Final = 10  # of one owner; with one more, the one that was not seen for longest is told no more


class NotYours(ValueError):
    """Another owner's browser."""


@transaction.atomic
def subscribe(*, owner: Owner, endpoint: str, p256dh: str, auth: str, language: str) -> PushSubscription:
    """Has a browser told of the owner's turns from now on, in that language.

    A browser in which somebody else had asked for it is told of this owner's turns instead, if it is that browser:
    if it knows the secrets that came with the endpoint. Raises ``NotYours`` where it does not.
    """
    lock_row(Owner, owner.pk)
    values = {"p256dh": p256dh, "auth": auth, "language": language, "seen": timezone.now()}
    made, is_new = PushSubscription.objects.get_or_create(endpoint=endpoint, defaults={"owner": owner, **values})
    if not is_new:
        if made.owner_id != owner.pk and (made.p256dh, made.auth) != (p256dh, auth):
            raise NotYours("another owner's browser")
        if made.owner_id != owner.pk:  # what waits for it is the other one's to know
            made.delete()
            made = PushSubscription(endpoint=endpoint)
        made.owner = owner
        for name, value in values.items():
            setattr(made, name, value)
        made.save()
    kept = PushSubscription.objects.filter(owner=owner).order_by("-seen", "-pk")[:MAX_BROWSERS]
    PushSubscription.objects.filter(owner=owner).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
    return made


def unsubscribe(*, owner: Owner | None, endpoint: str) -> bool:
    """Has an owner's browser told no more; whether it was."""
    return owner is not None and bool(PushSubscription.objects.filter(owner=owner, endpoint=endpoint).delete()[0])
