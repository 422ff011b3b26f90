"""Sealing a tree of answers, so that a browser can read of it only what is played.

Every node has a key, which stands in the node that leads to it; what a node says lies under a name and is encrypted by
a secret that are both hashes of that key. Whoever holds the pack can play through it, as on the site; it shows no line
and no verdict to who does not. ``static/js/solving/pack.js`` reads it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64encode
from typing import Any, Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from django.utils.crypto import salted_hmac

KEY_BYTES: Final = 9
_NAME_BYTES: Final = 6
_SECRET_BYTES: Final = 16
_FIRST_BLOCK: Final = bytes(16)  # always the same: each secret encrypts one text alone
_RAW: Final = -15  # zlib's for "deflate-raw"


class Sealer:
    """Makes the keys of one tree. ``content`` is all that decides what it says: equal trees have equal keys."""

    def __init__(self, content: str) -> None:
        self.content = content

    def key(self, node: object) -> bytes:
        """The key of a node, of which ``repr`` says which one it is; nobody can work it out without the site's own."""
        made = salted_hmac("grimoire.offline", f"{self.content} {node!r}", algorithm="sha256")
        return made.digest()[:KEY_BYTES]


def sealed(key: bytes, says: Any) -> tuple[str, str]:
    """The name under which a node lies, and what it says: JSON, compressed and encrypted; both in base 64."""
    text = json.dumps(says, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    cipher = Cipher(AES(_hashed(key, "read")[:_SECRET_BYTES]), CTR(_FIRST_BLOCK)).encryptor()
    return name_of(key), text_of(cipher.update(packer.compress(text) + packer.flush()) + cipher.finalize())


def name_of(key: bytes) -> str:
    return text_of(_hashed(key, "find")[:_NAME_BYTES])


def end_of(key: bytes) -> bytes:
    """The key of what ending the turn at a node brings."""
    return _hashed(key, "end")[:KEY_BYTES]


def mark_of(root: bytes, part: str, value: str) -> str:
    """What tells a right answer about a part of an outcome, without saying it."""
    return text_of(_hashed(root, f"{part}={value}")[:_NAME_BYTES])


def text_of(data: bytes) -> str:
    return b64encode(data).decode()


def _hashed(key: bytes, purpose: str) -> bytes:
    return hashlib.sha256(key + purpose.encode()).digest()
