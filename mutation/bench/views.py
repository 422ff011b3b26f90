"""The bench of a seat: for whoever holds it, and for the organiser, from the choice of decks on."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from engine.decks.sessions.ledger_events import PRICES
from engine.decks.sessions.schedule import SEATS
from engine.kernel.numbers import whole_number
from mutation.bench.pages import BenchPage
from mutation.bench.plans import event_of, lay_out, read_plan, sheet_of
from mutation.bench.pricing import PriceForm, price_page
from mutation.bench.suggesting import suggested
from mutation.faces import SessionFaces
from mutation.organising.asking import ask_first
from mutation.organising.entries import event_text
from mutation.pages import session_context
from mutation.requests import back, enter, leading, number_in, session_viewer
from mutation.services import acting
from mutation.services.ledgers import ledger_of
from mutation.viewers import SessionViewer
from mutation.words import refusal_text
from web.refusals import RequestRefused


@require_GET
@costly()
def bench(request: SiteRequest, token: str, letter: str) -> HttpResponse:
    """A seat's deck and Laboratory, with the plan of the address (``plan``) and an element to be cut (``cut``)."""
    viewer = _at_the_bench(request, token, letter)
    ledger = ledger_of(viewer.session)
    if not ledger.state.all_have_chosen:
        return back(viewer, seat=letter)
    laid = lay_out(ledger, letter, read_plan(request.GET.get("plan", "")))
    faces = SessionFaces(viewer.session, ledger.header, request.language)
    page = BenchPage(viewer.session, laid, faces, _chosen(request.GET.get("cut", "")))
    sets = whole_number(request.GET.get("sets", ""), 3)
    context = session_context(viewer) | {
        "page": page,
        "letter": letter,
        "name": viewer.name_of(letter),
        "key": secrets.token_urlsafe(12),
        "suggested": None if sets is None else suggested(page, sets),
    }
    alone = bool(request.htmx) and not request.htmx.history_restore_request
    response = render(request, "mutation/bench/_bench.html" if alone else "mutation/bench/bench.html", context)
    return _private(response)


@require_POST
@leading
@costly()
def glue(request: SiteRequest, token: str, letter: str) -> HttpResponse:
    """Writes all mutations of a plan into the ledger, or none: then the plan lies on the bench still."""
    viewer = _at_the_bench(request, token, letter)
    text = request.POST.get("plan", "")
    sheet, game = sheet_of(ledger_of(viewer.session), letter), max(0, number_in(request, "game"))
    events = [event_of(sheet, planned, game) for planned in read_plan(text)]
    address = reverse("mutation:bench", args=[token, letter])
    response = ask_first(request, viewer, [letter], [event for event in events if event is not None])
    if response is not None:
        return response
    try:
        check_rate(request)
        if not events or None in events:
            raise RequestRefused(422, "not-on-that-card", "there is nothing like this to be glued")
        acting.act(viewer, events, number_in(request, "seen"), letter, request.POST.get("key", ""))
    except RequestRefused as refusal:
        _tell(request, viewer, refusal)
        return redirect(f"{address}?{urlencode({'plan': text[:1000]})}")
    messages.success(request, _("Cut and glued. It's in the log."))
    return redirect(address)


def _tell(request: SiteRequest, viewer: SessionViewer, refusal: RequestRefused) -> None:
    """Says why nothing was glued, which mutation it was, and what has been entered meanwhile."""
    reason = refusal_text(refusal)
    if isinstance(refusal.at, int):
        reason = _("Mutation %(number)d: %(why)s") % {"number": refusal.at + 1, "why": reason}
    messages.error(request, _("%(why)s Nothing was glued.") % {"why": reason})
    viewer.session.refresh_from_db(fields=["version", "phase"])
    ledger = ledger_of(viewer.session)
    faces = SessionFaces(viewer.session, ledger.header, request.language)
    for number in refusal.more.get("numbers", ()):
        text = event_text(ledger.written(number), viewer, faces)
        messages.info(request, _("Meanwhile, entry %(number)d: %(text)s") % {"number": number, "text": text})


@require_http_methods(["GET", "POST"])
def prices(request: SiteRequest, token: str) -> HttpResponse:
    """The session's price table, for all to read; the organiser changes it until something was done by it."""
    viewer = session_viewer(request, token)
    state = ledger_of(viewer.session).state
    is_sent = request.method == "POST"
    if is_sent and not viewer.is_organiser:
        raise Http404("for the organiser alone")
    form = PriceForm(request.POST if is_sent else None, state.header.edition, state.prices, request.language)
    if is_sent and form.is_valid() and enter(request, viewer, [{"kind": PRICES, "prices": form.table()}]):
        messages.success(request, _("The session now uses these prices."))
        return redirect("mutation:prices", token=token)
    may_edit = viewer.is_organiser and not state.locked and viewer.session.phase != viewer.session.Phase.OVER
    context: dict[str, Any] = session_context(viewer) | {
        "table": price_page(state.prices, request.language),
        "form": form if may_edit else None,
        "is_locked": state.locked,
    }
    failed = is_sent and not form.is_valid()
    return _private(render(request, "mutation/bench/prices.html", context, status=422 if failed else 200))


def _at_the_bench(request: SiteRequest, token: str, letter: str) -> SessionViewer:
    """Who looks, if it is a seat of theirs, or they are the organiser. Raises ``Http404``."""
    viewer = session_viewer(request, token)
    if letter not in SEATS or not (letter in viewer.held or viewer.is_organiser):
        raise Http404(f"not the seat {letter} of this viewer")
    return viewer


def _chosen(text: str) -> tuple[int, str] | None:
    """The element of an address, such as ``3.rage``."""
    place, dot, element = text[:60].partition(".")
    number = whole_number(place, 1)
    return None if number is None or not dot else (number, element)


def _private(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response
