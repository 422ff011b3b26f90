"""Shares of so many games, and how sure they are."""

from __future__ import annotations

from math import sqrt
from typing import Final

Z: Final = 1.96  # for 95 %


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """The Wilson interval of a share of ``count`` for 95 %."""
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
