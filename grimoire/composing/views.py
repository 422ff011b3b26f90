"""Searches of the composer: asking for one from the editor, how far it is, stopping it and going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import retarget

from accounts.budgets import costly
from accounts.requests import SiteRequest
from background import services as background
from board.forms import Complaint, PositionForm
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire import fair_play
from grimoire.composing import services
from grimoire.composing.access import get_own, open_part, remember_asked, sealing_at_once
from grimoire.composing.forms import WishesForm
from grimoire.composing.limits import refusal_of, too_many
from grimoire.composing.marks import marks_of
from grimoire.composing.reports import CompositionReport
from grimoire.models import Composition
from grimoire.proving.access import get_visible_proof
from grimoire.proving.limits import game_running, no_objective
from grimoire.proving.reports import ProofReport

OF_POSITION: Final = (Composition.Kind.UNIQUE, Composition.Kind.TIDY)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def find(request: SiteRequest) -> HttpResponse:
    """Searches for puzzles as somebody wishes them."""
    form = WishesForm(request.POST or None, language=request.language)
    if request.method == "POST" and form.is_valid():
        return _ask(request, Composition.Kind.FIND, form=form)
    return _form(request, form, 400 if form.is_bound else 200)


def _form(request: SiteRequest, form: WishesForm, status: int = 200, refused: str = "") -> HttpResponse:
    context = {"form": form, "refused": refused}
    if request.htmx:
        response = render(request, "grimoire/composing/_form.html", context)
        return retarget(response, "[data-wishes]") if form.is_bound else response
    return render(request, "grimoire/composing/find.html", context, status=status)


@never_cache
@require_POST
@costly(0.25)
def ask(request: SiteRequest) -> HttpResponse:
    """Searches for changes of a position, ``kind`` says which."""
    kind = request.POST.get("kind", "")
    form = PositionForm({"position_text": request.POST.get("position", "")}, language=request.language)
    if kind not in OF_POSITION or not form.is_valid() or form.position is None:
        return _refused(request, _("This position can't be solved yet."), form.complaints)
    try:
        sealed_by = sealing_at_once(request, form.position)
    except fair_play.GameRunning:
        return _refused(request, game_running())
    except EngineError:
        return _refused(request, no_objective())
    if sealed_by is not None:
        return render(request, _template(request), {"no": {"puzzle": sealed_by}})
    return _ask(request, Composition.Kind(kind), form.position)


def _ask(
    request: SiteRequest, kind: Composition.Kind, position: Position | None = None, form: WishesForm | None = None
) -> HttpResponse:
    refused = refusal_of(request)
    if not refused:
        try:
            row = services.ask(kind=kind, position=position, wishes=form.wishes if form else None)
        except services.TooManySearches as error:
            refused = too_many(error)
        else:
            remember_asked(request, row)
            return _shown(request, row) if request.htmx else redirect("grimoire:composition", row.token)
    return _form(request, form, 429, refused) if form and not request.htmx else _refused(request, refused, status=429)


@never_cache
@require_GET
@costly()
def composition(request: SiteRequest, token: str) -> HttpResponse:
    """A search: how far it is, and what it has found."""
    row = get_own(request, token)
    background.go_on(job=row)
    return _shown(request, row)


@require_POST
@costly()
def cancel(request: SiteRequest, token: str) -> HttpResponse:
    row = get_own(request, token)
    background.cancel(job=row)
    return _shown(request, row) if request.htmx else redirect("grimoire:composition", token)


@require_POST
@costly()
def search_on(request: SiteRequest, token: str) -> HttpResponse:
    """Goes on with a search that has rested."""
    row = get_own(request, token)
    refused = refusal_of(request)
    if refused:
        return _refused(request, refused, status=429)
    try:
        services.search_on(row=row)
    except services.TooManySearches as error:
        return _refused(request, too_many(error), status=429)
    return _shown(request, row) if request.htmx else redirect("grimoire:composition", token)


@never_cache
@require_GET
@costly(0.5)
def marks(request: SiteRequest, key: str) -> HttpResponse:
    """What speaks for a proven puzzle, for whoever may see its solution: a part of its proof's page."""
    sight = get_visible_proof(request, key)
    shown = marks_of(sight.proof) if sight.is_whole else None
    report = ProofReport(sight, request.language)
    return render(request, "grimoire/composing/_marks.html", {"marks": shown, "report": report})


def _shown(request: SiteRequest, row: Composition) -> HttpResponse:
    sealed_by, entries = open_part(request, row)
    context = {"composition": CompositionReport(row, entries, request.language), "no": {"puzzle": sealed_by}}
    return render(request, _template(request), context)


def _template(request: SiteRequest) -> str:
    return "grimoire/composing/_composition.html" if request.htmx else "grimoire/composing/composition.html"


def _refused(request: SiteRequest, why: str, complaints: Sequence[Complaint] = (), status: int = 400) -> HttpResponse:
    context = {"no": {"why": why, "complaints": complaints}}
    return render(request, _template(request), context, status=200 if request.htmx else status)
