"""What the page for writers of programs shows: an event, and programs that check one; the tests run them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "text"
# Name of the language, and the text. Read once: they come with the release.
EXAMPLES: Final = tuple(
    (name, (FOLDER / file).read_text(encoding="utf-8"))
    for name, file in (
        ("JSON", "event.json"),
        ("Python", "check-python.txt"),
        ("JavaScript (Node.js)", "check-javascript.txt"),
    )
)
