"""Score sheets as PDFs: empty, or filled in as far as anything is written."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pikepdf
from django.template.loader import render_to_string

from cards.downloads import file_stem
from cards.printing.products import PDF, Product
from cards.rendering.pdf import press
from cards.rendering.store import kept
from scores.kinds import kind_of, sheet_kinds
from scores.models import ScoreSheet
from scores.services.writing import lines_of, standing_of

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
_CSS: Final = Path(__file__).parent / "sheets.css"


def blank_pdf(kind: str, paper: str) -> Product:
    """An empty sheet of a kind on a paper of ``PAPERS``."""
    title = str(ScoreSheet.Kind(kind).label)
    return _drawn(kind, paper, title, sheet_kinds()[kind].paper({}, None))


def pages_of_kit(game: str, paper: str) -> bytes | None:
    """Empty sheets of a game, one after the other, for its kit; on A4 where that is printed on A3."""
    size = paper if paper in PAPERS else "a4"
    sheets = [blank_pdf(kind.slug, size).content for kind in sheet_kinds().values() if kind.game == game]
    whole = pikepdf.Pdf.new()
    for content in sheets:
        with pikepdf.open(io.BytesIO(content)) as document:
            whole.pages.extend(document.pages)
    written = io.BytesIO()
    whole.save(written, deterministic_id=True)
    return written.getvalue() if sheets else None


def filled_pdf(sheet: ScoreSheet, paper: str) -> Product:
    kind, standing = kind_of(sheet), standing_of(sheet, lines_of(sheet))
    return _drawn(sheet.kind, paper, sheet.title, kind.paper(kind.page(sheet.setup, standing), standing))


def _drawn(kind: str, paper: str, title: str, context: dict[str, Any]) -> Product:
    width, height = PAPERS[paper]
    if sheet_kinds()[kind].is_landscape:
        width, height = height, width
    html = render_to_string(f"scores/paper/{kind}.html", {"title": title, **context})
    style = f"@page {{ size: {width}mm {height}mm; margin: 0; }}\n" + _CSS.read_text(encoding="utf-8")
    content = kept("pdf", (html, style), lambda: press(html, style))
    return Product(f"{file_stem(title, kind)}-{paper}.pdf", PDF, content)
