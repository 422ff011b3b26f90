"""Parameters of long lists, and one row of a list."""

from __future__ import annotations

import random
from typing import Any, Final

from django.db.models import QuerySet

from web.lists import MAX_PAGE_SIZE, MIN_PAGE_SIZE, USUAL
from web.openapi import MOMENT, TEXT, Schema

PAGED: Final[Schema] = {
    "limit": {"type": "integer", "minimum": MIN_PAGE_SIZE, "maximum": MAX_PAGE_SIZE, "default": USUAL},
    "after": {**TEXT, "pattern": "^[A-Za-z0-9_-]{4,60}$", "description": "From 'next' of the page before."},
    "since": {**MOMENT, "description": "Only what has changed since then."},
}
LEVEL: Final = "level"  # a parameter of lists of puzzles
TRIED: Final = 200  # keys that are looked for at once where one row of many is wanted


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
