"""When a guest signs in: their seats become the account's. Sessions do so by themselves, as all that is owned."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner
from accounts.services import guest_adopted
from mutation.models import LedgerLine
from mutation.services import seating


def adopt_seats(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """Gives the account what the guest held and entered."""
    seating.merge(guest, owner)
    LedgerLine.objects.filter(owner=guest).update(owner=owner)


def start() -> None:
    guest_adopted.connect(adopt_seats, dispatch_uid="mutation.adoption")
