"""What opens something to whoever has it, in browsers, programs and links: ended all at once, by a host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from web.registry import Registry

# By what is ended, in the plural: what ends it, and says how many there were.
endings: Final[Registry[Callable[[], int]]] = Registry()
