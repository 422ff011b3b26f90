"""Pages of the solver: asking it, and what it says to whoever asked."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.limits import Limit
from accounts.owners import owner_for
from background import services as background
from config.http import HtmxHttpRequest
from engine.errors import EngineError
from grimoire.forms import Complaint, PositionForm
from grimoire.proving import services
from grimoire.proving.access import Sight, remember_asked, sight_of
from grimoire.proving.reports import Report
from grimoire.services import MAX_INPUT
from rulings.showing import show

ASKS: Final = Limit("proof", times=120, seconds=3600)
LONG: Final = Limit("long-proof", times=20, seconds=3600)


def _language() -> str:
    return get_language() or "en"


@never_cache
@require_POST
def prove(request: HtmxHttpRequest) -> HttpResponse:
    """Asks for the proof of a position; what can be had at once is there when this answers."""
    form = PositionForm({"position_text": _sent(request)}, language=_language())
    if not form.is_valid() or form.position is None:
        return _refused(request, _("This is not a position that can be solved yet."), form.complaints, 400)
    try:
        known = services.known(position=form.position)
        if known is None and not ASKS.allows(request):
            return _refused(request, too_often(), [], 429)
        proof = services.ask(position=form.position, may_queue=lambda: LONG.allows(request))
    except services.QueueFull:
        return _refused(request, too_often(), [], 429)
    except EngineError as wrong:
        return _refused(request, no_objective(), [Complaint(str(wrong.at), no_objective())], 400)
    remember_asked(request, proof)
    if request.htmx:
        return _fragment(request, sight_of(request, proof.key))
    return redirect("grimoire:proof", proof.key)


@never_cache
@require_GET
def proof(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """What came of a search, or how far it is."""
    sight = sight_of(request, key)
    background.go_on(job=sight.proof)
    if request.htmx:
        return _fragment(request, sight)
    report = Report(sight, _language())
    shown = show(report.position, (), _language())
    context = {"report": report, "moment": shown.moments[0], "icons": report.icons | set(shown.icons)}
    return render(request, "grimoire/proving/proof.html", context)


@require_POST
def again(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Begins a search anew that was cancelled, failed, or ran out of time."""
    sight = sight_of(request, key)
    try:
        services.ask(position=Report(sight, "en").position, may_queue=lambda: LONG.allows(request))
    except services.QueueFull:
        return _refused(request, too_often(), [], 429)
    return _fragment(request, sight_of(request, key)) if request.htmx else redirect("grimoire:proof", key)


@require_POST
def cancel(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Stops a search."""
    background.cancel(job=sight_of(request, key).proof)
    return _fragment(request, sight_of(request, key)) if request.htmx else redirect("grimoire:proof", key)


@require_POST
def give_up(request: HttpRequest, key: str) -> HttpResponse:
    """Gives up the published page that has this position, to see what the solver found."""
    from grimoire.solving.services import surrender

    sight = sight_of(request, key)
    if sight.sealed_by is not None:
        surrender(owner=owner_for(request), puzzle=sight.sealed_by)
    return redirect("grimoire:proof", key)


def _sent(request: HttpRequest) -> str:
    """The position as the editor and the board send it, or as it was typed into our own box."""
    return request.POST.get("position") or request.POST.get("position_text", "")


def _fragment(request: HttpRequest, sight: Sight) -> HttpResponse:
    answer = render(request, "grimoire/proving/_proof.html", {"report": Report(sight, _language())})
    if sight.proof.is_settled:
        answer["HX-Trigger-After-Swap"] = "proven"  # what else on the page depends on it looks again
    return answer


def _refused(request: HtmxHttpRequest, why: str, complaints: list[Complaint], status: int) -> HttpResponse:
    context = {"why": why, "complaints": complaints, "typed": _sent(request)[:MAX_INPUT]}
    if request.htmx:
        return render(request, "grimoire/proving/_refused.html", context)  # htmx shows what is no failure only
    return render(request, "grimoire/proving/refused.html", context, status=status)


def too_often() -> str:
    """What somebody is told who asks the solver too much."""
    return _("The solver has a lot to do just now, or you have asked it very often. Please try again in a while.")


def no_objective() -> str:
    """What somebody is told whose position has no objective that means something."""
    return _("The solver needs an objective of the player whose turn it is, and a target that is there.")
