"""The secrets of a game: tokens of seats, invitations.

Each is a keyed hash of 256 random bits that the game keeps, under the site's own secret key: nobody can work it out
from the database, where only its hash stands to find it by. So an answer that got lost, or the link into a rematch, can
be made once more without any secret being kept.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Final, Protocol

from django.utils.crypto import constant_time_compare, salted_hmac


class SecretHolder(Protocol):
    """Base of rows with secrets: keeps the random bits that they are made from."""

    nonce: str


NONCE_BYTES: Final = 32


def new_nonce() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(NONCE_BYTES)


def seat_token(game: SecretHolder, seat_name: str, claims: int = 0) -> str:
    """The token of a seat: 192 bits. How often the seat was taken back makes it another one."""
    return _secret(game, "seat", f"{seat_name}:{claims}" if claims else seat_name)


def invitation(game: SecretHolder, seat_name: str) -> str:
    """The secret at the end of a seat's invitation: 192 bits."""
    return _secret(game, "invitation", seat_name)


def is_invitation(game: SecretHolder, seat_name: str, secret: str) -> bool:
    """Whether a secret is that of a seat's invitation."""
    return constant_time_compare(invitation(game, seat_name), secret)


def hash_of(secret: str) -> str:
    """The stored hash of a secret. It has too many random bits for a slow hash to be of use."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _secret(game: SecretHolder, kind: str, seat_name: str) -> str:
    digest = salted_hmac("play.tokens", f"{game.nonce}:{kind}:{seat_name}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()
