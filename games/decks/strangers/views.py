"""The page of whoever waits for a stranger."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.budgets import costly
from accounts.requests import SiteRequest
from games.decks.cardpool import written_deck
from games.decks.forms import NewGameForm
from games.decks.strangers import services as strangers
from tables.limits import check_new_game
from tables.models import StrangerWait
from tables.naming import PlayerNameForm
from tables.refusals import start_refusal_words
from tables.summaries import summary_of_wait
from web.refusals import RequestRefused


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def stranger(request: SiteRequest) -> HttpResponse:
    """Waits for somebody who wants to play the same; the page asks again by itself until there is a game."""
    if request.method == "POST":
        return _stop(request) if request.POST.get("what") == "stop" else _wait(request)
    owner = request.owner
    wait = None if owner is None else strangers.still_waiting(owner)
    if wait is None:
        return _lead(request, reverse("play:index"))
    if wait.game is not None:
        return _lead(request, wait.game.get_absolute_url())
    if request.htmx:
        return HttpResponse(status=204)
    return render(request, "play/stranger.html", {"wait": wait, "summary": summary_of_wait(wait)})


def _lead(request: SiteRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _stop(request: SiteRequest) -> HttpResponse:
    owner = request.owner
    game = None if owner is None else strangers.stop_waiting(owner)
    if game is not None:
        return redirect(game.get_absolute_url())
    return redirect("play:lobby")


def _wait(request: SiteRequest) -> HttpResponse:
    """Waits for what the start page's form says, or for what somebody in the lobby waits for (``like``)."""
    deck: list[Any] | None = None
    wish = request.POST.get("like", "")
    like = StrangerWait.objects.filter(wish=wish[:64]).first() if wish.isalnum() else None
    if wish and (like is None or like.deck is not None):
        messages.error(request, _("They've left the queue."))
        return redirect("play:lobby")
    form, naming = NewGameForm(request.POST, request.owner, is_sent=True), PlayerNameForm(request)
    if not naming.allows():
        messages.error(request, naming.fault)
        return redirect("play:lobby")
    try:
        if like is not None:
            request_data = like.asked
        elif form.is_valid():
            request_data = form.asked()
            if form.is_custom:
                messages.error(request, _("Custom Play isn't available with strangers. Invite a friend by link."))
                return redirect("play:index")
            if form.format == "constructed":
                deck = written_deck(form.own_deck(), request_data["edition"], request.owner)
        else:
            return redirect("play:index")
        check_new_game(request)
        rated = naming.is_rated if like is None else like.rated
        if rated and not request.user.is_authenticated:
            raise RequestRefused(422, "rated-account", "a rated game needs an account: sign in")
        owner = naming.named_owner()
        is_chosen = like is not None
        wait = strangers.wait_for_stranger(owner, request_data, deck, rated=rated, takes_anybody=is_chosen)
    except RequestRefused as refusal:
        messages.error(request, start_refusal_words(refusal))
        return redirect("play:index")
    return redirect("play:stranger" if wait.game is None else wait.game.get_absolute_url())
