"""Mail to people: the address of an account, and texts of others in what is sent there."""

from __future__ import annotations

import re
from typing import Final

from allauth.account.models import EmailAddress

from accounts.models import Owner

_IN_ADDRESS: Final = re.compile(r"[.\u3002\uff0e\uff61](?=[^\W_])|(?<=[^\W\d_]):(?=\S)")


def address_of(owner: Owner | None) -> str:
    """The address that an account's mails go to; empty without one that is verified."""
    if owner is None or owner.user is None or not owner.user.is_active:
        return ""
    verified = EmailAddress.objects.filter(user=owner.user, verified=True).order_by("-primary", "pk")
    return str(verified.values_list("email", flat=True).first() or "")


def without_addresses(text: str) -> str:
    """What somebody wrote, with spaces where mail programs would make a link of it."""
    return _IN_ADDRESS.sub(r"\g<0> ", text)
