"""Pages of championships: the list, one of them, and the hour in which its puzzles are solved."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from accounts.too_many import with_limit
from board.services import split_actions
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from grimoire.championships import services, tasks
from grimoire.championships.championship_text import refusal_text
from grimoire.championships.forms import ChampionshipForm
from grimoire.championships.pages import (
    answer_at,
    championship_for,
    championship_list,
    championship_page,
    drafts_of,
    solving_context,
)
from grimoire.models import ChampionshipAnswer, ChampionshipRun
from grimoire.puzzle_games import game_of
from grimoire.solving.limits import JUDGED, PLAYED
from grimoire.solving.services import ClientState

CHAMPIONSHIPS: Final = Limit("championships", times=5, seconds=24 * 3600)
MAX_LINE: Final = 3000  # characters
MAX_ACTION: Final = 60
HAND_IN: Final = "judge"  # as in a run, whose script knows it


@require_GET
@costly()
def championships(request: SiteRequest) -> HttpResponse:
    page = championship_list(request.GET.get("page", "1"))
    return render(request, "grimoire/championships/index.html", {"page": page, "now": timezone.now()})


@require_http_methods(["GET", "POST"])
@costly()
def new_championship(request: SiteRequest) -> HttpResponse:
    """Makes a championship of six drafts. Whoever organises it has a name."""
    if not request.user.is_authenticated:
        messages.info(request, _("Sign in to organise a championship."))
        return redirect("grimoire:championships")
    form, status = ChampionshipForm(request.POST or None, drafts=drafts_of(request.owner)), 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and CHAMPIONSHIPS.allows(request):
            try:
                made = services.create(
                    owner=get_or_create_owner(request),
                    puzzles=form.cleaned_data["puzzles"],
                    fields=form.championship_fields(),
                )
            except services.Refused as refused:
                form.add_error(None, refusal_text(refused.code))
            else:
                tasks.finish_later(made)
                return redirect(made)
        elif form.is_valid():
            form.add_error(None, with_limit(request, _("Too many new championships.")))
            status = 429
    return render(request, "grimoire/championships/new.html", {"form": form}, status=status)


@require_GET
@costly()
def championship(request: SiteRequest, token: str) -> HttpResponse:
    shown = championship_for(token, request.owner)
    page = championship_page(shown, request.owner, request.language, timezone.now())
    context = {"page": page, "canonical": shown.get_absolute_url()}
    return _private(render(request, "grimoire/championships/championship.html", context))


@require_POST
@costly()
def change_championship(request: SiteRequest, token: str) -> HttpResponse:
    """Begins one's hour, ends it, or deletes a championship of one's own."""
    shown, command = championship_for(token, request.owner), request.POST.get("do", "")
    owner = get_or_create_owner(request)
    try:
        if command == "begin":
            services.begin(championship=shown, owner=owner)
            return redirect("grimoire:solve_championship", token, 1)
        if command == "end":
            services.end(run=_own_run(request, token))
        elif command == "delete":
            services.delete(championship=shown, owner=owner)
            messages.success(request, pgettext("of a contest", "“%(title)s” deleted.") % {"title": shown.heading})
            return redirect("grimoire:championships")
    except services.Refused as refused:
        messages.error(request, refusal_text(refused.code))
    return redirect(shown)


@require_http_methods(["GET", "POST"])
@costly()
def solve_championship(request: SiteRequest, token: str, number: int) -> HttpResponse:
    """A puzzle in one's hour; takes plays, and the answer. Plays are answered in place."""
    run = _own_run(request, token)
    is_over = services.is_late(run) if request.method == "POST" else run.is_over(timezone.now())
    if is_over or timezone.now() < run.started:
        return redirect(run.championship)
    answer, command = answer_at(run, number), request.POST.get("do", "")
    if request.method == "GET":
        return _shown(request, run, answer)
    if not (JUDGED if command == HAND_IN else PLAYED).allows(request):
        return _shown(request, run, answer, _("Too fast. Wait a moment and try again."), 429)
    try:
        is_handed_in = _change(request, answer, command)
    except StaleRevision:
        is_handed_in = False  # shown as it is now: sent twice, or from another window
    except IllegalAction as error:
        problem = game_of(answer.page.puzzle).refusal(error, request.language)
        return _shown(request, run, answer_at(run, number), problem, 400)
    if is_handed_in:
        messages.success(request, _("Answer handed in."))
    if request.htmx and command != HAND_IN:
        return _shown(request, run, answer_at(run, number))
    return redirect("grimoire:solve_championship", token, number)


def _change(request: SiteRequest, answer: ChampionshipAnswer, command: str) -> bool:
    """Whether the answer was handed in."""
    revision = whole_number(request.POST.get("revision", ""), 8)
    line = tuple(split_actions(request.POST.get("line", "")[:MAX_LINE]))
    state = ClientState(-1 if revision is None else revision, line)
    if "action" in request.POST:
        services.play(answer=answer, client_state=state, action=request.POST["action"][:MAX_ACTION])
    elif command == HAND_IN:
        return services.hand_in(answer=answer, client_state=state)
    elif command == "undo":
        services.undo(answer=answer, client_state=state)
    return False


def _own_run(request: SiteRequest, token: str) -> ChampionshipRun:
    shown = championship_for(token, request.owner)
    run = shown.runs.select_related("owner__user").filter(owner=request.owner).first() if request.owner else None
    if run is None:
        raise Http404("no hour of theirs")
    run.championship = shown
    return run


def _shown(
    request: SiteRequest, run: ChampionshipRun, answer: ChampionshipAnswer, problem: str = "", status: int = 200
) -> HttpResponse:
    context = solving_context(run, answer, problem, request.language, timezone.now())
    template = "grimoire/championships/solve.html" + ("#side" if request.htmx else "")
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    return _private(response)


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
