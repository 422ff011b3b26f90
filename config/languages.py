"""The language of the moment. Every app may import this module."""

from __future__ import annotations

from django.utils.translation import get_language


def current_language() -> str:
    """``en`` or ``fr``: the language that a request is answered in, English where none is active."""
    return get_language() or "en"
