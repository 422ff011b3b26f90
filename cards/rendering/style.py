"""The style sheet of faces, which screen and paper share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def face_css() -> str:
    """The style of the face as the screen has it."""
    return (Path(settings.BASE_DIR) / "static" / "css" / "face.css").read_text(encoding="utf-8")
