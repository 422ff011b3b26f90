"""Signatures of events: Standard Webhooks, version 1 (HMAC-SHA256 over id, moment and body)."""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

PREFIX: Final = "whsec_"


def headers_of(event: str, moment: int, body: bytes, secret: str) -> dict[str, str]:
    """The headers by which whoever has the ``secret`` (``whsec_…``) knows a body as ours; ``moment`` in seconds."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{event}.{moment}.".encode() + body, sha256).digest()
    return {
        "webhook-id": event,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
    }
