"""The first rows of a list that is read segment by segment, each in an order that an index has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

Keys = QuerySet[Any, int] | list[int]


def first_keys(segments: Iterable[Keys], count: int) -> list[int]:
    """The first ``count`` keys of all segments; the later ones are not asked for unless they are needed."""
    keys: list[int] = []
    for segment in segments:
        keys += segment[: count - len(keys)]
        if len(keys) >= count:
            break
    return keys
