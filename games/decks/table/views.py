"""Pages that only a table of Clash of Decks has: its decks, and naming a Champion."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from accounts.budgets import costly_at_table
from accounts.requests import SiteRequest
from engine.kernel.reading import Reader
from games.decks.cardpool import card_named
from games.decks.table.choosing import gallery_champion
from games.decks.table.table import decks_page
from games.decks.terms import name_champion
from tables.services.idempotency import UNKEYED
from tables.showing.refusals import refusal_words
from tables.showing.requests import version_sent, viewer_at_table
from web.refusals import RequestRefused


@require_GET
@costly_at_table()
def decks(request: SiteRequest, token: str) -> HttpResponse:
    """The decks with their faces, as they are revealed before they are shuffled: a page, or the table's part."""
    viewer = viewer_at_table(request, token)
    context = decks_page(viewer, request.language)
    if not context["heaps"]:
        raise Http404("no decks that were revealed")
    response = render(request, "play/table/_decks.html" if request.htmx else "play/decks.html", context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, HX-Request"
    return response


@require_POST
@costly_at_table()
def terms(request: SiteRequest, token: str) -> HttpResponse:
    """Names a Champion."""
    viewer = viewer_at_table(request, token)
    reader = Reader()
    edition = viewer.game.setup["edition"]
    try:
        named = request.POST.get("champion", "")
        card = gallery_champion(named, edition)
        if card is None:
            card = card_named(reader, named, "/champion", edition, request.owner)
        if card is not None and not reader.faults:
            name_champion(viewer, version_sent(request), card, UNKEYED)
    except RequestRefused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("play:game", token=viewer.game.token)
