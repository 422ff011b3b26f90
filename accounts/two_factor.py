"""Second factors: allauth's, whose secrets are kept so that the database alone opens nothing."""

from __future__ import annotations

from base64 import b32encode
from secrets import token_bytes
from typing import Final

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken

from accounts.ciphers import cipher

SALT: Final = b"accounts.two_factor:"


class TwoFactorAdapter(DefaultMFAAdapter):
    """As allauth does it; what it keeps is encrypted with the secret key."""

    def encrypt(self, text: str) -> str:
        return cipher(SALT).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The text; where the secret key is another one than it was, one that nobody can know: no code fits it."""
        try:
            return cipher(SALT).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return b32encode(token_bytes(20)).decode()
