"""One page makes one thing: a form for something new carries the token that the thing will have, signed.

Whoever presses twice, or whose browser sends a form again, gets the thing that the first one made. What is sent later,
or says something else, is another thing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, TypeVar

from django.core import signing
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from accounts.locks import lock_name
from accounts.models import Owner, new_token

Thing = TypeVar("Thing", bound=Model)
FIELD: Final = "begun"  # of forms
SENT_TWICE: Final = timedelta(minutes=2)  # within which it is the same form, sent again
_PAGES: Final = signing.Signer(salt="accounts.begun")


def new_page() -> str:
    """The signed token of a form for something new."""
    return _PAGES.sign(new_token())


def token_of(page: str) -> str:
    """The token that ``new_page`` gave; empty for what it did not give."""
    try:
        return _PAGES.unsign(page)
    except signing.BadSignature:
        return ""


def token_in(request: HttpRequest) -> str:
    """The token that the request's form carries; empty where it has none."""
    return token_of(request.POST.get(FIELD, ""))


def made_before(model: type[Thing], owner: Owner, token: str, **fields: Any) -> Thing | None:
    """The object that the same form made for this owner before, if it still says this. To be asked in a transaction.

    Whoever asks for the same token at the same moment waits until that transaction has ended.
    """
    if not token:
        return None
    lock_name(f"begun {token}")
    existing = model._default_manager.filter(
        owner=owner, token=token, created__gte=timezone.now() - SENT_TWICE, **fields
    ).first()
    assert existing is None or isinstance(existing, model)
    return existing


def token_for(model: type[Model], token: str) -> str:
    """The token for a new thing: this one, or another if there is none or something has it."""
    return new_token() if not token or model._base_manager.filter(token=token).exists() else token
