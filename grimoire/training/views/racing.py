"""Races: the page where people gather, and how everybody stands. Runs of racers are shown as any run is."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.budgets import costly
from accounts.requests import SiteRequest
from grimoire.models import PuzzleRace
from grimoire.training import racing, runs
from grimoire.training.race_pages import race_page
from grimoire.training.trained_games import game_in
from tables.naming import PlayerNameForm
from web.refusals import RequestRefused


@require_POST
@costly()
def new(request: SiteRequest) -> HttpResponse:
    naming = PlayerNameForm(request)
    if not naming.allows() or not runs.STARTED.allows(request):
        if naming.fault:
            messages.error(request, naming.fault)
        return redirect("grimoire:training")
    return redirect(racing.new_race(naming.named_owner(), game_in(request.POST)))


@require_GET
@costly()
def race(request: SiteRequest, token: str) -> HttpResponse:
    """Who is there; once it has begun racers are led to their own runs, and all others see how it stands."""
    current = get_object_or_404(PuzzleRace, token=token)
    page = race_page(current, request.owner, timezone.now())
    if page.own is not None and page.standings:
        if not request.htmx:
            return redirect(page.own)
        return HttpResponse(headers={"HX-Redirect": page.own.get_absolute_url()})
    template = "grimoire/training/race.html" + ("#race" if request.htmx else "")
    context = {"page": page, "naming": PlayerNameForm(request), "canonical": current.get_absolute_url()}
    return _uncached(render(request, template, context))


@require_GET
@costly()
def standings(request: SiteRequest, token: str) -> HttpResponse:
    """How everybody stands, as a part of a page."""
    page = race_page(get_object_or_404(PuzzleRace, token=token), request.owner, timezone.now())
    return _uncached(render(request, "grimoire/training/_standings.html", {"page": page}))


@require_POST
@costly()
def change(request: SiteRequest, token: str) -> HttpResponse:
    """Joins, leaves, starts, or goes on with the same people."""
    current, command = get_object_or_404(PuzzleRace, token=token), request.POST.get("do", "")
    naming = PlayerNameForm(request)
    if not naming.allows():
        messages.error(request, naming.fault)
        return redirect(current)
    if command in ("join", "again") and not runs.STARTED.allows(request):
        messages.error(request, _("Too many races. Wait a while and try again."))
        return redirect(current)
    try:
        if command == "join":
            racing.join(current, naming.named_owner())
        elif command == "again":
            current = racing.race_again(current, naming.named_owner())
        elif request.owner is not None and command == "leave":
            racing.leave(current, request.owner)
            return redirect("grimoire:training")
        elif request.owner is not None and command == "start":
            racing.start(current, request.owner)
    except RequestRefused as refusal:
        full = refusal.code == "race-full"
        messages.error(request, _("This race is full.") if full else _("This race has already started."))
    return redirect(current)


def _uncached(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_store=True)
    return response
