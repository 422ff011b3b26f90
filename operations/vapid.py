"""The key with which the site signs what it sends to browsers' push services (VAPID, RFC 8292).

As text a private key is its number of 32 bytes in base64url, 43 characters; a public one is the uncompressed point.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
_SIZE: Final = 32  # bytes
_TEXT: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(_SIZE, "big")).rstrip(b"=").decode()


@cache
def public_key(private: str) -> str:
    """The public key of a private one, as browsers want it. Raises ``ValueError`` for what is no private key."""
    if not _TEXT.fullmatch(private):
        raise ValueError("it must have 43 letters, digits, '-' and '_'")
    number = int.from_bytes(urlsafe_b64decode(private + "="), "big")
    point = (
        ec.derive_private_key(number, CURVE).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def is_public_key(point: bytes) -> bool:
    """Whether these bytes are an uncompressed point of the curve, which a browser's key is."""
    if len(point) != 2 * _SIZE + 1:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return True
