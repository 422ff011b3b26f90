"""What is in a PDF of ours."""

from __future__ import annotations

import io
from typing import Final

import pikepdf

from cards.rendering.signs import FAMILY

OURS: Final = ("Alegreya", "IM-Fell", FAMILY.replace(" ", "-"))


def fonts_of(content: bytes) -> set[str]:
    """The names of all fonts in a document, wherever they are used."""
    with pikepdf.open(io.BytesIO(content)) as document:
        return {
            str(item.BaseFont).removeprefix("/").split("+")[-1]
            for item in document.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font" and "/BaseFont" in item
        }


def is_in_our_fonts(content: bytes) -> bool:
    """Whether there are words in it, and all of them in fonts of ours: none of the machine's, on whatever machine."""
    fonts = fonts_of(content)
    return bool(fonts) and all(name.startswith(OURS) for name in fonts)
