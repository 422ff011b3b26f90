"""Signatures of events: Standard Webhooks, version 1 (HMAC-SHA256 over id, moment and body)."""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

PREFIX: Final = "whsec_"


def headers_of(event: str, moment: int, body: bytes, *secrets: str) -> dict[str, str]:
    """The headers by which whoever has one of the ``secrets`` (``whsec_…``) knows a body as ours; ``moment`` in
    seconds."""
    signed = (hmac.new(_key(secret), f"{event}.{moment}.".encode() + body, sha256).digest() for secret in secrets)
    return {
        "webhook-id": event,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(f"v1,{b64encode(signature).decode()}" for signature in signed),
    }


def _key(secret: str) -> bytes:
    return b64decode(secret.removeprefix(PREFIX))
