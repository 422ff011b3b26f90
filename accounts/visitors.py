"""Facts about a request's visitor while it is answered; the cookies follow from it (``accounts.middleware``)."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Owner


@dataclass(slots=True)
class Visitor:
    """``owner`` means something once it ``is_looked_up``; ``expected_guest`` is the key of a guest yet to be made,
    ``signed_in`` that of the account which has just been signed in to."""

    owner: Owner | None = None
    is_looked_up: bool = False
    owner_is_new: bool = False
    guest_is_old: bool = False  # its cookie is to be renewed
    guest_is_adopted: bool = False  # its cookie goes
    expected_guest: uuid.UUID | None = None
    drafts_end: bool = False
    signed_in: int | None = None

    def forget_owner(self) -> None:
        """Has the owner looked up again when somebody asks for it."""
        self.owner, self.is_looked_up = None, False


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of a request: the same object however often it is asked for."""
    visitor: Visitor = request.__dict__.setdefault("visitor", Visitor())
    return visitor
