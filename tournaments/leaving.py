"""When a guest signs in their places become the account's; when somebody deletes all that is theirs the name goes."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.db.models.signals import pre_delete

from accounts.models import Owner
from accounts.services import guest_adopted
from tournaments.models import Entrant, Tournament


def adopt(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """Gives the account the guest's places; not where it has one of its own, which stays the one it plays."""
    both = Entrant.objects.filter(owner=owner).values("tournament")
    Entrant.objects.filter(owner=guest).exclude(tournament__in=both).update(owner=owner)


def take_out(sender: type[Owner], instance: Owner, **_: Any) -> None:
    """In the place of a name stands a number, which is read in every language; nobody is paired with it any more."""
    own = Entrant.objects.filter(owner=instance)
    Tournament._base_manager.filter(entrants__in=own).update(version=F("version") + 1)
    for entrant in own:
        own.filter(pk=entrant.pk).update(name=f"#{entrant.number}", is_out=True, is_waiting=False, deck=None)


def start() -> None:
    guest_adopted.connect(adopt, dispatch_uid="tournaments.leaving")
    pre_delete.connect(take_out, sender=Owner, dispatch_uid="tournaments.leaving")
