"""When a guest signs in, their seats become the account's; when an owner goes, their name goes from their seats."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import Owner
from accounts.services import guest_adopted
from tables.models import (
    FirstGame,
    GameSeat,
    Gathering,
    GatheringSeat,
    LiveGame,
    MessageSettings,
    PushSubscription,
    Relation,
    SeatMove,
    StrangerWait,
    Webhook,
)


@receiver(guest_adopted)
def adopt_seats(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """Gives the account what the guest held."""
    GameSeat.objects.filter(owner=guest).update(owner=owner)
    SeatMove.objects.filter(former=guest).update(former=owner)
    SeatMove.objects.filter(owner=guest).update(owner=owner)
    PushSubscription.objects.filter(owner=guest).update(owner=owner)
    if not MessageSettings.objects.filter(owner=owner).exists():
        MessageSettings.objects.filter(owner=guest).update(owner=owner)
    related = Relation.objects.filter(owner=owner).values("other")
    Relation.objects.filter(owner=guest).exclude(other__in=related).exclude(other=owner).update(owner=owner)
    muting = Relation.objects.filter(other=owner).values("owner")
    Relation.objects.filter(other=guest).exclude(owner__in=muting).exclude(owner=owner).update(other=owner)
    known = list(Webhook.objects.filter(owner=owner).values_list("address", flat=True))
    Webhook.objects.filter(owner=guest).exclude(address__in=known).update(owner=owner)
    GatheringSeat.objects.filter(owner=guest).update(owner=owner)
    Gathering.objects.filter(owner=guest).update(owner=owner)
    LiveGame.objects.filter(creator=guest).update(creator=owner)
    if not StrangerWait.objects.filter(owner=owner).exists():  # else the account waits already
        StrangerWait.objects.filter(owner=guest).update(owner=owner)
    _adopt_first_game(guest, owner)


@receiver(pre_delete, sender=Owner)
def forget_name(sender: type[Owner], instance: Owner, **_: Any) -> None:
    GameSeat.objects.filter(owner=instance).exclude(player_name="").update(player_name="")


def _adopt_first_game(guest: Owner, owner: Owner) -> None:
    """Where both have begun, the account goes on where it was, and has done what either has."""
    theirs, own = FirstGame.objects.filter(owner=guest).first(), FirstGame.objects.filter(owner=owner).first()
    if theirs is None:
        return
    if own is None:
        theirs.owner = owner
        theirs.save(update_fields=["owner"])
        return
    own.done = [*own.done, *(slug for slug in theirs.done if slug not in own.done)]
    own.lessons = [*own.lessons, *(slug for slug in theirs.lessons if slug not in own.lessons)]
    left = theirs.table if own.table_id is not None else None
    own.table, own.game = own.table or theirs.table, own.game or theirs.game
    theirs.delete()
    own.save()
    if left is not None:
        left.delete()
