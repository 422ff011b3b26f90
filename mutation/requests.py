"""Requests about a session: who asks, what they have seen, how an entry is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts.models import Owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from engine.kernel.numbers import whole_number
from mutation.former_seats import lost_seats
from mutation.models import MutationSession
from mutation.services import acting
from mutation.viewers import SEAT_LOST, SessionViewer, find_session, find_session_viewer
from mutation.words import lost_seat_text, refusal_text
from web.http import PageClosed
from web.refusals import RequestRefused

SCRIPT: Final = "queue"  # static/js/mutation/offline.js


def session_viewer(request: SiteRequest, token: str) -> SessionViewer:
    """Who looks at a session; of several seats the one that the request names. Raises ``Http404``, ``PageClosed``."""
    letter = request.POST.get("seat", request.GET.get("seat", ""))
    try:
        return find_session_viewer(token, request.owner, letter)
    except RequestRefused as refusal:
        if refusal.code == SEAT_LOST:
            raise seat_lost(find_session(token), request.owner) from None
        raise Http404("no such session, or not for this viewer") from None


def seat_lost(session: MutationSession, owner: Owner | None, secret: str = "") -> PageClosed:
    """The page for those who had a seat: who has it now, and the way back."""
    lost = lost_seats(session, owner, secret)
    return PageClosed("mutation/seat_lost.html", {"session": session, "lost": [lost_seat_text(seat) for seat in lost]})


def number_in(request: SiteRequest, name: str) -> int:
    """A whole number of a form; -1 for anything else."""
    number = whole_number(request.POST.get(name, ""), 9)
    return -1 if number is None else number


def enter(request: SiteRequest, viewer: SessionViewer, events: Sequence[dict[str, Any]], letter: str = "") -> bool:
    """Enters what a form sends, which says in ``seen`` what its page had seen; whether it was, or the page says why."""
    try:
        check_rate(request)
        acting.act(viewer, events, number_in(request, "seen"), letter, request.POST.get("key", ""))
    except RequestRefused as refusal:
        messages.error(request, refusal_text(refusal))
        return False
    return True


def leading(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tells a script that sends the form where it leads: ``{"to": ADDRESS}`` in the place of the redirect.

    Messages wait for the page that it leads to, which the script could not open without using them up.
    """

    @wraps(view)
    def answer(request: SiteRequest, *parts: Any, **named: Any) -> HttpResponse:
        response = view(request, *parts, **named)
        is_asked = request.headers.get("X-Requested-With") == SCRIPT
        return JsonResponse({"to": response["Location"]}) if is_asked and "Location" in response else response

    return answer


def back(viewer: SessionViewer, *, seat: str = "", to: str = "") -> HttpResponse:
    """The session's page again, or another of its pages; ``seat`` keeps one of several hands open."""
    path = viewer.session.get_absolute_url() + to
    keeps = seat and len(viewer.held) > 1
    return redirect(f"{path}?{urlencode({'seat': seat})}" if keeps else path)
