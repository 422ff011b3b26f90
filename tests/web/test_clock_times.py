"""Times as clocks show them."""

from __future__ import annotations

import pytest

from web.clock_times import clock_time


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (65, "1:05"), (3599, "59:59"), (3600, "1:00:00"), (3783, "1:03:03")]
)
def test_a_time_as_a_clock_shows_it(seconds: int, shown: str) -> None:
    assert clock_time(seconds) == shown
