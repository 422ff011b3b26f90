"""Texts that people read, per language, from an app's content files: ``text/LANGUAGE/NAME.toml``, each read once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")


class MissingText(LookupError):
    """A text that should be in a content file and is not; the message says which file and where."""


class Texts:
    """The content files below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[tuple[str, str], dict[str, Any]] = {}

    def file(self, language: str, name: str) -> dict[str, Any]:
        """The content of ``LANGUAGE/NAME.toml``."""
        if language not in LANGUAGES:
            raise MissingText(f"no texts in {language!r}, only in {', '.join(LANGUAGES)}")
        if (language, name) not in self._read:
            with (self.folder / language / f"{name}.toml").open("rb") as file:
                self._read[language, name] = tomllib.load(file)
        return self._read[language, name]

    def find(self, language: str, name: str, *path: str) -> Any:
        """The value at a path of keys in a content file: a string, a list or a table."""
        value: Any = self.file(language, name)
        for key in path:
            if not isinstance(value, dict) or key not in value:
                raise MissingText(f"{self.folder.name}/{language}/{name}.toml has no {'.'.join(path)}")
            value = value[key]
        return value
