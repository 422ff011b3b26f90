"""Sections of the page about oneself, shown for rooms above: templates, which get the page's context."""

from __future__ import annotations

from typing import Final

from web.registry import Registry

parts: Final[Registry[str]] = Registry()
