"""What everybody may know of a player: that of the page of an author, and ratings that the player does not hide."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from accounts.requests import SiteRequest
from api.writing import root_of
from grimoire.browsing.fronts import figures_of
from tables.ratings.ladder import SURE, shown_ratings
from web.etags import tagged
from web.json_bodies import to_text
from web.refusals import not_found


def player(request: SiteRequest, name: str) -> HttpResponse:
    name = _as_written(name)
    figures, ratings = figures_of(name), _ratings(name)
    if figures is None and not ratings:
        raise not_found("player")
    url = None
    if figures is not None:
        with override("en"):
            url = root_of(request) + reverse("grimoire:author", args=[figures.author.name])
    told = {
        "name": figures.author.name if figures else name,
        "puzzles": figures.count if figures else 0,
        "books": figures.books.count() if figures else 0,
        "score": figures.score if figures else 0,
        "solved": figures.solved if figures else 0,
        "followers": figures.followers if figures else 0,
        "url": url,
        "ratings": ratings,
    }
    return tagged(request, to_text(told))


def _as_written(name: str) -> str:
    """The name of the account that has it in these letters or in other cases, of which there is at most one."""
    names = User.objects.filter(username__iexact=name).values_list("username", flat=True)[:2]
    return name if name in names else next(iter(names), name)


def _ratings(name: str) -> list[dict[str, Any]]:
    users = User.objects.filter(username=name, is_active=True)
    return [
        {
            "game": row.game,
            "mode": row.mode or None,
            "rating": round(row.rating),
            "deviation": round(row.deviation),
            "provisional": row.deviation > SURE,
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
        }
        for row in shown_ratings().filter(owner__user__in=users).order_by("game", "mode")
    ]
