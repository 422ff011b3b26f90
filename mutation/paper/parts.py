"""Papers out of parts: each is drawn by itself by WeasyPrint and kept by its content, then all are bound."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import pikepdf
from django.template.loader import render_to_string

from cards.faces import Face
from cards.printing.pieces import credit_line, fan_line
from cards.rendering.pdf import picture_files, press
from cards.rendering.store import is_kept, kept
from grimoire.booklets.imposing import finished, folded, joined
from grimoire.booklets.paper import Leaflet

KIND: Final = "pdf"  # of files that are kept


@dataclass(frozen=True)
class PaperPart:
    """A part of a paper: a template of ``mutation/paper`` with its context, the faces that are drawn in it, and the
    style sheets that it is drawn with."""

    template: str
    context: Mapping[str, Any]
    styles: tuple[str, ...]
    faces: tuple[Face, ...] = ()

    @cached_property
    def html(self) -> str:
        return render_to_string(f"mutation/paper/{self.template}", {"paper": True, **self.context})

    def is_made(self, first: int) -> bool:
        """Whether nothing of it is left to be drawn, its pages counted from ``first``."""
        return is_kept(KIND, self._content(first))

    def made(self, first: int) -> bytes:
        """The part as a PDF, its pages counted from ``first``."""
        return kept(KIND, self._content(first), lambda: self._drawn(first))

    def _content(self, first: int) -> object:
        return "session", self.html, self.styles, first

    def _drawn(self, first: int) -> bytes:
        files: dict[str, bytes] = {}
        for face in self.faces:
            files |= picture_files(face)
        return press(self.html, *self.styles, f"@page :first {{ counter-set: page {first}; }}", files=files)


@dataclass(frozen=True)
class SessionPaper:
    """A paper of a session: its parts in their order, their pages counted through; with ``leaflet`` two pages lie on a
    sheet, to be folded in the middle. The language must be that of the moment."""

    title: str
    language: str
    bound: Sequence[PaperPart]
    leaflet: Leaflet | None = None

    @property
    def total(self) -> int:
        return len(self.bound)

    @cached_property
    def left(self) -> int:
        """How many parts there are from the first one on that was not drawn before."""
        first = 1
        for number, part in enumerate(self.bound):
            if not part.is_made(first):
                return self.total - number
            first += _pages(part.made(first))
        return 0

    def parts(self) -> Iterator[int]:
        """Draws what is left, and says after each part how many that were."""
        begun = self.total - self.left
        for number, _content in enumerate(self._made(), 1):
            if number > begun:
                yield number - begun

    def _made(self) -> Iterator[bytes]:
        first = 1
        for part in self.bound:
            content = part.made(first)
            yield content
            first += _pages(content)

    def pdf(self) -> bytes:
        pages = joined(list(self._made()))
        whole = folded(pages, self.leaflet) if self.leaflet is not None else pages
        faces = [face for part in self.bound for face in part.faces]
        rights = f"{fan_line()} {credit_line(faces)}" if faces else fan_line()
        on_sheets = self.leaflet is not None
        return finished(whole, title=self.title, language=self.language, rights=rights, on_sheets=on_sheets)


def _pages(content: bytes) -> int:
    with pikepdf.open(io.BytesIO(content)) as document:
        return len(document.pages)
