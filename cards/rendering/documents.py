"""What every document on paper goes through: markup with no letters but those that we can draw, and no font but ours.

Fontconfig would fill in from whatever fonts the machine has: heavy letters of another design here, boxes elsewhere.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pydyf
from weasyprint import HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from cards.letters import printable_letters

_SETTING: Final = "FONTCONFIG_FILE"
_NO_FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig></fontconfig>
"""


_IDLE: Final = ("lab-d50", "lab-d65")


class OurFonts(FontConfiguration):  # type: ignore[misc] # WeasyPrint says no types of it
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


def document_of(html: str, fetcher: URLFetcher) -> HTML:
    """A document's markup, to be laid out; nothing is read for it but what the fetcher gives."""
    return HTML(string=printable_letters(html), url_fetcher=fetcher)
