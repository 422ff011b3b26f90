"""Pages that lead into a session: one's own sessions, the form, seats taken by a link."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.begun import made_before, token_for, token_in
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from engine.decks.sessions.schedule import SEATS
from mutation import tokens
from mutation.former_seats import lost_seats
from mutation.models import MutationSession, SessionSeat
from mutation.requests import seat_lost
from mutation.services import bots, creating, pace, seating
from mutation.services.creating import WAYS
from mutation.starting.forms import WAY_HINTS, WAY_NAMES, SessionForm
from mutation.viewers import find_session
from mutation.words import refusal_text
from tables.limits import check_new_game
from web.refusals import RequestRefused

LISTED: Final = 40


@require_GET
def index(request: SiteRequest) -> HttpResponse:
    """One's own sessions: those that one organises, and those in which one has a seat."""
    owner = request.owner
    sessions = MutationSession.objects.none()
    if owner is not None:
        seated = SessionSeat.objects.filter(owner=owner).values("session")
        sessions = MutationSession.objects.filter(Q(owner=owner) | Q(pk__in=seated)).order_by("-updated")
    rows = []
    for session in sessions.prefetch_related("seats")[:LISTED]:
        own = [seat.letter for seat in session.seats.all() if owner is not None and seat.owner_id == owner.pk]
        rows.append((session, any(letter in session.waits_for for letter in own), session.players.values()))
    return render(request, "mutation/index.html", {"rows": rows})


@require_http_methods(["GET", "POST"])
def begin(request: SiteRequest) -> HttpResponse:
    """The form that begins a session; ways to the decks are links that renew it."""
    is_sent = request.method == "POST"
    form = SessionForm(request.POST if is_sent else request.GET, request.owner, is_sent=is_sent)
    if is_sent and form.is_valid() and form.plan is not None:
        try:
            check_new_game(request)
            owner = get_or_create_owner(request)
            token = token_in(request)
            existing = made_before(MutationSession, owner, token)
            session = existing or creating.create(form.plan, owner, token_for(MutationSession, token))
            bots.run(session)
            return redirect(session)
        except RequestRefused as refusal:
            form.add_error(None, refusal_text(refusal))
    context = {"form": form, "ways": _ways(form), "length": pace.duration_text(pace.length(form.way))}
    return render(request, "mutation/begin.html", context, status=422 if is_sent else 200)


def _ways(form: SessionForm) -> list[dict[str, Any]]:
    return [
        {
            "value": way,
            "name": WAY_NAMES[way],
            "hint": WAY_HINTS[way],
            "href": f"{reverse('mutation:begin')}?way={way}",
            "is_chosen": way == form.way,
        }
        for way in WAYS
    ]


@require_http_methods(["GET", "POST"])
def join(request: SiteRequest, token: str, invitation: str) -> HttpResponse:
    """The session's link: whoever has it takes a free seat, by the form alone, since previews of links open it."""
    try:
        session = find_session(token)
        if not tokens.is_invitation(session, invitation):
            raise Http404("not the invitation of this session")
        if request.method == "POST":
            letter = request.POST.get("seat", "")
            if letter in SEATS:
                seating.claim(session, letter, invitation, get_or_create_owner(request))
                return redirect(session)
            messages.error(request, _("Choose a seat."))
    except RequestRefused as refusal:
        if refusal.status == 404:
            raise Http404(refusal.code) from None
        messages.error(request, refusal_text(refusal))
    owner = request.owner
    seats = [
        (seat, session.players[seat.letter], owner is not None and seat.owner_id == owner.pk)
        for seat in session.seats.select_related("owner__user").order_by("letter")
    ]
    context = {
        "session": session,
        "seats": seats,
        "free": [(seat, name) for seat, name, _own in seats if seat.is_free],
        "has_own": any(own for _seat, _name, own in seats),
    }
    return render(request, "mutation/join.html", context)


@require_http_methods(["GET", "POST"])
def take(request: SiteRequest, token: str, secret: str) -> HttpResponse:
    """A seat's own link: this browser holds the seat from now on."""
    session = None
    try:
        session = find_session(token)
        if request.method == "GET":
            seating.of_secret(session, secret)
            return render(request, "mutation/take.html", {"session": session})
        seating.take_over(session, secret, get_or_create_owner(request))
    except RequestRefused as refusal:
        if refusal.status == 404 and session is not None and lost_seats(session, None, secret):
            raise seat_lost(session, None, secret) from None
        if refusal.status == 404:
            raise Http404(refusal.code) from None
        messages.error(request, refusal_text(refusal))
    return redirect("mutation:session", token=token)
