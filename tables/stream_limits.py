"""The times of streams."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

GONE_AFTER: Final = timedelta(seconds=40)  # a stream whose process has not beaten for so long is gone
FORGOTTEN_AFTER: Final = 10 * GONE_AFTER  # and after so long it does not come back
AWAY_AFTER: Final = timedelta(seconds=30)  # a page that gave no sign of life for so long is not looked at
SIGN_EVERY: Final = timedelta(seconds=10)  # more signs of a page are not written down
POLL: Final = 0.05  # seconds between two looks at a file of SQLite
# Of one anonymous client at a time: of a seat's token, a browser, and of all at an address that are neither.
MAX_STREAMS: Final = 8
MAX_STREAMS_OF_ADDRESS: Final = 80  # a family, a club, a school
