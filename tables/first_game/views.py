"""Sitting down to a moment of a first game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from contract.registry import find_moment
from tables.first_game import services
from tables.refusals import too_many_games
from web.refusals import RequestRefused

TABLES = Limit("first-game-tables", times=300, seconds=3600)


@require_POST
@costly()
def sit_down(request: SiteRequest, slug: str) -> HttpResponse:
    """The table of a moment, set up anew."""
    moment = find_moment(slug)
    if moment is None:
        raise Http404(f"no moment {slug}")
    if not _may_begin(request):
        return redirect(moment.contents)
    game = services.sit_down(get_or_create_owner(request), moment)
    return redirect(f"{game.get_absolute_url()}#table")  # on a phone the whole table is in sight then


def _may_begin(request: SiteRequest) -> bool:
    """Whether this visitor may have another table now; a message says so where not."""
    try:
        check_rate(request)
    except RequestRefused:
        allowed = False
    else:
        allowed = TABLES.allows(request)
    if not allowed:
        messages.error(request, too_many_games())
    return allowed
