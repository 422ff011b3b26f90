"""Secrets that have to be read again: kept encrypted with the secret key, so that the database alone opens nothing."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def cipher(salt: bytes) -> MultiFernet:
    """The cipher of what is kept under this salt: it writes with the secret key, and reads with those before it too."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(salt + str(key).encode()).digest())) for key in keys])
