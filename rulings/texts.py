"""The texts that people read, per language: the TOML files of ``text/``, each read once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")
FOLDER: Final = Path(__file__).resolve().parent / "text"
_SINGULAR: Final = {"en": (1,), "fr": (0, 1)}


class MissingText(LookupError):
    """A text that should be in a content file and is not; the message says which file and where."""


@cache
def texts(language: str, name: str) -> dict[str, Any]:
    """The content of ``text/LANGUAGE/NAME.toml``."""
    if language not in LANGUAGES:
        raise MissingText(f"no texts in {language!r}, only in {', '.join(LANGUAGES)}")
    with (FOLDER / language / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def find(language: str, name: str, *path: str) -> Any:
    """What stands at a path of keys in a content file: a string, a list or a table."""
    found: Any = texts(language, name)
    for key in path:
        if not isinstance(found, dict) or key not in found:
            raise MissingText(f"text/{language}/{name}.toml has no {'.'.join(path)}")
        found = found[key]
    return found


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
        one, several = find(self.language, "trace", "nouns", noun)
        return f"{number} {one if self in _SINGULAR[self.language] else several}"


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
