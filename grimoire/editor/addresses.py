"""Where the editor is found, with which position."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from engine import compact
from engine.position import Position


def editor_href(position: Position) -> str:
    """The address of the editor with a position. Raises ``EngineError`` when it is too long for an address."""
    return f"{reverse('grimoire:editor')}?{urlencode({'p': compact.pack(position)})}"
