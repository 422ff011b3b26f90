"""A seat picks a card; a seat chooses its deck."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from engine.decks.sessions.ledger_events import DECK, PICK
from mutation.requests import back, enter, leading, session_viewer

MAX_CARDS = 64  # of a choice, as many as the ledger takes


@require_POST
@leading
def pick(request: HttpRequest, token: str) -> HttpResponse:
    """Takes a card out of the hand. On a device with several seats the curtain falls after it."""
    viewer = session_viewer(request, token)
    done = enter(request, viewer, [{"kind": PICK, "card": request.POST.get("card", "")}], request.POST.get("seat", ""))
    return back(viewer, seat="" if done else viewer.seat)


@require_POST
@leading
def choose(request: HttpRequest, token: str) -> HttpResponse:
    """Chooses 8 of the 16 cards; the others are the Laboratory."""
    viewer = session_viewer(request, token)
    cards = request.POST.getlist("cards")[:MAX_CARDS]
    done = enter(request, viewer, [{"kind": DECK, "cards": cards}], request.POST.get("seat", ""))
    return back(viewer, seat="" if done else viewer.seat)
