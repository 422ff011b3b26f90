"""The pages of live games, for people without scripts too."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly_at_table
from accounts.owners import get_or_create_owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from board.links import question_href
from tables.services import bots, consent, gifts, seats
from tables.showing.asking import question_query
from tables.showing.page import TablePage
from tables.showing.refusals import refusal_words
from tables.showing.requests import version_sent, viewer_at_table
from tables.showing.sharing import own_seats
from tables.showing.tables import table_of
from tables.states import state_of
from tables.still_on import after_the_end
from tables.summaries import summary_of
from tables.viewers import Viewer, find_game, get_viewer_or_404
from web.refusals import RequestRefused, not_found


@require_GET
@costly_at_table()
def game(request: SiteRequest, token: str) -> HttpResponse:
    viewer = viewer_at_table(request, token)
    bots.resume(viewer.game, state_of(viewer.game), viewer.seats)
    return _shown(request, viewer, request.GET)


@require_GET
@costly_at_table()
@after_the_end
def replay(request: SiteRequest, token: str) -> HttpResponse:
    """The replay of a finished game, as its game shows it."""
    viewer = get_viewer_or_404(token, None, request.owner)
    return table_of(viewer.game).replay(request, viewer)


@never_cache
@require_GET
@costly_at_table()
def question(request: SiteRequest, token: str) -> HttpResponse:
    """Leads to the form for questions about rules, with the position as whoever asks knows it."""
    query = request.GET.dict()
    return redirect(question_href(question_query(viewer_at_table(request, token), query)))


@never_cache
@require_http_methods(["GET", "POST"])
def take(request: SiteRequest, token: str, secret: str) -> HttpResponse:
    """A seat's own link: this browser takes the seat over, by the form alone, since previews of links open it."""
    try:
        game = find_game(token)
        seat = seats.seat_of_secret(game, secret)
        owner = request.owner
        if request.method == "POST":
            seats.take_over(game, secret, get_or_create_owner(request))
        elif owner is None or seat.owner_id != owner.pk:
            context = {"game": game, "seat": seat, "summary": summary_of(game)}
            return render(request, "play/take.html", context)
    except RequestRefused as refusal:
        raise Http404(refusal.code) from None
    return redirect("play:game", token=token)


@require_POST
def reclaim(request: SiteRequest, token: str) -> HttpResponse:
    """Takes a seat back, with a new secret."""
    owner = request.owner
    try:
        if owner is None:
            raise not_found()
        seats.take_back(find_game(token), request.POST.get("seat", ""), owner)
    except RequestRefused as refusal:
        raise Http404(refusal.code) from None
    messages.success(request, _("You have your seat back. The old link and token no longer work."))
    return redirect("play:game", token=token)


@require_POST
@costly_at_table()
def act(request: SiteRequest, token: str) -> HttpResponse:
    """What a form of the table asks for."""
    viewer, version = viewer_at_table(request, token), version_sent(request)
    table = table_of(viewer.game)
    query: Mapping[str, str] = {**request.POST.dict(), "since": str(max(version, 0))}
    problem = ""
    try:
        check_rate(request)
        query = table.act(viewer, version, request.POST)
    except RequestRefused as refusal:
        problem = refusal_words(refusal)
    kept = dict(table.address_query(query))
    if query.get("seat") and len(own_seats(viewer)) > 1:
        kept["seat"] = query["seat"]
    address = viewer.game.get_absolute_url()
    if kept:
        address = f"{address}?{urlencode(kept, safe=';')}"
    if request.htmx:
        response = _shown(request, viewer, query, problem)
        if "line" in request.POST:  # what was laid down stands in the address, or no longer
            response.headers["HX-Replace-Url"] = address
        return response
    if problem:
        messages.error(request, problem)
    return redirect(address)


def _shown(request: SiteRequest, viewer: Viewer, query: Mapping[str, str], problem: str = "") -> HttpResponse:
    """The page, or with ``HX-Request`` what stands beside the board, with the board if it has changed."""
    page = TablePage(table_of(viewer.game), viewer, query, request.language, problem)
    response = render(request, "play/table/_side.html" if request.htmx else "play/game.html", page.context())
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, HX-Request"
    return response


@require_POST
@costly_at_table()
def ask(request: SiteRequest, token: str) -> HttpResponse:
    """Asks for consent, gives or refuses it, or leaves."""
    viewer, what = viewer_at_table(request, token), request.POST.get("what", "")
    plain = {"draw": consent.draw, "rematch": consent.rematch, "resign": consent.resign, "claim": consent.claim}
    try:
        if what == "take-back":
            consent.take_back(viewer, version_sent(request), with_help=True)
        elif what in ("accept", "refuse"):
            consent.answer(viewer, request.POST.get("offer", ""), what == "accept")
        elif what == "give-time":
            gifts.give_time(viewer, request.POST.get("to", ""))
        elif what in plain:
            plain[what](viewer)
    except RequestRefused as refusal:
        messages.error(request, refusal_words(refusal))
    if what == "refuse" and request.POST.get("back") == "people":  # where the rematch was listed
        return redirect("play:people")
    if viewer.game.rematch is not None and viewer.seat is not None:
        return redirect("play:game", token=viewer.game.rematch.token)
    return redirect("play:game", token=viewer.game.token)
