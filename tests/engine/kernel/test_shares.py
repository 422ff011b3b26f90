"""Intervals of shares."""

from __future__ import annotations

import pytest

from engine.kernel.shares import wilson_interval


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.9, 7, 0.5300, 0.9864)],
)
def test_wilson_intervals(share: float, count: int, low: float, high: float) -> None:
    assert wilson_interval(share, count) == pytest.approx((low, high), abs=5e-4)
    wider, narrower = wilson_interval(share, count), wilson_interval(share, 100 * count)
    assert narrower[1] - narrower[0] < wider[1] - wider[0]
