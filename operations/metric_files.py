"""What processes have counted lies in files of each (``operations.figures``); those of an earlier start are in the way.

Django is not needed here: gunicorn does it before there is a worker.
"""

from __future__ import annotations

import os
from pathlib import Path


def forget_the_dead(folder: Path) -> int:
    """Deletes what processes have counted that are gone, all at once when the site starts: sums begin anew then."""
    gone = 0
    for file in folder.glob("*_*.db"):
        process = file.stem.rpartition("_")[2]
        if process.isdecimal() and not os.path.exists(f"/proc/{process}"):
            file.unlink(missing_ok=True)
            gone += 1
    return gone
