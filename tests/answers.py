"""Answers of the site as tests read them."""

from __future__ import annotations

from typing import Any


def text_of(answer: Any) -> str:
    """A page's text, each white space of it a single space: lines of templates break inside tags too."""
    return " ".join(answer.content.decode().split())
