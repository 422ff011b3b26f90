"""What everybody may know of a player: that of the page of an author. Games and ratings are nobody else's to see."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from accounts.requests import SiteRequest
from api.writing import root_of
from grimoire.browsing.fronts import figures_of
from web.etags import tagged
from web.json_bodies import to_text
from web.refusals import not_found


def player(request: SiteRequest, name: str) -> HttpResponse:
    figures = figures_of(name)
    if figures is None:
        raise not_found("player")
    with override("en"):
        url = root_of(request) + reverse("grimoire:author", args=[figures.author.name])
    told = {
        "name": figures.author.name,
        "puzzles": figures.count,
        "books": figures.books.count(),
        "score": figures.score,
        "solved": figures.solved,
        "followers": figures.followers,
        "url": url,
    }
    return tagged(request, to_text(told))
