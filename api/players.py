"""What everybody may know of players: figures of authors, ratings that nobody hides, and the ladders."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from accounts.requests import SiteRequest
from api.writing import root_of
from grimoire.browsing.fronts import figures_of
from tables.ratings.ladder import SURE, Ladder, Place, ladders, places, shown_ratings
from web.etags import tagged
from web.json_bodies import to_text
from web.lists import reject_unknown_params
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
    data = {
        "name": figures.author.name if figures else name,
        "puzzles": figures.count if figures else 0,
        "books": figures.books.count() if figures else 0,
        "score": figures.score if figures else 0,
        "solved": figures.solved if figures else 0,
        "followers": figures.followers if figures else 0,
        "url": url,
        "ratings": ratings,
    }
    return tagged(request, to_text(data))


def all_ladders(request: SiteRequest) -> HttpResponse:
    """The games and modes that have a ladder."""
    reject_unknown_params(request)
    return tagged(request, to_text({"items": [_named(each) for each in ladders()]}))


def ladder(request: SiteRequest, game: str, mode: str) -> HttpResponse:
    """The places of a ladder as its page shows them; ``mode`` is "-" where a game has none."""
    reject_unknown_params(request)
    found = next((each for each in ladders() if (each.game, each.mode or "-") == (game, mode)), None)
    if found is None:
        raise not_found("ladder")
    with override("en"):
        ranked, provisional = places(found, None)
    data = {
        **_named(found),
        "places": [{"number": place.number, **_told(place)} for place in ranked],
        "provisional": [_told(place) for place in provisional],
    }
    return tagged(request, to_text(data))


def _named(each: Ladder) -> dict[str, Any]:
    with override("en"):
        return {"game": each.game, "mode": each.mode or None, "title": str(each.title)}


def _told(place: Place) -> dict[str, Any]:
    figures = {name: getattr(place, name) for name in ("rating", "deviation", "won", "drawn", "lost")}
    return {"name": place.name, "bot": place.is_bot, **figures}


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
