"""What stands beside the forms that begin a game, shown for rooms above: templates, which get the page's context."""

from __future__ import annotations

from typing import Final

from web.registry import Registry

asides: Final[Registry[str]] = Registry()
