"""The games of a session: what players report and decide, and the decks as they stand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.requests import SiteRequest
from engine.decks.sessions.ledger_events import CONFIRM, DISPUTE, READY, RESULT, WITHDRAW
from engine.decks.sessions.schedule import SEATS
from mutation.faces import SessionFaces
from mutation.organising.asking import ask_first
from mutation.pages import session_context
from mutation.requests import back, enter, leading, number_in, session_viewer
from mutation.services import acting
from mutation.services.decks_to_bring import play_href
from mutation.services.ledgers import ledger_of
from mutation.services.tables import letters_of
from mutation.viewers import SessionViewer
from mutation.words import refusal_text
from tables.limits import check_new_game
from web.languages import current_language
from web.refusals import RequestRefused

OF_GAMES = (READY, RESULT, CONFIRM, DISPUTE)
KINDS = (*OF_GAMES, WITHDRAW)


@require_POST
@leading
def enter_event(request: SiteRequest, token: str) -> HttpResponse:
    """Ready, a result, its confirmation or dispute, or that somebody leaves."""
    viewer = session_viewer(request, token)
    kind = request.POST.get("kind", "")
    event: dict[str, Any] = {"kind": kind if kind in KINDS else "?"}
    if kind in OF_GAMES:
        event["game"] = max(0, number_in(request, "game"))
    if kind == RESULT:
        event["winner"] = request.POST.get("winner", "")
    if kind in (DISPUTE, WITHDRAW) and request.POST.get("reason", "").strip():
        event["reason"] = request.POST["reason"].strip()
    letter = request.POST.get("seat", "")
    confirmation = ask_first(request, viewer, [letter], [event])
    if confirmation is not None:
        return confirmation
    enter(request, viewer, [event], letter)
    return back(viewer)


@require_POST
def table(request: SiteRequest, token: str) -> HttpResponse:
    """Leads to the table of a game, with both decks as they stand."""
    viewer, number = session_viewer(request, token), number_in(request, "game")
    confirmation = ask_first(
        request, viewer, letters_of(number), [], _("Game %(number)d starts online.") % {"number": number}
    )
    if confirmation is not None:
        return confirmation
    try:
        check_new_game(request)
        return redirect(acting.begin_game(viewer, number))
    except RequestRefused as refusal:
        messages.error(request, refusal_text(refusal))
        return back(viewer)


@require_GET
def decks(request: SiteRequest, token: str) -> HttpResponse:
    """All four decks as they stand, and what is left of the Laboratories, once they are open to all."""
    viewer = session_viewer(request, token)
    context = session_context(viewer) | {"piles": _piles(viewer)}
    response = render(request, "mutation/decks.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _piles(viewer: SessionViewer) -> list[dict[str, Any]]:
    ledger = ledger_of(viewer.session)
    if not ledger.state.all_have_chosen:
        return []
    faces = SessionFaces(viewer.session, ledger.header, current_language())
    return [
        {
            "letter": letter,
            "name": viewer.name_of(letter),
            "deck": faces.deck(sheet.deck),
            "laboratory": faces.many(card.id for card in sheet.laboratory),
            "play_href": play_href(viewer.session, letter),
        }
        for letter, sheet in zip(SEATS, ledger.state.seats, strict=True)
    ]
