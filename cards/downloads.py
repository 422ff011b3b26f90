"""How files are called that somebody takes along: after what is in them, in letters that every system takes."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.http import content_disposition_header

from cards.folding import folded, slug_from

LONGEST: Final = 48  # letters of a title
_BETWEEN: Final = re.compile(r"-+")


def file_stem(title: str, otherwise: str = "cards") -> str:
    """A title as the beginning of a file's name: whole words, at most so many letters, never none.

    Plain letters where the title has Latin ones, else its own: nobody finds a file again that is called "cards" like
    all others.
    """
    stem = slug_from(title) if _is_latin(title) else _own_letters(title)
    if len(stem) > LONGEST:
        stem = stem[:LONGEST].rpartition("-")[0] or stem[:LONGEST]
    return stem or otherwise


def attached(name: str) -> dict[str, str]:
    """The header with which a browser keeps a file under this name (RFC 6266), in whatever letters."""
    return {"Content-Disposition": content_disposition_header(True, name)}


def shown(name: str) -> dict[str, str]:
    """The header with which a browser shows a file, and keeps it under this name if it is to."""
    return {"Content-Disposition": content_disposition_header(True, name).replace("attachment", "inline", 1)}


def _is_latin(title: str) -> bool:
    return all(letter.isascii() for letter in folded(title) if letter.isalnum())


def _own_letters(title: str) -> str:
    letters = (
        sign if unicodedata.category(sign)[0] in "LNM" else "-" for sign in unicodedata.normalize("NFC", title.lower())
    )
    return _BETWEEN.sub("-", "".join(letters)).strip("-")
