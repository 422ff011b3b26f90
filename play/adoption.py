"""When a guest signs in: their seats become the account's."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import Owner
from accounts.services import guest_adopted
from play.models import GameSeat, Gathering, GatheringSeat, LiveGame, StrangerWait


@receiver(guest_adopted)
def adopt_seats(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """Gives the account what the guest held."""
    GameSeat.objects.filter(owner=guest).update(owner=owner)
    GatheringSeat.objects.filter(owner=guest).update(owner=owner)
    Gathering.objects.filter(owner=guest).update(owner=owner)
    LiveGame.objects.filter(creator=guest).update(creator=owner)
    if not StrangerWait.objects.filter(owner=owner).exists():  # else the account waits already
        StrangerWait.objects.filter(owner=guest).update(owner=owner)
