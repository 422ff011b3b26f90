"""Text as searches compare it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from accounts.pasted_text import plain_signs

_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})


def folded(text: str) -> str:
    """Small letters without accents and unseen signs, with one apostrophe, one hyphen, one quotation mark and one
    space for all that look alike: ``folded("Œil d\u2019Été") == "oeil d'ete"``."""
    plain = plain_signs(text).casefold().translate(_LIGATURES)
    if plain.isascii():
        return plain
    plain = unicodedata.normalize("NFKD", plain)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def slug_from(text: str) -> str:
    """Small letters, digits and single hyphens: ``slug_from("Œil d'Été") == "oeil-d-ete"``. May be empty."""
    return re.sub(r"[^a-z0-9]+", "-", folded(text)).strip("-")
