"""Live games on every page: how many wait for its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from accounts.requests import SiteRequest
from tables.own_games.queries import count_turns


def turns(request: SiteRequest) -> dict[str, Callable[[], int]]:
    """``count_of_turns``: one query where a page shows it, and none for strangers."""

    @cache
    def count() -> int:
        return count_turns(request.owner) if hasattr(request, "user") else 0

    return {"count_of_turns": count}
