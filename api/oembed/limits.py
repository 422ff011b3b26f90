"""How often one visitor may ask how to show an address."""

from __future__ import annotations

from typing import Final

from accounts.limits import Limit

RATE_LIMIT: Final = Limit("oembed", times=600, seconds=3600)
