"""Boards as large as there is room for: a page is drawn smaller until it is one page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings

from cards.rendering.drawings import taken_out

if TYPE_CHECKING:
    from weasyprint.document import Document
    from weasyprint.formatting_structure.boxes import Box

_HERE: Final = Path(__file__).parent


@cache
def board_style() -> str:
    return (_HERE / "board.css").read_text(encoding="utf-8")


@cache
def style_version(*folders: Path) -> str:
    """Another text whenever boards on paper are drawn in another way, or what lies in some folders besides changes.

    For what is kept by content; of a folder its templates, styles and modules count.
    """
    digest = hashlib.sha256()
    for folder in (_HERE, Path(settings.BASE_DIR) / "templates" / "board" / "paper", *folders):
        for path in sorted(path for kind in ("html", "css", "py") for path in folder.glob(f"*.{kind}")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def fitted(html: str, style_of: Callable[[float], str], sizes: Sequence[float]) -> bytes:
    """The document as a PDF of one page, in the largest of the sizes in which all fits on it, else in the smallest.

    ``style_of`` gives the style for a size; the style of boards goes before it.
    """
    from cards.rendering.documents import pressing

    with pressing():
        low, high = 0, len(sizes) - 1
        best: Document | None = None
        while low <= high:
            middle = (low + high) // 2
            document = _laid_out(html, style_of(sizes[middle]))
            if _holds_all(document):
                best, high = document, middle - 1
            else:
                low = middle + 1
        return bytes((best or _laid_out(html, style_of(sizes[-1]))).write_pdf(pdf_tags=True))


def laid_out(html: str, style: str) -> bytes:
    """A document of any number of pages as a PDF; the style of boards goes before ``style``."""
    from cards.rendering.documents import pressing

    with pressing():
        return bytes(_laid_out(html, style).write_pdf(pdf_tags=True))


def _laid_out(html: str, style: str) -> Document:
    from cards.rendering.documents import laid_out as pages_of

    page, drawings = taken_out(html)
    return pages_of(page, [board_style(), style], drawings=drawings)


def _holds_all(document: Document) -> bool:
    """Whether all of it is on one page: what cannot be broken between pages may hang over the edge of the first."""
    page = document.pages[0]._page_box  # nothing public says where boxes lie
    edge = page.position_y + page.margin_height() - page.margin_bottom
    bottom = max((box.position_y + box.margin_height() for box in page.descendants() if _is_laid_out(box)), default=0)
    return len(document.pages) == 1 and bottom <= edge + 0.5


def _is_laid_out(box: Box) -> bool:
    """Whether a box has a place of its own in the flow: boxes of margins and of text lines count with their parents."""
    from weasyprint.formatting_structure.boxes import BlockLevelBox

    return isinstance(box, BlockLevelBox) and box.is_in_normal_flow() and box.element_tag != "html"
