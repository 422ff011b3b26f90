"""The texts of the rulings."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cards.texts import LANGUAGES, MissingText, Texts

__all__ = ["FOLDER", "LANGUAGES", "MissingText", "find", "texts"]

FOLDER: Final = Path(__file__).resolve().parent / "text"
_TEXTS: Final = Texts(FOLDER)
texts = _TEXTS.file
find = _TEXTS.find
