"""The context that every page has from the grimoire: how many comments are new to its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from accounts.owners import get_owner
from grimoire.community.news import count_unread


def news(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """``count_of_news``: one query where a page shows it, and none for strangers."""

    @cache
    def count() -> int:
        return count_unread(get_owner(request)) if hasattr(request, "user") else 0

    return {"count_of_news": count}
