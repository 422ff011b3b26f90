"""Pages of the solver: asking it, and what it says to whoever asked."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.budgets import costly, in_words
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from background import services as background
from board.forms import Complaint, PositionForm
from board.services import MAX_INPUT
from board.walkthrough import show
from engine.kernel.errors import EngineError
from grimoire import fair_play
from grimoire.proving import services
from grimoire.proving.access import Sight, get_visible_proof, remember_asked, sight_of
from grimoire.proving.counting import count as count_now
from grimoire.proving.limits import ASKS, COUNTS, game_running, may_queue, no_objective, too_often
from grimoire.proving.reports import ProofReport
from grimoire.solving.services import surrender

SET_PLAY: Final = "set-play"  # a part of a proof's page
AGAIN_AFTER: Final = 600  # seconds, where nothing more precise is known


@never_cache
@require_POST
@costly(0.5, lambda request, seconds: _refused(request, in_words(seconds), [], 429, seconds))
def prove(request: SiteRequest) -> HttpResponse:
    """Asks for the proof of a position; what can be had at once is there when this answers."""
    form = PositionForm({"position_text": _sent(request)}, language=request.language)
    if not form.is_valid() or form.position is None:
        return _refused(request, _("This position can't be solved yet."), form.complaints, 400)
    try:
        fair_play.check(request.owner, form.position)
        known = services.known(position=form.position)
        if known is None and not ASKS.allows(request):
            return _refused(request, too_often(), [], 429)
        proof = services.ask(position=form.position, may_queue=lambda: may_queue(request))
    except services.QueueFull:
        return _refused(request, too_often(), [], 429)
    except fair_play.GameRunning:
        return _refused(request, game_running(), [], 403)
    except EngineError as wrong:
        return _refused(request, no_objective(), [Complaint(str(wrong.at), no_objective())], 400)
    remember_asked(request, proof)
    if request.htmx:
        return _fragment(request, get_visible_proof(request, proof.key))
    return redirect("grimoire:proof", proof.key)


@never_cache
@require_POST
@costly(0.25, lambda request, seconds: _counted(request), lambda: COUNTS)
def count(request: SiteRequest) -> HttpResponse:
    """How many solutions a position has, as far as that is found between two edits: a part of the editor's page."""
    form = PositionForm({"position_text": _sent(request)}, language=request.language)
    if not form.is_valid() or form.position is None:
        return _counted(request)
    try:
        fair_play.check(request.owner, form.position)
        sight = sight_of(request, count_now(form.position))
    except fair_play.GameRunning:
        return _counted(request, why=game_running())
    except EngineError:
        return _counted(request, why=no_objective())
    return _counted(request, report=ProofReport(sight, request.language))


@never_cache
@require_GET
@costly()
def proof(request: SiteRequest, key: str) -> HttpResponse:
    """The page of a search: its result, or its progress."""
    sight = get_visible_proof(request, key)
    background.go_on(job=sight.proof)
    report = ProofReport(sight, request.language)
    report.shows_set_play = request.GET.get("part") == SET_PLAY
    if request.htmx and report.shows_set_play:
        return render(request, "grimoire/proving/_set_play.html", {"report": report})
    if request.htmx:
        return _fragment(request, sight)
    shown = show(report.position, (), request.language)
    context = {"report": report, "moment": shown.moments[0]}
    return render(request, "grimoire/proving/proof.html", context)


@require_POST
@costly(0.5, lambda request, seconds: _refused(request, in_words(seconds), [], 429, seconds))
def again(request: SiteRequest, key: str) -> HttpResponse:
    """Begins a search anew that was cancelled, failed, or ran out of time."""
    sight = get_visible_proof(request, key)
    try:
        services.ask(position=ProofReport(sight, "en").position, may_queue=lambda: may_queue(request))
    except services.QueueFull:
        return _refused(request, too_often(), [], 429)
    return _fragment(request, get_visible_proof(request, key)) if request.htmx else redirect("grimoire:proof", key)


@require_POST
@costly()
def cancel(request: SiteRequest, key: str) -> HttpResponse:
    background.cancel(job=get_visible_proof(request, key).proof)
    return _fragment(request, get_visible_proof(request, key)) if request.htmx else redirect("grimoire:proof", key)


@require_POST
@costly()
def give_up(request: SiteRequest, key: str) -> HttpResponse:
    """Gives up the published page that has this position, to see what the solver found."""
    sight = get_visible_proof(request, key)
    if sight.sealed_by is not None:
        surrender(owner=get_or_create_owner(request), puzzle=sight.sealed_by)
    return redirect("grimoire:proof", key)


def _sent(request: SiteRequest) -> str:
    """The position as the editor and the board send it, or as it was typed into our own box."""
    return request.POST.get("position") or request.POST.get("position_text", "")


def _fragment(request: SiteRequest, sight: Sight) -> HttpResponse:
    response = render(request, "grimoire/proving/_proof.html", {"report": ProofReport(sight, request.language)})
    if sight.proof.is_settled:
        response["HX-Trigger-After-Swap"] = "proven"  # what else on the page depends on it looks again
    return response


def _counted(request: SiteRequest, **context: Any) -> HttpResponse:
    return render(request, "grimoire/proving/_count.html", context)


def _refused(
    request: SiteRequest, why: str, complaints: list[Complaint], status: int, seconds: int = AGAIN_AFTER
) -> HttpResponse:
    context = {"why": why, "complaints": complaints, "typed": _sent(request)[:MAX_INPUT]}
    if request.htmx:
        return render(request, "grimoire/proving/_refused.html", context)  # htmx shows what is no failure only
    response = render(request, "grimoire/proving/refused.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(seconds)
    return response
