"""Real processes, for tests of what becomes of them: who is there, and waiting until something is so."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120  # seconds; only a test that fails waits so long


def of_session(session: int) -> set[int]:
    """The processes of a session that are running; those that are over and not yet asked after do not count."""
    numbers = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it ended just now
                continue
            if int(fields[3]) == session and fields[0] not in "ZX":
                numbers.add(int(folder.name))
    return numbers


def children() -> set[int]:
    """The processes that this one began and that are running."""
    own = of_session(os.getsid(0))
    return {pid for pid in own if _parent(pid) == os.getpid()}


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def until(is_so: Callable[[], object], what: str) -> None:
    """Waits until something is so; fails if it never is."""
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun < PATIENCE, f"never: {what}"
        time.sleep(0.02)
