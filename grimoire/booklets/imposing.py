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
    """All pages of the parts, with their tags, so that who listens hears them in this order."""
    whole = pikepdf.Pdf.new()
    sections: list[pikepdf.Object] = []
    spaces: list[pikepdf.Object] = []
    parents: list[int | pikepdf.Object] = []
    for part in parts:
        with pikepdf.open(io.BytesIO(part)) as document:
            before = len(whole.pages)
            whole.pages.extend(document.pages)
            if "/StructTreeRoot" not in document.Root:
                continue
            tree = whole.copy_foreign(document.Root.StructTreeRoot)  # its pages are those that were copied just now
            sections.extend(list(tree.K))
            spaces.extend(list(tree.get("/Namespaces", [])))
            for number, of_page in zip(range(before, len(whole.pages)), list(tree.ParentTree.Nums)[1::2], strict=True):
                whole.pages[number].obj.StructParents = number
                parents.extend((number, of_page))
    if sections:
        _tag(whole, sections, spaces, parents)
    return whole


def _tag(
    whole: pikepdf.Pdf,
    sections: list[pikepdf.Object],
    spaces: list[pikepdf.Object],
    parents: list[int | pikepdf.Object],
) -> None:
    """Makes sections of what were documents; ``parents`` are numbers of pages, each before its tags."""
    tree = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    root = whole.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=tree, K=Array(sections)))
    for section in sections:
        section.S, section.P = Name.Sect, root
        _pass_over(section)
    tree.K, tree.Namespaces = Array([root]), Array(spaces)
    tree.ParentTree = Dictionary(Nums=Array(parents))
    whole.Root.StructTreeRoot = tree
    whole.Root.MarkInfo = Dictionary(Marked=True)


def _pass_over(element: pikepdf.Object) -> None:
    """Lets who listens pass over the drawings that say nothing."""
    if element.S == "/Figure" and not str(element.get("/Alt", "")).strip():
        element.S = Name.NonStruct
    for kid in element.get("/K", []):
        if isinstance(kid, Dictionary):
            _pass_over(kid)


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
