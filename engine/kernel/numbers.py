"""Whole numbers in text that somebody else has written: in addresses, forms and documents."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """The number that ``text`` writes with at most so many ASCII digits and nothing else; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
