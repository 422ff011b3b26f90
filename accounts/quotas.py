"""How much one owner may keep; the numbers stand beside what they count."""

from __future__ import annotations


class QuotaExceeded(ValueError):
    """An owner has as many of these as anybody may have."""
