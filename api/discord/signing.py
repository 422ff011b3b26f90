"""Whether a request comes from Discord: it signs the moment and the body with its application's key (Ed25519)."""

from __future__ import annotations

import time
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from accounts.requests import SiteRequest

FRESH_FOR: Final = 300  # seconds by which clocks may differ; what is older may be somebody's copy


def is_from_discord(request: SiteRequest, public_key: str, now: float | None = None) -> bool:
    """Whether a request is signed by the owner of this key (64 hexadecimal digits), and fresh."""
    moment, signature = request.headers.get("X-Signature-Timestamp", ""), request.headers.get("X-Signature-Ed25519", "")
    if not (moment.isascii() and moment.isdigit() and len(moment) <= 12):
        return False
    if abs((time.time() if now is None else now) - int(moment)) > FRESH_FOR:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), moment.encode() + request.body)
    except (InvalidSignature, ValueError):
        return False
    return True
