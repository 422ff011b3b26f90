"""The style sheet of faces, which screen and paper share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def face_css() -> str:
    """The style of the face as the screen has it, and that of cards which are on paper alone."""
    return _sheet("face.css") + _sheet("reference.css")


@cache
def drawn_face_css() -> str:
    """The style that the faces of the other games share."""
    return _sheet("drawn-face.css")


@cache
def paper_css() -> str:
    """What paper has otherwise than ``face_css``: rules that stand after it."""
    return (Path(__file__).parent / "paper.css").read_text(encoding="utf-8")


def _sheet(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / "css" / name).read_text(encoding="utf-8")
