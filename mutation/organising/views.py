"""The ledger for all, and what only the organiser does: seats, visibility, rulings, corrections, the end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.models import Visibility
from accounts.requests import SiteRequest
from engine.decks.sessions.ledger_events import END, RULE
from engine.decks.sessions.schedule import SEATS
from engine.kernel.numbers import whole_number
from games.decks.forms import BOT_NAMES
from mutation import tokens
from mutation.faces import SessionFaces
from mutation.organising.corrections import CorrectionForm, preview
from mutation.organising.entries import entry_rows, event_text
from mutation.organising.seat_log import seat_log
from mutation.pages import session_context
from mutation.requests import back, enter, number_in, session_viewer
from mutation.services import bots, seating
from mutation.services.ledgers import ledger_of
from mutation.viewers import SessionViewer
from mutation.words import refusal_text
from web.refusals import RequestRefused

NOBODY = "nobody"
PAGE_SIZE = 100  # entries of a page


@require_GET
@costly()
def ledger(request: SiteRequest, token: str) -> HttpResponse:
    """All entries: who, when, why, and what became of them."""
    viewer = session_viewer(request, token)
    events = ledger_of(viewer.session)
    faces = SessionFaces(viewer.session, events.header, request.language)
    last = _before(request, len(events))
    first = max(1, last - PAGE_SIZE + 1)
    context = session_context(viewer) | {
        "entries": list(entry_rows(viewer, events, faces, first, last))[::-1],
        "earlier": first if first > 1 else None,
        "is_latest": last == len(events),
        "bots": BOT_NAMES,
        "seat_log": list(seat_log(viewer)),
    }
    if viewer.is_organiser:
        context["seat_links"] = _seat_links(viewer)
    response = render(request, "mutation/ledger.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _before(request: SiteRequest, last: int) -> int:
    """The last entry of the page: what comes before the number that is asked for, or the latest."""
    number = whole_number(request.GET.get("before", ""), 4)
    return last if number is None else min(last, number - 1)


def _seat_links(viewer: SessionViewer) -> list[tuple[str, str, str]]:
    """(letter, name, secret) of the seats of this device: their own links, for another device."""
    return [
        (letter, viewer.name_of(letter), tokens.seat_token(viewer.session, viewer.seat_of(letter)))
        for letter in viewer.held
    ]


@require_http_methods(["GET", "POST"])
@costly()
def correct(request: SiteRequest, token: str, number: int) -> HttpResponse:
    """Corrects an entry: first what that would make illegal, then, with a reason, the correction itself."""
    viewer = session_viewer(request, token)
    events = ledger_of(viewer.session)
    faces = SessionFaces(viewer.session, events.header, request.language)
    if not viewer.is_organiser:
        raise Http404("for the organiser alone")
    row = next(entry_rows(viewer, events, faces, number, number), None)
    if row is None or not row.may_be_corrected:
        raise Http404(f"no entry {number} that may be corrected")
    is_sent = request.method == "POST"
    form = CorrectionForm(request.POST if is_sent else None, events.written(number), viewer, faces)
    outcome = None
    if is_sent and form.is_valid():
        correction = form.correction(number)
        if request.POST.get("step") == "enter" and enter(request, viewer, [correction]):
            return redirect("mutation:ledger", token=token)
        events = ledger_of(viewer.session)  # it may have gone on: the preview is of what it is now
        outcome = preview(viewer, events, faces, correction)
    context = session_context(viewer) | {
        "row": row,
        "form": form,
        "preview": outcome,
        "parts": [event_text(part, viewer, faces) for part in form.parts if isinstance(part, dict)] if outcome else [],
    }
    response = render(request, "mutation/correct.html", context, status=422 if is_sent and outcome is None else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
def organise(request: SiteRequest, token: str) -> HttpResponse:
    """A decision of the organiser's, by ``what``."""
    viewer = session_viewer(request, token)
    if not viewer.is_organiser:
        raise Http404("for the organiser alone")
    action, letter = request.POST.get("what", ""), request.POST.get("letter", "")
    try:
        if action in ("rule", "end"):
            enter(request, viewer, [_decision(request, action)])
            return back(viewer)
        _change(viewer, action, letter, request.POST.get("level", ""))
    except RequestRefused as refusal:
        messages.error(request, refusal_text(refusal))
    return redirect("mutation:ledger", token=token)


def _decision(request: SiteRequest, action: str) -> dict[str, Any]:
    reason = request.POST.get("reason", "").strip()
    if action == "end":
        return {"kind": END, **({"reason": reason} if reason else {})}
    winner = request.POST.get("winner", "")
    decided = None if winner == NOBODY else winner
    return {"kind": RULE, "game": max(0, number_in(request, "game")), "winner": decided, "reason": reason}


def _change(viewer: SessionViewer, action: str, letter: str, level: str) -> None:
    """Changes what is not in the ledger: seats, the link, who may look. Raises ``RequestRefused``."""
    session = viewer.session
    if action == "free" and letter in SEATS:
        seating.free(session, letter)
    elif action == "bot" and letter in SEATS and level in ("", *dict(BOT_NAMES)):
        seating.put_bot(session, letter, level)
        bots.run(session)
    elif action == "renew":
        seating.renew_invitation(session)
    elif action in ("open", "close"):
        session.visibility = Visibility.UNLISTED if action == "open" else Visibility.PRIVATE
        session.save(update_fields=["visibility", "updated"])
        seating.changed(session)
    else:
        raise RequestRefused(400, "bad-request", "there is nothing else to change", "/what")
