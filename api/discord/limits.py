"""How many commands a person on Discord may send."""

from __future__ import annotations

from typing import Final

from accounts.limits import Limit

PERSON_LIMIT: Final = Limit("discord", times=30, seconds=60)
