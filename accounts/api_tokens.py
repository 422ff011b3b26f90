"""API tokens: made, found again by what a program sends, listed and ended by their owner."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.begun import SENT_TWICE
from accounts.locks import lock_row
from accounts.models import ApiToken, Owner
from accounts.quotas import QuotaExceeded
from background.unwritten import written_or

logger = logging.getLogger(__name__)

PREFIX: Final = "cod_"  # by which whoever finds one in a file, programs too, knows what it is
SECRET_BYTES: Final = 32
MAX_TOKENS: Final = 20  # of one account
ALL: Final = "all"  # in the place of a key
_SHAPE: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")


@transaction.atomic
def make_api_token(
    *,
    owner: Owner,
    name: str,
    scopes: Iterable[str],
    lasts: timedelta | None = None,
    page: str = "",
    is_page_new: bool = True,
) -> tuple[ApiToken, str]:
    """A new token of an account, and its secret, which nobody can tell again. Raises ``QuotaExceeded``.

    The secret follows from the form's token (``accounts.begun``), if there is one: a form that is sent twice gets one
    API token and its secret twice. ``is_page_new`` is whether the form comes for the first time: a secret that was
    ended since does not come back.
    """
    lock_row(Owner, owner.pk)
    secret = _secret_of_form(owner, page) if page else _new_secret()
    existing = owner.api_tokens.filter(digest=_digest(secret)).first()
    is_recent = existing is not None and existing.created >= timezone.now() - SENT_TWICE
    if existing is not None and is_recent and (existing.name, existing.scopes) == (name, sorted(scopes)):
        return existing, secret
    if existing is not None or not is_page_new:
        secret = _new_secret()
    if owner.api_tokens.count() >= MAX_TOKENS:
        raise QuotaExceeded
    expires = timezone.now() + lasts if lasts is not None else None
    token = ApiToken.objects.create(
        owner=owner, name=name, digest=_digest(secret), scopes=sorted(scopes), expires=expires
    )
    logger.info("API token %d of account %s made: %s", token.pk, owner.user_id, " ".join(token.scopes))
    return token, secret


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def _secret_of_form(owner: Owner, page: str) -> str:
    digest = salted_hmac("accounts.api_tokens", f"{owner.pk} {page}", algorithm="sha256").digest()
    return PREFIX + urlsafe_b64encode(digest).decode().rstrip("=")


def is_api_token(secret: str) -> bool:
    """Whether this is written as a token is, whether or not there is such a one."""
    return _SHAPE.fullmatch(secret) is not None


def find_api_token(secret: str) -> ApiToken | None:
    """The token with this secret, noted as used; None where there is none, its time is up, or its account is shut.

    It is looked for by its hash, so how long that takes tells nothing of what would have been right.
    """
    if not is_api_token(secret):
        return None
    tokens = ApiToken.objects.select_related("owner__user").filter(owner__user__is_active=True)
    token = tokens.filter(digest=_digest(secret)).first()
    if token is None or token.is_over:
        return None
    hour = _hour_of(timezone.now())
    if token.last_used != hour:
        written_or(0, lambda: ApiToken.objects.filter(pk=token.pk).update(last_used=hour))
        token.last_used = hour
    return token


def end_api_token(*, owner: Owner | None, key: str) -> bool:
    """Ends one of an owner's tokens by its primary key, or with ``ALL`` all of them; whether there was any."""
    if owner is None or not re.fullmatch(rf"[0-9]{{1,18}}|{ALL}", key):
        return False
    ended = list(owner.api_tokens.all() if key == ALL else owner.api_tokens.filter(pk=int(key)))
    for token in ended:
        token.end("its owner ended it")
    return bool(ended)


def sweep_api_tokens() -> int:
    """Deletes the tokens whose time is up for a month; how many those were."""
    long_over = ApiToken.objects.filter(expires__lt=timezone.now() - timedelta(days=30))
    return long_over.delete()[0]


def _hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _digest(secret: str) -> str:
    """It has too many random bits for a slow hash to be of use."""
    return hashlib.sha256(secret.encode()).hexdigest()
