"""A table of a game that the engine fills in: what comes of any two things that meet, each cell with its rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

NOTHING: Final = "\u2013"


@dataclass(frozen=True)
class RulesCell:
    """A cell: ``outcome`` names a style and a key of words, ``words`` say it, ``rulings`` settle it."""

    outcome: str
    words: str
    rulings: tuple[str, ...]


@dataclass(frozen=True)
class RulesRow:
    head: str
    cells: Sequence[RulesCell]


@dataclass(frozen=True, kw_only=True)
class RulesTable:
    """``rows`` and ``columns`` are headed by things of the game's format; ``lesson`` says what the table tells."""

    rows: Callable[[], Iterator[RulesRow]]
    columns: Sequence[str]
    heading: Promise
    lesson: Promise
