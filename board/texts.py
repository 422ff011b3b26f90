"""The texts of the trace and of what is wrong, and how numbers and seats are written into them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cards.texts import LANGUAGES, MissingText, Texts

__all__ = ["FOLDER", "LANGUAGES", "Count", "MissingText", "Named", "find", "texts"]

FOLDER: Final = Path(__file__).resolve().parent / "text"
_SINGULAR: Final = {"en": (1,), "fr": (0, 1)}
_TEXTS: Final = Texts(FOLDER)
texts = _TEXTS.file
find = _TEXTS.find


class Count(int):
    """A number that can bring its noun: ``"{n:places}"`` writes "1 place" or "3 places" (``nouns`` in trace.toml)."""

    language: str

    def __new__(cls, value: int, language: str) -> Count:
        count = super().__new__(cls, value)
        count.language = language
        return count

    def __format__(self, noun: str) -> str:
        number = str(int(self))
        if not noun:
            return number
        singular, plural = find(self.language, "trace", "nouns", noun)
        return f"{number} {singular if self in _SINGULAR[self.language] else plural}"


class Named:
    """A seat that brings its role: ``"{seat:short}"`` writes "player A" or "AI B" (``player`` and ``ai`` there)."""

    __slots__ = ("language", "letter", "role")

    def __init__(self, letter: str, role: str, language: str) -> None:
        self.letter = letter
        self.role = role
        self.language = language

    def __format__(self, form: str) -> str:
        pattern: str = find(self.language, "trace", self.role, form or "plain")
        return pattern.format(letter=self.letter)
