"""The query of a search for pages: read from an address, written back to one. The address is the truth."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from board.mode_names import EDITION_NAMES, MODE_NAMES
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.kernel.numbers import whole_number
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES
from grimoire.browsing.states import CHOICES
from grimoire.puzzle_games import puzzle_games

MAX_WORDS: Final = 100  # letters of the search box
MAX_TURNS: Final = 9
MAX_RATING: Final = 4000
SORTS: Final = ("newest", "easiest", "hardest", "liked", "rating", "book")
ABILITIES: Final = tuple(FLAG_OF_SLUG)


@dataclass(frozen=True, slots=True)
class PuzzleQuery:
    """A search. What is empty, 0 or None does not matter to it.

    ``abilities`` are to be seen on the board, all of them; ``turns_on`` is at work in the solution, which nothing but
    this question tells. ``author`` is a name, ``book`` the address of a book.
    """

    words: str = ""
    game: str = ""
    goals: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    turns: int = 0
    mode: str = ""
    edition: str = ""
    abilities: tuple[str, ...] = ()
    turns_on: tuple[str, ...] = ()
    min_rating: int | None = None
    max_rating: int | None = None
    author: str = ""
    book: str = ""
    state: str = ""
    twins: bool = False
    sort: str = "newest"
    page: int = 1

    def to(self, **changes: Any) -> str:
        """The address with something changed; the first page unless the page is what changes."""
        query = replace(self, **{"page": 1, **changes}).query
        return reverse("grimoire:search") + (f"?{query}" if query else "")

    @property
    def query(self) -> str:
        """The address's part after the question mark, each thing in its place; empty when nothing is asked for."""
        params: list[tuple[str, str]] = []
        for name, field in NAMES.items():
            value = getattr(self, field)
            if value in USUAL[field]:
                continue
            value = int(value) if isinstance(value, bool) else value
            params += [(name, str(part)) for part in (value if isinstance(value, tuple) else (value,))]
        return urlencode(params)

    @property
    def is_empty(self) -> bool:
        """Whether it asks for all pages, in whatever order."""
        return not replace(self, sort="newest", page=1).query


# Names in addresses, in the order in which they are written.
NAMES: Final = {
    "q": "words",
    "game": "game",
    "goal": "goals",
    "level": "levels",
    "turns": "turns",
    "mode": "mode",
    "edition": "edition",
    "a": "abilities",
    "on": "turns_on",
    "least": "min_rating",
    "most": "max_rating",
    "by": "author",
    "book": "book",
    "state": "state",
    "twins": "twins",
    "sort": "sort",
    "page": "page",
}
USUAL: Final[dict[str, tuple[Any, ...]]] = {field.name: (field.default,) for field in fields(PuzzleQuery)}


def asked_of(params: QueryDict) -> PuzzleQuery:
    """Reads a search from an address. What makes no sense is left out: an address is never wrong."""
    min_rating, max_rating = _number(params, "least", MAX_RATING), _number(params, "most", MAX_RATING)
    return PuzzleQuery(
        words=_words(params, "q"),
        game=_one(params, "game", puzzle_games()),
        goals=_some(params, "goal", GOAL_NAMES),
        levels=tuple(int(level) for level in _some(params, "level", [str(level) for level in LEVEL_NAMES])),
        turns=_number(params, "turns", MAX_TURNS) or 0,
        mode=_one(params, "mode", MODE_NAMES),
        edition=_one(params, "edition", EDITION_NAMES),
        abilities=_some(params, "a", ABILITIES),
        turns_on=_some(params, "on", ABILITIES),
        min_rating=min_rating,
        max_rating=max_rating,
        author=_words(params, "by")[:30],
        book=_words(params, "book")[:40],
        state=_one(params, "state", CHOICES),
        twins=params.get("twins") == "1",
        sort=_one(params, "sort", SORTS) or "newest",
        page=_number(params, "page", 99999) or 1,
    )


def _words(params: QueryDict, name: str) -> str:
    return " ".join(params.get(name, "")[: 2 * MAX_WORDS].replace("\0", " ").split())[:MAX_WORDS]


def _number(params: QueryDict, name: str, highest: int) -> int | None:
    number = whole_number(params.get(name, ""), 5)
    return None if number is None else min(number, highest)


def _one(params: QueryDict, name: str, known: Collection[str] | Mapping[str, Any]) -> str:
    value = params.get(name, "")
    return value if value in known else ""


def _some(params: QueryDict, name: str, known: Collection[str] | Mapping[str, Any]) -> tuple[str, ...]:
    chosen = set(params.getlist(name))
    return tuple(each for each in known if each in chosen)
