"""The pages of the ladders and of their seasons."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from tables.ratings.ladder import Ladder, ladders, places
from tables.ratings.seasons import Quarter, best_of, ladders_of, seasons, table_of

WITH_BEST: Final = 8  # seasons whose best the page of all of them shows


def _chosen(request: SiteRequest, offered: list[Ladder]) -> Ladder:
    """The ladder of ``?of=game/mode``, at first the first one."""
    asked = request.GET.get("of", "")
    chosen = next((entry for entry in offered if not asked or f"{entry.game}/{entry.mode}" == asked), None)
    if chosen is None:
        raise Http404("no such ladder")
    return chosen


@require_safe
def ladder(request: SiteRequest) -> HttpResponse:
    """The players of a game and mode by their rating."""
    all_ladders = ladders()
    chosen = _chosen(request, all_ladders)
    ranked, provisional = places(chosen, request.owner)
    context = {"ladders": all_ladders, "chosen": chosen, "ranked": ranked, "provisional": provisional}
    return render(request, "play/ladder.html", {**context, "season": Quarter.of(timezone.now())})


@require_safe
def all_seasons(request: SiteRequest) -> HttpResponse:
    """The season that goes on, and those that are over with their best."""
    over = seasons()
    context = {"season": Quarter.of(timezone.now()), "best": best_of(over[:WITH_BEST]), "older": over[WITH_BEST:]}
    return render(request, "play/seasons.html", context)


@require_safe
def season(request: SiteRequest, name: str) -> HttpResponse:
    """The tables of a season that is over, as they were at its end."""
    quarter = Quarter.named(name)
    offered = [] if quarter is None else ladders_of(quarter)
    if quarter is None or not offered:
        raise Http404("no such season")
    chosen = _chosen(request, offered)
    table = table_of(quarter, chosen, request.owner)
    context = {"season": quarter, "ladders": offered, "chosen": chosen, "table": table}
    return render(request, "play/season.html", context)
