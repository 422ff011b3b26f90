"""The page of a turn that is to be won. Everything is a link or a form; htmx asks for the table alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Owner
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from grimoire.gate import gate_for
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import MAGIC_SCHOOLS
from grimoire.schools import services
from grimoire.schools.pages import WAY, TurnPage, TurnRequest, turn_context
from grimoire.solving.queries import puzzle_and_attempt
from grimoire.solving.services import ClientState, surrender

ACTED: Final = Limit("playing", times=600, seconds=60)
MAX_LINE: Final = 3000  # characters
SEPARATOR: Final = ";"

Change = Callable[[Owner, Puzzle, Attempt], Attempt]


@require_safe
@costly()
def turn(request: SiteRequest, token: str) -> HttpResponse:
    """The page, or with ``HX-Request`` the table and what stands beside it."""
    owner = request.owner
    found, attempt = puzzle_and_attempt(token, owner, game=MAGIC_SCHOOLS)
    return _shown(request, found, owner, attempt, _asked(request.GET))


@require_POST
@costly()
def act(request: SiteRequest, token: str) -> HttpResponse:
    """Carries out an action, takes one back, or begins again."""
    given = request.POST

    def change(owner: Owner, found: Puzzle, prefetched: Attempt) -> Attempt:
        client_state = _client_state(given)
        if "action" in given:
            action = given["action"][:60]
            return services.act(
                owner=owner, puzzle=found, client_state=client_state, action=action, prefetched=prefetched
            )
        done = services.begin_again if given.get("do") == "reset" else services.take_back
        return done(owner=owner, puzzle=found, client_state=client_state, prefetched=prefetched)

    return _changed(request, token, change)


@require_http_methods(["GET", "POST"])
@costly()
def solution(request: SiteRequest, token: str) -> HttpResponse:
    """Shows the solution to who asks for it on purpose."""
    if request.method == "GET":
        return redirect("grimoire:schools_puzzle", token=token)

    def change(owner: Owner, found: Puzzle, prefetched: Attempt) -> Attempt:
        return (
            surrender(owner=owner, puzzle=found, prefetched=prefetched)
            if request.POST.get("confirm") == "yes"
            else prefetched
        )

    return _changed(request, token, change, WAY)


def _changed(request: SiteRequest, token: str, change: Change, view: str = "") -> HttpResponse:
    found, prefetched = puzzle_and_attempt(token, request.owner, game=MAGIC_SCHOOLS)
    attempt, status, problem = prefetched, 200, ""
    if not ACTED.allows(request):
        status, problem = 429, _("That is very fast. Please wait a moment and try again.")
    else:
        try:
            prefetched.owner = get_or_create_owner(request)
            attempt = change(prefetched.owner, found, prefetched)
        except StaleRevision:
            status, problem = 409, _("You went on with this page in another window. This is how far it is there.")
        except IllegalAction:
            status, problem = 400, _("That cannot be done now.")
    if status != 200:
        found, attempt = puzzle_and_attempt(token, request.owner, game=MAGIC_SCHOOLS)
    asked = _asked(request.POST, view if status == 200 else "")
    owner = request.owner
    if status == 200 and not request.htmx:
        return redirect(f"{TurnPage(found, gate_for(found, owner, attempt=attempt), asked).here}#turn")
    return _shown(request, found, owner, attempt, asked, problem, status)


def _shown(
    request: SiteRequest,
    found: Puzzle,
    owner: Owner | None,
    attempt: Attempt,
    asked: TurnRequest,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page = TurnPage(found, gate_for(found, owner, attempt=attempt), asked, problem)
    name = "grimoire/schools/puzzle.html#table" if request.htmx else "grimoire/schools/puzzle.html"
    response = render(request, name, turn_context(page, owner), status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _asked(given: Mapping[str, str], view: str | None = None) -> TurnRequest:
    return TurnRequest(
        view=given.get("view", "")[:10] if view is None else view,
        step=whole_number(given.get("step", ""), 3) if view is None else (0 if view else None),
        book=given.get("book", "")[:60],
        again=bool(given.get("again")),
    )


def _client_state(given: Mapping[str, str]) -> ClientState:
    revision = whole_number(given.get("revision", ""), 8)
    line = given.get("line", "")[:MAX_LINE]
    return ClientState(-1 if revision is None else revision, tuple(line.split(SEPARATOR)) if line else ())
