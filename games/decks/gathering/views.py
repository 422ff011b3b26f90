"""Waiting for those who bring decks, and coming with one."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from cards.decks.building import builder
from cards.decks.pages import WayBack
from contract.seating import names_in
from games.decks.forms import BringDeckForm, built_context
from games.decks.gathering import services
from tables.inviting.links import invitation_picture
from tables.models import Gathering, GatheringSeat
from tables.naming import PlayerNameForm
from tables.refusals import start_refusal_words
from tables.services.people_messages import are_apart
from tables.summaries import holder_name, summary_of_request
from tables.tokens import invitation as invitation_of
from web.refusals import RequestRefused


def _found(token: str) -> Gathering:
    try:
        return services.find_gathering(token)
    except RequestRefused:
        raise Http404("no such gathering") from None


@never_cache
@require_http_methods(["GET", "POST"])
def gathering(request: SiteRequest, token: str) -> HttpResponse:
    """Those who have a seat wait here; others may take one that the lobby offers."""
    gathering = _found(token)
    if gathering.game is not None:
        address = gathering.game.get_absolute_url()
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    owner = request.owner
    seats = list(gathering.seats.select_related("owner__user"))
    if gathering.is_called_off:
        return _called_off(request, gathering, seats, owner)
    if owner is None or not _belongs(gathering, seats, owner):
        listed = names_in(gathering.listed, [seat.seat_name for seat in seats])
        offered = next((seat for seat in seats if seat.is_free and seat.seat_name in listed), None)
        if offered is None or (owner is not None and are_apart(owner, gathering.owner_id)):
            raise Http404("no free seat that is listed")
        return _come(request, gathering, seats, offered)
    if request.method == "POST":
        return _stop(request, gathering, owner)
    seen = hashlib.sha256(repr([seat.owner_id for seat in seats]).encode()).hexdigest()[:16]
    if request.htmx and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    context = {
        "gathering": gathering,
        "seen": seen,
        "is_own": gathering.owner_id == owner.pk,
        "summary": summary_of_request(gathering.asked),
        "seats": [(seat, holder_name(seat), seat.owner_id == owner.pk) for seat in seats],
        "invitations": [(seat.seat_name, _path(gathering, seat)) for seat in seats if seat.is_free],
    }
    return render(request, "play/gathering.html", context)


def _called_off(
    request: SiteRequest, gathering: Gathering, seats: list[GatheringSeat], owner: Owner | None
) -> HttpResponse:
    """For those who had a seat: their page, and nobody else's."""
    if owner is None or owner.pk == gathering.owner_id or all(seat.owner_id != owner.pk for seat in seats):
        raise Http404("called off, and not theirs")
    if request.htmx:
        return HttpResponseClientRedirect(gathering.get_absolute_url())
    context = {"summary": summary_of_request(gathering.asked), "host": gathering.owner.name_at_tables}
    return render(request, "play/called_off.html", context, status=410)


def _belongs(gathering: Gathering, seats: list[GatheringSeat], owner: Owner) -> bool:
    return gathering.owner_id == owner.pk or any(seat.owner_id == owner.pk for seat in seats)


def _path(gathering: Gathering, seat: GatheringSeat) -> str:
    return reverse("play:bring_deck", args=[gathering.token, invitation_of(gathering, seat.seat_name)])


def _stop(request: SiteRequest, gathering: Gathering, owner: Owner) -> HttpResponse:
    """Leaves the seat; or its creator wants no game any more, or none from the lobby."""
    command = request.POST.get("what", "")
    if command == "leave":
        services.leave(gathering, owner)
        return redirect("play:index" if gathering.owner_id != owner.pk else gathering.get_absolute_url())
    if command == "withdraw" and gathering.owner_id == owner.pk:
        Gathering.objects.filter(pk=gathering.pk).update(listed="")
    elif command == "end" and services.give_up(gathering, owner):
        return redirect("play:index")
    return redirect(gathering.get_absolute_url())


@never_cache
@require_http_methods(["GET", "POST"])
def bring_deck(request: SiteRequest, token: str, invitation: str) -> HttpResponse:
    """An invitation: whoever follows it chooses a deck and takes the seat. It leads to the game once there is one."""
    gathering = _found(token)
    try:
        seat = services.invited(gathering, invitation)
    except RequestRefused:
        raise Http404("not the invitation of a seat") from None
    if gathering.game is not None:
        if request.method == "POST":
            messages.error(request, _("This seat is taken."))
        return redirect(gathering.game.get_absolute_url())
    return _come(request, gathering, list(gathering.seats.select_related("owner__user")), seat)


@never_cache
@require_http_methods(["GET", "POST"])
def build_deck(request: SiteRequest, token: str, invitation: str = "") -> HttpResponse:
    """Whoever is invited, or takes a seat of the lobby's, builds a deck and comes back to the seat with it."""
    gathering = _found(token)
    back = gathering.get_absolute_url()
    if invitation:
        try:
            back = _path(gathering, services.invited(gathering, invitation))
        except RequestRefused:
            raise Http404("not the invitation of a seat") from None
    return builder(request, None, WayBack(_("You're invited to a game"), back))


def _come(request: SiteRequest, gathering: Gathering, seats: list[GatheringSeat], seat: GatheringSeat) -> HttpResponse:
    owner = request.owner
    is_sent = request.method == "POST" and seat.is_free
    form = BringDeckForm(request.POST if is_sent else None, owner, request.GET.get("deck", ""))
    naming = PlayerNameForm(request)
    if is_sent and form.is_valid() and naming.allows():
        try:
            check_rate(request)
            begun = services.join(gathering, seat.seat_name, naming.named_owner(), form.cleaned_data["deck"])
        except RequestRefused as refusal:
            if refusal.code == "seat-taken":
                messages.error(request, _("This seat is taken."))
                return redirect(request.path)
            form.add_error("deck", start_refusal_words(refusal))
        else:
            return redirect((begun or gathering).get_absolute_url())
    if seat.owner_id is not None and owner is not None and seat.owner_id == owner.pk:
        return redirect(gathering.get_absolute_url())
    context: dict[str, Any] = {
        "form": form,
        "naming": naming,
        "seat": seat,
        "seats": [(other_seat, holder_name(other_seat)) for other_seat in seats],
        "summary": summary_of_request(gathering.asked),
        "picture": invitation_picture(gathering.asked, request.language),
        "builder": f"{request.path}deck/",
        **built_context(form.decks, owner, request.GET.get("deck", "")),
    }
    return render(request, "play/bring_deck.html", context, status=422 if is_sent else 200)
