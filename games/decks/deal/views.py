"""The page of a day's deal."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from games.decks.deal import services
from tables.limits import check_new_game
from tables.refusals import too_many_games
from web.refusals import RequestRefused


@require_http_methods(["GET", "HEAD", "POST"])
@costly()
def deal(request: SiteRequest) -> HttpResponse:
    """The deal of today, or of the ``day`` of the query; a POST begins that of today."""
    if request.method == "POST":
        return _begin(request)
    context = {"deal": services.deal_day(_day(request.GET.get("day", "")), request.owner)}
    response = render(request, "play/deal.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _day(text: str) -> date:
    """A day that can still be looked at. Raises ``Http404``."""
    try:
        day = date.fromisoformat(text) if text else services.today()
    except ValueError:
        raise Http404("no such day") from None
    if not services.is_shown(day):
        raise Http404("no deal of that day here")
    return day


def _begin(request: SiteRequest) -> HttpResponse:
    try:
        check_new_game(request)
    except RequestRefused:
        messages.error(request, too_many_games())
        return redirect("play:deal")
    game = services.begin(get_or_create_owner(request))
    if game is None:
        messages.info(request, _("You have played today's deal."))
        return redirect("play:deal")
    return redirect("play:game", token=game.token)
