"""How many tournaments one client may create and join."""

from __future__ import annotations

from typing import Final

from accounts.limits import Limit

NEW: Final = Limit("tournaments", 10, 3600)
JOINS: Final = Limit("tournament-joins", 120, 3600)
