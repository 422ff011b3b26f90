"""The parts of a face, laid out once: the same frame, cost or type line stands on many cards, and laying it out takes
WeasyPrint longer than drawing it.

Each part of ``templates/cards/face.html`` lies in a place of its own and moves no other (tests compare with the face
laid out as a whole). So a part is laid out by itself, with the face's classes around it, and a card is painted from
its parts in their order. Many parts are laid out on one page, all in the same place.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from weasyprint import CSS
from weasyprint.draw import draw_stacking_context
from weasyprint.formatting_structure.boxes import PageBox
from weasyprint.stacking import StackingContext
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from cards.rendering.documents import document_of
from cards.rendering.drawings import SCHEME, DrawingSlot, VectorDrawing, taken_out
from cards.rendering.geometry import PIXEL, Geometry

CACHE_SIZE: Final = 512  # parts that a process remembers
_TAG: Final = re.compile(r"<svg.*?</svg>|<(/?)\w[^>]*>", re.DOTALL)  # no value of ours has a > in it


@dataclass(frozen=True, slots=True)
class FacePart:
    """A part of a face: the tag ``around`` it, its own markup, and what is in the places for drawings in it."""

    around: str
    html: str
    drawings: tuple[tuple[str, VectorDrawing], ...]

    @property
    def is_common(self) -> bool:
        """Whether other cards are likely to have it too: neither words of the card's own nor a picture."""
        return "f-line" not in self.html and "<image" not in self.html


@dataclass(frozen=True, slots=True)
class Laid:
    """A part that is laid out: what WeasyPrint draws, and the places in it."""

    context: Any
    slots: Mapping[str, DrawingSlot]

    def draw(self, stream: Any, drawings: Iterable[tuple[str, VectorDrawing]]) -> None:
        for address, drawing in drawings:
            self.slots[address].drawing = drawing
        draw_stacking_context(stream, self.context)


class CardPage:
    """A page of WeasyPrint's that is painted from parts, in millimetres: a card with its bleed around it."""

    def __init__(self, geometry: Geometry, bleed: float, parts: Sequence[tuple[Laid, FacePart]]) -> None:
        self._edge = bleed / PIXEL
        self._parts = parts
        self.width = geometry.width / PIXEL + 2 * self._edge
        self.height = geometry.height / PIXEL + 2 * self._edge
        # What else WeasyPrint asks of a page; there is none of it on a card.
        self.bleed = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        self.bookmarks: list[object] = []
        self.links: list[object] = []
        self.anchors: dict[str, object] = {}
        self.forms: dict[object, list[object]] = {None: []}

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Paints the parts, one upon another."""
        with stream.stacked():
            stream.transform(a=scale, d=scale, e=self._edge * scale, f=self._edge * scale)
            stream.page_rectangle = (-self._edge, -self._edge, self.width, self.height)
            for laid, part in self._parts:
                laid.draw(stream, part.drawings)


def parts_of(face: str) -> list[FacePart]:
    """The parts of a face's markup in the order in which they are painted: the children of its outermost tag."""
    start = face.index("<article")
    inside = face.index(">", start) + 1
    around = face[start:inside]
    parts, depth, begun = [], 0, inside
    for tag in _TAG.finditer(face, inside, face.rindex("</article>")):
        if not depth:
            begun = tag.start()
        if tag[1] is not None:
            depth += -1 if tag[1] else 1
        if not depth:
            html, drawings = taken_out(face[begun : tag.end()])
            parts.append(FacePart(around, html, tuple(drawings)))
    assert not depth, f"tags that are not closed: {face[begun : begun + 80]}"
    return parts


class Layouts:
    """Parts as they are laid out in one style, the common ones remembered. Not made for two threads at once."""

    def __init__(self, geometry: Geometry, styles: Sequence[CSS], fonts: FontConfiguration) -> None:
        place = (
            f"position: absolute; z-index: 0; left: 0; top: 0; width: {geometry.width}mm; height: {geometry.height}mm"
        )
        self._styles = [*styles, CSS(string=f".part {{ {place} }}", font_config=fonts)]
        self._fonts = fonts
        self._known: OrderedDict[tuple[str, str, str], Laid] = OrderedDict()

    def of(self, parts: Iterable[FacePart], language: str, fetcher: URLFetcher) -> dict[FacePart, Laid]:
        """Each part as it is laid out in a language, of which fonts make a difference; ``fetcher`` has its picture."""
        found: dict[tuple[str, str, str], Laid] = {}
        keys = {part: (language, part.around, part.html) for part in parts}
        for key in keys.values():
            if key in self._known:
                self._known.move_to_end(key)
                found[key] = self._known[key]
        new = {key: part for part, key in keys.items() if key not in found}
        found |= zip(new, self._lay_out(list(new.values()), language, fetcher) if new else (), strict=True)
        self._known |= {key: found[key] for key, part in new.items() if part.is_common}
        while len(self._known) > CACHE_SIZE:
            self._known.popitem(last=False)
        return {part: found[key] for part, key in keys.items()}

    def _lay_out(self, parts: Sequence[FacePart], language: str, fetcher: URLFetcher) -> list[Laid]:
        slots = [{address: DrawingSlot(address) for address, _drawing in part.drawings} for part in parts]
        placed = []
        for number, part in enumerate(parts):
            html = part.html.replace(f'src="{SCHEME}', f'src="{SCHEME}{number}/')
            placed.append(f'<div class="part">{part.around}{html}</article></div>')
        images = {
            f"{SCHEME}{number}/{address.removeprefix(SCHEME)}": slot
            for number, of_part in enumerate(slots)
            for address, slot in of_part.items()
        }
        page = document_of(f'<!doctype html><html lang="{language}"><body>{"".join(placed)}', fetcher)
        document = page.render(stylesheets=self._styles, font_config=self._fonts, cache=images)
        contexts = _contexts(document.pages[0]._page_box)
        assert len(document.pages) == 1
        assert len(contexts) == len(parts)
        return [Laid(context, of_part) for context, of_part in zip(contexts, slots, strict=True)]


def _contexts(page: PageBox) -> list[StackingContext]:
    """The stacking contexts of each part of a page, in their order."""
    (root,) = (box for box in page.children if box.is_for_root_element)
    # Every part would hold on to the page and so to all others, if the page that it knows were not an empty one.
    found: list[StackingContext] = StackingContext.from_box(root, page.copy_with_children([])).zero_z_contexts
    return found
