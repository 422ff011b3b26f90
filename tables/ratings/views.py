"""The page of the ladders."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from tables.ratings.ladder import ladders, places


@require_safe
def ladder(request: SiteRequest) -> HttpResponse:
    """The players of a game and mode by their rating, as ``?of=game/mode`` says; at first the first one."""
    all_ladders = ladders()
    asked = request.GET.get("of", "")
    chosen = next((entry for entry in all_ladders if f"{entry.game}/{entry.mode}" == asked), None)
    if chosen is None and asked:
        raise Http404("no such ladder")
    chosen = chosen or all_ladders[0]
    ranked, provisional = places(chosen, request.owner)
    context = {"ladders": all_ladders, "chosen": chosen, "ranked": ranked, "provisional": provisional}
    return render(request, "play/ladder.html", context)
