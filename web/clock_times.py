"""Times as clocks show them: "3:05", from an hour on "1:03:05"."""

from __future__ import annotations


def clock_time(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
