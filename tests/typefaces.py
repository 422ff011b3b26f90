"""The fonts of paper, kept below ``var/`` for all tests of all runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final

from cards.fonts import Font
from cards.rendering import store, typefaces

FOLDER: Final = Path(__file__).resolve().parent.parent / "var" / "tests"


def kept(kind: str, font: Font, make: Callable[[], bytes]) -> bytes:
    """What ``store.kept`` gives, without a look at the folder where a test's faces are."""
    digest = hashlib.sha256(f"{font!r} {version('fonttools')}".encode())
    for path in (*font.paths, Path(typefaces.__file__)):
        digest.update(path.read_bytes())
    file = FOLDER / f"typeface-{digest.hexdigest()[:16]}.{kind}"
    if not file.exists():
        store.write(file, make())
    return file.read_bytes()
