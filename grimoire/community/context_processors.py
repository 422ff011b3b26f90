"""The context that every page has from the grimoire: how many comments are new to its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from accounts.requests import SiteRequest
from grimoire.community.news import count_unread


def news(request: SiteRequest) -> dict[str, Callable[[], int]]:
    """``count_of_news``: one query where a page shows it, and none for strangers."""

    @cache
    def count() -> int:
        return count_unread(request.owner) if hasattr(request, "user") else 0

    return {"count_of_news": count}
