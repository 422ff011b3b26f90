"""The texts of the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cards.texts import LANGUAGES, MissingText, Texts

__all__ = ["FOLDER", "LANGUAGES", "MissingText", "find", "rename_cards", "texts"]

FOLDER: Final = Path(__file__).resolve().parent / "text"
_TEXTS: Final = Texts(FOLDER)
texts = _TEXTS.file
find = _TEXTS.find


def rename_cards(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON value in which things have other names."""
    if isinstance(value, list):
        return [rename_cards(item, names) for item in value]
    if isinstance(value, dict):
        return {
            key: names.get(item, item) if key == "name" and isinstance(item, str) else rename_cards(item, names)
            for key, item in value.items()
        }
    return value
