"""The style sheet of faces, which screen and paper share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def face_css() -> str:
    """The style of the face as the screen has it, and that of cards which are on paper alone."""
    folder = Path(settings.BASE_DIR) / "static" / "css"
    return "".join((folder / name).read_text(encoding="utf-8") for name in ("face.css", "reference.css"))
