"""What every document on paper goes through: markup with no letters but those that we can draw, and no font but ours.

Fontconfig would fill in from whatever fonts the machine has: heavy letters of another design here, boxes elsewhere.
Nothing is read but the site's fonts and the pictures that a document brings along; every other address is refused.

WeasyPrint takes a second to import, and most processes draw nothing: import this module in the function that draws.
"""

from __future__ import annotations

import gc
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import pydyf
from weasyprint import CSS, HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from cards.fonts import FONTS
from cards.letters import printable_letters, unbroken
from cards.rendering.drawings import VectorDrawing, slots
from cards.rendering.signs import FAMILY, signs
from cards.rendering.typefaces import typeface

_SETTING: Final = "FONTCONFIG_FILE"
_NO_FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig></fontconfig>
"""


_IDLE: Final = ("lab-d50", "lab-d65")
_FONT_SCHEME: Final = "font:"
_SIGNS_ADDRESS: Final = f"{_FONT_SCHEME}signs"
_MAX_STYLES: Final = 64  # that a process keeps read
_PRESS: Final = Lock()  # the fonts are shared, and WeasyPrint's are not made for two threads at once

# WeasyPrint warns of what it leaves out of a style sheet; what the face needs of it is compared in tests.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)


class ResourceRefused(FatalURLFetchingError):
    """Something that is neither a font of ours nor a picture of the document was asked for."""


class Fetcher(URLFetcher):
    """Gives ``font:NUMBER``, ``font:signs`` and the files that it was made with, by address; refuses all else."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        super().__init__(allowed_protocols=())
        self._files = dict(files or {})

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file. Raises ``ResourceRefused``."""
        if url in self._files:
            return URLFetcherResponse(url, self._files[url], {"Content-Type": "image/jpeg"})
        if url == _SIGNS_ADDRESS:
            return URLFetcherResponse(url, signs(), {"Content-Type": "font/ttf"})
        number = url.removeprefix(_FONT_SCHEME)
        if url.startswith(_FONT_SCHEME) and number.isdecimal() and int(number) < len(FONTS):
            return URLFetcherResponse(url, typeface(int(number)), {"Content-Type": "font/ttf"})
        raise ResourceRefused(f"not for cards: {url[:200]}")


class OurFonts(FontConfiguration):
    """Fonts of which there are none but those that style sheets name: nothing of the machine's."""

    def __init__(self) -> None:
        with _no_fonts_of_the_machine():
            super().__init__()


@contextmanager
def _no_fonts_of_the_machine() -> Iterator[None]:
    before = os.environ.get(_SETTING)
    with tempfile.TemporaryDirectory(prefix="fonts-") as folder:
        file = Path(folder) / "fonts.conf"
        file.write_text(_NO_FONTS, encoding="utf-8")
        os.environ[_SETTING] = str(file)
        try:
            yield
        finally:
            if before is None:
                del os.environ[_SETTING]
            else:
                os.environ[_SETTING] = before


def without_idle_colours(_document: Document, pdf: Any) -> None:
    """Leaves out of a PDF that WeasyPrint finishes the spaces of colours that no style of ours has."""
    for thing in pdf.objects:
        if isinstance(thing, pydyf.Dictionary):
            for space in _IDLE:
                thing.pop(space, None)


@cache
def fonts() -> tuple[OurFonts, CSS]:
    """The fonts, read once, and the style that names them by addresses that only ``Fetcher`` knows."""
    rules = [
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {font.style};'
        f" src: url({_FONT_SCHEME}{number}); }}"
        for number, font in enumerate(FONTS)
    ]
    rules.append(f'@font-face {{ font-family: "{FAMILY}"; src: url({_SIGNS_ADDRESS}); }}')
    configuration = OurFonts()
    return configuration, CSS(string="\n".join(rules), font_config=configuration, url_fetcher=Fetcher())


@lru_cache(maxsize=_MAX_STYLES)
def _parsed(style: str) -> CSS:
    return CSS(string=style, font_config=fonts()[0], url_fetcher=Fetcher())


@contextmanager
def pressing() -> Iterator[None]:
    """Whoever lays out and writes documents does it in this: one thread at a time.

    Whatever is made for a page is thrown away with it: looking for garbage meanwhile takes a fifth of the time.
    """
    with _PRESS:
        was_on = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if was_on:
                gc.enable()


def laid_out(
    html: str,
    styles: Sequence[str],
    *,
    files: Mapping[str, bytes] | None = None,
    drawings: Sequence[tuple[str, VectorDrawing]] = (),
    gaps: Mapping[str, Any] | None = None,
) -> Document:
    """A document's pages, with nothing from elsewhere but ``files`` (address to bytes) and what was ``taken_out``, or
    ``gaps`` in a stencil (address to image).

    Only for who holds ``pressing``.
    """
    configuration, fonts_style = fonts()
    return HTML(string=printable_letters(unbroken(html)), url_fetcher=Fetcher(files)).render(
        stylesheets=[fonts_style, *map(_parsed, styles)],
        font_config=configuration,
        cache={**slots(drawings), **(gaps or {})},
    )
