"""Where messages may be sent. A browser says where, so a stranger may say anything.

Only known push services are gone to (``settings.PUSH_SERVICES``), by their names, over HTTPS and at its own port. So no
name can be made to lead into the site's own network, whatever it resolves to when.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from binascii import Error
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from operations.vapid import is_public_key
from tables.models.pushes import MAX_ENDPOINT

AUTH_SIZE: Final = 16  # bytes
_PRINTABLE: Final = re.compile(r"[!-~]+")


def is_push_address(address: Any) -> bool:
    """Whether this is an address at a push service that we know."""
    if not isinstance(address, str) or len(address) > MAX_ENDPOINT or not _PRINTABLE.fullmatch(address):
        return False
    if "\\" in address or not address.startswith("https://"):
        return False
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    # A name or a port in what stands before the path is refused even where it would say what is so anyway.
    if port is not None or "@" in parts.netloc or parts.netloc != parts.hostname or parts.fragment:
        return False
    return len(parts.path) > 1 and any(_fits(parts.hostname, service) for service in settings.PUSH_SERVICES)


def _fits(host: str, service: str) -> bool:
    return host.endswith(service[1:]) if service.startswith("*.") else host == service


def is_browser_key(text: Any) -> bool:
    """Whether this is a browser's public key in base64url."""
    return isinstance(text, str) and is_public_key(_bytes_of(text))


def is_auth_secret(text: Any) -> bool:
    """Whether this is the secret that goes with it."""
    return isinstance(text, str) and len(_bytes_of(text)) == AUTH_SIZE


def _bytes_of(text: str) -> bytes:
    """The bytes that base64url stands for; nothing for what is none, or longer than any key."""
    bare = text.rstrip("=")
    if len(text) > 100 or not re.fullmatch(r"[A-Za-z0-9_-]+", bare):
        return b""
    try:
        return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except Error:
        return b""
