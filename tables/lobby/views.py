"""The lobby: open games, and calls to one."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.requests import SiteRequest
from tables.inviting.links import invitation_picture
from tables.limits import check_new_game
from tables.lobby.calling import answer_call, read_call, table_of
from tables.lobby.listing import open_games, open_gatherings, open_waits
from tables.naming import PlayerNameForm
from tables.refusals import start_refusal_words
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.summaries import holder_name, summary_of, summary_of_request
from tables.viewers import find_game
from web.refusals import RequestRefused


@never_cache
@require_GET
def lobby(request: SiteRequest) -> HttpResponse:
    """The games that anybody may join. What has not changed since the page asked last is not sent again."""
    owner = request.owner
    context: dict[str, Any] = {"games": open_games(owner), "waits": open_waits(owner)}
    context["gatherings"] = open_gatherings(owner)
    context["naming"] = PlayerNameForm(request)
    shown: list[tuple[Any, ...]] = [
        (open_game.game.token, open_game.names, open_game.free, open_game.is_seated) for open_game in context["games"]
    ]
    shown += [(open_wait.wait.wish, open_wait.wait.pk, open_wait.is_own) for open_wait in context["waits"]]
    shown += [
        (open_gathering.gathering.token, open_gathering.names, open_gathering.free, open_gathering.is_own)
        for open_gathering in context["gatherings"]
    ]
    context["seen"] = hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
    if request.htmx and request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "play/lobby.html", context)


@require_POST
@costly()
def take_seat(request: SiteRequest, token: str) -> HttpResponse:
    """Takes the first free seat of a game of the lobby; or its creator takes the game out of the lobby."""
    try:
        game = find_game(token)
    except RequestRefused as refusal:
        raise Http404(refusal.code) from None
    naming = PlayerNameForm(request)
    if not naming.allows():
        messages.error(request, naming.fault)
        return redirect("play:lobby")
    owner = naming.named_owner()
    if request.POST.get("what") == "withdraw":
        tables.withdraw_offer(game, owner)
        return redirect("play:lobby")
    own = game.seats.filter(owner=owner)
    try:
        if not own.exists():
            tables.take_listed_seat(game, owner, UNKEYED)
    except RequestRefused:
        if not own.exists():  # or the same press was sent twice
            messages.error(request, _("Too late: this game is full."))
            return redirect("play:lobby")
    return redirect("play:game", token=game.token)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def call(request: SiteRequest, called: str) -> HttpResponse:
    """A call to a game: its table is begun, or a seat at it taken, by the form alone."""
    table_call = read_call(called)
    if table_call is None:
        raise Http404("no call, or an old one")
    game, naming = table_of(table_call), PlayerNameForm(request)
    if request.method == "POST" and naming.allows():
        try:
            if game is None:
                check_new_game(request)
            game = answer_call(table_call, naming.named_owner())
        except RequestRefused as refusal:
            messages.error(request, start_refusal_words(refusal))
            return redirect(request.path)
        if game is not None:
            return redirect("play:game", token=game.token)
        return redirect(request.path)
    seats = [] if game is None else list(game.seats.select_related("owner__user"))
    context = {
        "game": game,
        "summary": summary_of_request(table_call.asked) if game is None else summary_of(game),
        "seats": [(seat, holder_name(seat)) for seat in seats],
        "seat": next((seat for seat in seats if seat.is_free), None),
        "picture": invitation_picture(table_call.asked, request.language),
        "naming": naming,
    }
    return render(request, "play/call.html", context, status=422 if request.method == "POST" else 200)
