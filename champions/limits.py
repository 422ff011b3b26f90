"""How often trials may be asked for."""

from __future__ import annotations

from typing import Final

from accounts.limits import Limit

TRIALS: Final = Limit("trial", times=10, seconds=3600)
