"""Sheets of a session as PDF, by WeasyPrint: templates of ``mutation/paper``, cards in true size, fonts embedded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.template.loader import render_to_string
from weasyprint import CSS, HTML

from cards.faces import Face
from cards.rendering.drawings import slots, taken_out
from cards.rendering.geometry import DEFAULT
from cards.rendering.pdf import PRESS, Fetcher, font_configuration, in_millimetres, picture_files

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
_STYLE: Final = Path(__file__).parent / "sheets.css"


def sheet_pdf(template: str, context: dict[str, Any], paper: str, faces: Iterable[Face] = ()) -> bytes:
    """A template of ``mutation/paper`` as a PDF on ``paper``; ``faces`` are those that are drawn on it."""
    html, drawings = taken_out(render_to_string(f"mutation/paper/{template}", context))
    files: dict[str, bytes] = {}
    for face in faces:
        files |= picture_files(face)
    with PRESS:
        fonts, fonts_style = font_configuration()
        page = HTML(string=html, url_fetcher=Fetcher(files))
        return bytes(
            page.write_pdf(stylesheets=[fonts_style, *_styles(paper)], font_config=fonts, cache=slots(drawings))
        )


@cache
def _styles(paper: str) -> tuple[CSS, CSS]:
    width, height = PAPERS[paper]
    size = f"@page {{ size: {width}mm {height}mm; }}\n{_STYLE.read_text(encoding='utf-8')}"
    fonts = font_configuration()[0]
    cards = in_millimetres(DEFAULT.width)
    return (
        CSS(string=cards, font_config=fonts, url_fetcher=Fetcher()),
        CSS(string=size, font_config=fonts, url_fetcher=Fetcher()),
    )
