"""The times of streams."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

HEARTBEAT: Final = 12.0  # seconds between two comment lines: the contract says 15 at most
GONE_AFTER: Final = timedelta(seconds=40)  # a stream whose process has not beaten for so long is gone
POLL: Final = 0.05  # seconds between two looks at a file of SQLite
MAX_STREAMS: Final = 8  # of one anonymous client at a time
