"""The secrets of a session: tokens of seats, and the invitation to all of them.

Each is a keyed hash of its 256 random bits under the site's own secret key, as in ``tables.tokens``: nobody can
work it out from the database. Who takes a seat anew gets another token; a renewed invitation makes the old one void.
"""

from __future__ import annotations

import base64
from secrets import compare_digest

from django.utils.crypto import salted_hmac

from mutation.models import MutationSession, SessionSeat


def seat_token(session: MutationSession, seat: SessionSeat, claims: int | None = None) -> str:
    """The token of a seat as it is held now, or as it was when it had been taken so often: 192 bits."""
    return _secret(session, f"seat:{seat.letter}:{seat.claims if claims is None else claims}")


def invitation(session: MutationSession) -> str:
    """The secret at the end of the session's invitation: 192 bits."""
    return _secret(session, f"invitation:{session.invitations}")


def is_invitation(session: MutationSession, secret: str) -> bool:
    """Whether this is the invitation of now."""
    return compare_digest(secret.encode("utf-8", "replace"), invitation(session).encode())


def bots_seed(session: MutationSession) -> int:
    """The seed of what bots leave to chance; it tells nothing of the deal."""
    return int.from_bytes(salted_hmac("mutation.bots", session.nonce, algorithm="sha256").digest()[:16], "big")


def _secret(session: MutationSession, purpose: str) -> str:
    digest = salted_hmac("mutation.tokens", f"{session.nonce}:{purpose}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()
