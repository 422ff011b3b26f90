"""Parameters of long lists, and one row of a list."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from web.lists import CURSOR, MAX_PAGE_SIZE, MIN_PAGE_SIZE, USUAL
from web.openapi import MOMENT, TEXT, Schema

PAGED: Final[Schema] = {
    "limit": {"type": "integer", "minimum": MIN_PAGE_SIZE, "maximum": MAX_PAGE_SIZE, "default": USUAL},
    "after": {**TEXT, "pattern": CURSOR, "description": "From 'next' of the page before."},
    "since": {
        **MOMENT,
        "description": "Only what has changed since then. The next time, send what the header Next-Since of the first "
        "page says: with all pages you miss nothing, and what was saved around that moment comes twice.",
    },
}
_OF_LISTS: Final = ("ETag", "Link", "Next-Since")
_OF_MAKING: Final = ("ETag", "Idempotent-Replayed", "Location")
GAME: Final = "game"  # parameters of lists of puzzles
LEVEL: Final = "level"
TRIED: Final = 200  # keys that are looked for at once where one row of many is wanted


def told_by(method: str, more: Mapping[str, Any]) -> Collection[str]:
    """The headers that the answers of an operation tell, by what else is said of it."""
    if more.get("query", {}).keys() >= PAGED.keys():
        return _OF_LISTS
    if more.get("status") in (201, 202):
        return _OF_MAKING if more["status"] == 201 else ("Location", "Retry-After")
    return ("ETag",) if method in ("get", "put") else ()


def any_of(rows: QuerySet[Any]) -> Any:
    """One of some rows, each as likely; None of none.

    Keys are tried at random, for to count very many rows is to read them all; rows that few keys belong to are counted.
    """
    whole = rows.model._base_manager.order_by("pk").values_list("pk", flat=True)
    lowest, highest = whole.first(), whole.last()
    if lowest is None:
        return None
    tried = random.sample(range(lowest, highest + 1), min(TRIED, highest + 1 - lowest))
    existing = set(rows.filter(pk__among=tried).order_by().values_list("pk", flat=True))
    key = next((number for number in tried if number in existing), None)
    if key is None:
        keys = rows.order_by("pk").values_list("pk", flat=True)
        count = keys.count()
        key = keys[random.randrange(count) :].first() if count else None
    return None if key is None else rows.filter(pk=key).first()
