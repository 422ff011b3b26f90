"""Pages to a document: one after another, or two on a sheet in the order of a booklet that is folded in the middle."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name

from cards.rendering.geometry import points
from grimoire.booklets.paper import Leaflet

LAYOUTS: Final = ("pages", "folded")


def joined(parts: Sequence[bytes]) -> pikepdf.Pdf:
    whole = pikepdf.Pdf.new()
    for part in parts:
        with pikepdf.open(io.BytesIO(part)) as document:
            whole.pages.extend(document.pages)
    return whole


def folded(pages: pikepdf.Pdf, leaflet: Leaflet) -> pikepdf.Pdf:
    """Sheets of two pages side by side, front and back by turns, to be turned on the short edge and folded together.

    The number of pages is filled up with empty ones to a multiple of four.
    """
    whole, height = points(leaflet.sheet_width), points(leaflet.height)
    edge = (whole / 2 - points(leaflet.width)) / 2
    sheets = pikepdf.Pdf.new()
    for left, right in order(len(pages.pages)):
        page = sheets.add_blank_page(page_size=(whole, height))
        content, forms = [], Dictionary()
        for place, number in enumerate((left, right)):
            if number is None:
                continue
            form = sheets.copy_foreign(pages.pages[number].as_form_xobject())
            forms[f"/P{place}"] = form
            content.append(f"q 1 0 0 1 {place * whole / 2 + edge:.3f} 0 cm /P{place} Do Q")
        page.obj.Resources = Dictionary(XObject=forms)
        page.contents_add("\n".join(content).encode())
    return sheets


def order(count: int) -> list[tuple[int | None, int | None]]:
    """For each side of each sheet the numbers, from 0, of its left and right page; None is an empty one."""
    whole = -(-count // 4) * 4
    sides: list[tuple[int, int]] = []
    for sheet in range(whole // 4):
        sides.append((whole - 1 - 2 * sheet, 2 * sheet))
        sides.append((2 * sheet + 1, whole - 2 - 2 * sheet))
    return [(_or_empty(left, count), _or_empty(right, count)) for left, right in sides]


def _or_empty(number: int, count: int) -> int | None:
    return number if number < count else None


def finished(document: pikepdf.Pdf, *, title: str, language: str, rights: str, on_sheets: bool) -> bytes:
    """The bytes, with what the document says of itself and how it wants to be printed: as large as it is."""
    root = document.Root
    root.Lang = pikepdf.String(language)
    root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"),
        DisplayDocTitle=True,
        PickTrayByPDFSize=True,
        Duplex=Name("/DuplexFlipShortEdge" if on_sheets else "/DuplexFlipLongEdge"),
    )
    with document.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = title
        metadata["dc:language"] = {language}
        metadata["dc:creator"] = ["Grimoire"]
        metadata["dc:rights"] = rights
    for page in document.pages:
        page.obj.TrimBox = Array(list(page.mediabox))
    buffer = io.BytesIO()
    document.save(buffer, deterministic_id=True)
    document.close()
    return buffer.getvalue()
