"""A seat picks a card; a seat chooses its deck."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.requests import SiteRequest
from engine.decks.sessions.ledger_events import DECK, PICK
from mutation.organising.asking import ask_first
from mutation.requests import back, enter, leading, session_viewer

MAX_CARDS = 64  # of a choice, as many as the ledger takes


@require_POST
@leading
def pick(request: SiteRequest, token: str) -> HttpResponse:
    """Takes a card out of the hand. On a device with several seats the curtain falls after it."""
    viewer = session_viewer(request, token)
    letter, event = request.POST.get("seat", ""), {"kind": PICK, "card": request.POST.get("card", "")}
    confirmation = ask_first(request, viewer, [letter], [event]) if viewer.session.sees_all else None
    if confirmation is not None:
        return confirmation
    is_entered = enter(request, viewer, [event], letter)
    return back(viewer, seat="" if is_entered else viewer.seat)


@require_POST
@leading
def choose(request: SiteRequest, token: str) -> HttpResponse:
    """Chooses 8 of the 16 cards; the others are the Laboratory."""
    viewer = session_viewer(request, token)
    letter, event = request.POST.get("seat", ""), {"kind": DECK, "cards": request.POST.getlist("cards")[:MAX_CARDS]}
    confirmation = ask_first(request, viewer, [letter], [event]) if viewer.session.sees_all else None
    if confirmation is not None:
        return confirmation
    is_entered = enter(request, viewer, [event], letter)
    return back(viewer, seat="" if is_entered else viewer.seat)
