"""Shares of so many games, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

Z: Final = 1.96  # for 95 %
_MIN_SAMPLES: Final = 6  # before a difference can be clear
_SURE: Final = 2.5  # standard errors of it


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """The Wilson interval of a share of ``count`` for 95 %."""
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def clearly_more(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether the mean of ours is above that of theirs, sample by sample, by more than chance would explain."""
    count = len(ours)
    if count < _MIN_SAMPLES:
        return False
    differences = [ours_point - other for ours_point, other in zip(ours, theirs, strict=True)]
    mean = sum(differences) / count
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean > 0 and mean * mean * count * (count - 1) > _SURE * _SURE * squares
