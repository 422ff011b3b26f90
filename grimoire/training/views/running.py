"""Runs of puzzles: starting one, the puzzle of the moment, how it went. Each is shown to its owner alone."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from board.services import split_actions
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from grimoire.models import TrainingRun
from grimoire.puzzle_games import game_of
from grimoire.solving.services import ClientState
from grimoire.training import runs
from grimoire.training.race_pages import race_page
from grimoire.training.run_pages import result_of, run_context
from grimoire.training.trained_games import game_in

PLAYED: Final = Limit("playing", times=600, seconds=60)
MAX_LINE: Final = 3000  # characters
MAX_ACTION: Final = 60
JUDGE, SKIP, STOP = "judge", "skip", "stop"
ENDS: Final = (JUDGE, SKIP, STOP)  # commands after which another puzzle is on the board


@require_POST
@costly()
def start(request: SiteRequest) -> HttpResponse:
    kind = request.POST.get("kind", "")
    if kind not in (runs.STORM, runs.STREAK) or not runs.STARTED.allows(request):
        return redirect("grimoire:training")
    return redirect(runs.start_run(owner=get_or_create_owner(request), kind=kind, game=game_in(request.POST)))


@require_GET
@costly()
def run(request: SiteRequest, token: str) -> HttpResponse:
    current = _own_run(request, token)
    if current.race is not None and not current.race.is_begun(timezone.now()):
        return redirect(current.race)
    return _shown(request, current)


@require_POST
@costly()
def change_run(request: SiteRequest, token: str) -> HttpResponse:
    """Plays a card, takes back, has the answer judged, skips or stops. Cards are answered in place."""
    current, command = _own_run(request, token), request.POST.get("do", "")
    answered = len(current.answers)
    if not PLAYED.allows(request):
        return _shown(request, current, _("Too fast. Wait a moment and try again."), 429)
    try:
        _change(request, current, command)
    except StaleRevision:
        current.refresh_from_db()  # as it is now: sent twice, or from another window
    except IllegalAction as error:
        attempt = runs.attempt_in(current)
        problem = game_of(attempt.puzzle).refusal(error, request.language) if attempt else ""
        return _shown(request, current, problem, 400)
    if request.htmx and len(current.answers) > answered:  # the clock and the score are outside of what changes in place
        return HttpResponseClientRedirect(current.get_absolute_url())
    if request.htmx and command not in ENDS:
        return _shown(request, current)
    return redirect(current)


def _change(request: SiteRequest, current: TrainingRun, command: str) -> None:
    revision = whole_number(request.POST.get("revision", ""), 8)
    line = tuple(split_actions(request.POST.get("line", "")[:MAX_LINE]))
    state = ClientState(-1 if revision is None else revision, line)
    if "action" in request.POST:
        runs.play(run=current, client_state=state, action=request.POST["action"][:MAX_ACTION])
    elif command == JUDGE:
        runs.judge(run=current, client_state=state)
    elif command == SKIP:
        runs.skip(run=current, client_state=state)
    elif command == STOP:
        runs.stop(run=current, client_state=state)
    else:
        runs.take_back(run=current, client_state=state, everything=command == "reset")


def _own_run(request: SiteRequest, token: str) -> TrainingRun:
    run: TrainingRun = get_object_or_404(
        TrainingRun.objects.select_related("owner", "race"), token=token, owner=request.owner
    )
    return run


def _shown(request: SiteRequest, current: TrainingRun, problem: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    race = race_page(current.race, current.owner, now) if current.race and not request.htmx else None
    attempt = None if current.is_over(now) else runs.attempt_in(current)
    if attempt is None:
        result = result_of(current, current.owner, request.language)
        context: dict[str, object] = {"result": result, "run": current, "race": race}
        response = render(request, "grimoire/training/result.html", context)
    else:
        game = game_of(attempt.puzzle)
        template = f"{game.run_template}#{game.fragment}" if request.htmx else game.run_template
        context = {**run_context(current, attempt, problem, request.language, now), "race": race}
        response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_store=True)
    return response
