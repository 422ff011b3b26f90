"""How far two measures put the same things in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation, mean


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's coefficient, equal values sharing their ranks; 0 where either is always the same."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return 0.0
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    places: dict[float, list[int]] = {}
    for place, value in enumerate(order):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]
