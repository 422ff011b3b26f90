"""Before an organiser acts for others, a page asks whether they mean it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from engine.decks.sessions.ledger_events import ORGANISER
from engine.decks.sessions.schedule import SEATS
from mutation.faces import SessionFaces
from mutation.organising.entries import event_text
from mutation.services.ledgers import ledger_of
from mutation.viewers import SessionViewer

_NOT_KEPT: Final = ("csrfmiddlewaretoken", "sure")  # of a form that is repeated


def ask_first(
    request: SiteRequest,
    viewer: SessionViewer,
    letters: Collection[str],
    events: Sequence[Mapping[str, Any]],
    text: str = "",
) -> HttpResponse | None:
    """The page that asks an organiser before they act for others; None where there is nothing to ask, or they said so.

    ``letters`` are the seats that act; the page repeats the form and is sent to the same address.
    """
    others = [letter for letter in letters if letter in SEATS and letter not in viewer.held]
    is_own = len(others) < len(letters)
    if is_own or not others or not viewer.is_organiser or "sure" in request.POST:
        return None
    faces = SessionFaces(viewer.session, ledger_of(viewer.session).header, request.language)
    authored = [{"by": ORGANISER, "for": others[0], **event} for event in events]
    try:
        texts = [text] if text else [event_text(event, viewer, faces) for event in authored]
    except KeyError:  # it names what there is not, and is refused when it is entered
        return None
    context = {
        "session": viewer.session,
        "names": [viewer.name_of(letter) for letter in others],
        "texts": texts,
        "fields": [(name, value) for name, values in request.POST.lists() for value in values if name not in _NOT_KEPT],
    }
    response = render(request, "mutation/sure.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response
