"""Live games on every page: how many wait for its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from accounts.owners import get_owner
from tables.own_games.queries import count_turns


def turns(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """``count_of_turns``: one query where a page shows it, and none for strangers."""

    @cache
    def count() -> int:
        return count_turns(get_owner(request)) if hasattr(request, "user") else 0

    return {"count_of_turns": count}
