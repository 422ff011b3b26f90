"""The page on which a puzzle of any game is solved. All of it is a link or a form; scripts ask for what changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Owner
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from board.services import split_actions
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from grimoire import departing
from grimoire.browsing.trails import trail_of
from grimoire.gate import gate_for
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import DECKS, puzzle_address
from grimoire.puzzle_games import game_of
from grimoire.solving import services
from grimoire.solving.free_play import BEST, END, FreePlay
from grimoire.solving.limits import FREELY, JUDGED, JUDGED_LONG, LOOKED, PLAYED
from grimoire.solving.line_on_board import PREVIEW
from grimoire.solving.predicting import read_prediction
from grimoire.solving.queries import puzzle_and_attempt
from grimoire.solving.review import FREE, ReplayRequest, free_address

MAX_LINE: Final = 3000  # characters
MAX_ACTION: Final = 60
COUNT: Final = "count"  # the command that answers with a number


@require_safe
@costly()
def puzzle(request: SiteRequest, token: str, game: str = DECKS) -> HttpResponse:
    """The page on which a puzzle is solved, or with ``HX-Request`` the part of it that changes."""
    owner = request.owner
    try:
        puzzle, attempt = puzzle_and_attempt(token, owner, game=game)
    except Http404:
        left = departing.departed(request, departing.PAGE, token, owner)
        if left is None:
            raise
        return left
    query = _query(request.GET, puzzle, owner)
    if query.view and puzzle.is_long and not LOOKED.allows(request):
        return _shown(request, puzzle, replace(query, view=""), _too_fast(), 429, attempt)
    return _shown(request, puzzle, query, attempt=attempt)


@require_POST
@costly()
def change_line(request: SiteRequest, token: str, game: str = DECKS) -> HttpResponse:
    """Carries out an action, takes one back, or begins again; of Clash of Decks also looks at what the Assault would
    do, or has the line judged."""
    command = request.POST.get("do", "")

    def change(owner: Owner, puzzle: Puzzle, prefetched: Attempt) -> Attempt:
        state = _client_state(request.POST)
        options: dict[str, Any] = {"owner": owner, "puzzle": puzzle, "client_state": state, "prefetched": prefetched}
        if "action" in request.POST:
            return services.play(**options, action=request.POST["action"][:MAX_ACTION])
        if command == "reset":
            return services.reset(**options)
        if command == COUNT and game == DECKS:
            number = whole_number(request.POST.get("number", "").strip(), 6)
            if number is None:
                raise Incomplete
            return services.answer_number(**options, number=number)
        return (_CHANGES_OF_DECKS.get(command, services.undo) if game == DECKS else services.undo)(**options)

    limit = JUDGED if command in ("judge", COUNT) and game == DECKS else PLAYED
    return _changed(request, token, change, limit, view=PREVIEW if command == PREVIEW else "", game=game)


_CHANGES_OF_DECKS: Final[dict[str, Callable[..., Attempt]]] = {"judge": services.judge, PREVIEW: services.preview}


@require_POST
@costly()
def predict(request: SiteRequest, token: str) -> HttpResponse:
    """Has judged what was foretold."""

    def change(owner: Owner, puzzle: Puzzle, prefetched: Attempt) -> Attempt:
        prediction, missing = read_prediction(prefetched, request.POST)
        if missing:
            raise Incomplete
        return services.predict(
            owner=owner,
            puzzle=puzzle,
            client_state=_client_state(request.POST),
            prediction=prediction,
            prefetched=prefetched,
        )

    return _changed(request, token, change, JUDGED)


@require_POST
@costly()
def play_freely(request: SiteRequest, token: str) -> HttpResponse:
    """Starts a line in which the reader plays both sides, or goes on with it: nothing of it is kept."""
    puzzle, attempt = puzzle_and_attempt(token, request.owner)
    query = _query(request.POST, puzzle, request.owner, view=FREE)
    if not FREELY.allows(request):
        return _shown(request, puzzle, query, _too_fast(), 429, attempt)
    command, line = request.POST.get("do", ""), query.line
    try:
        free = FreePlay(gate_for(puzzle, request.owner, as_solver=query.as_solver, attempt=attempt), line)
        if not free.gate.is_open and not attempt.may_preview:
            state = _client_state(request.POST)
            attempt = services.preview(owner=attempt.owner, puzzle=puzzle, client_state=state, prefetched=attempt)
        line = free.change(command, request.POST.get("action", "")[:MAX_ACTION])
    except StaleRevision:
        problem = _("You continued this puzzle in another window. This is where you are.")
        return _shown(request, puzzle, replace(query, view=""), problem, 409)
    except IllegalAction as error:
        return _shown(request, puzzle, query, game_of(puzzle).refusal(error, request.language), 400, attempt)
    query = replace(query, line=line, start=len(query.line) if command in (END, BEST) else None)
    if not request.htmx:
        return redirect(f"{free_address(puzzle, query.query, line, query.start)}#{game_of(puzzle).anchor}")
    return _shown(request, puzzle, query, attempt=attempt)


@require_POST
@costly()
def hint(request: SiteRequest, token: str, game: str = DECKS) -> HttpResponse:
    """Takes the next hint."""
    hint_level = request.POST.get("rung", "")

    def change(owner: Owner, puzzle: Puzzle, prefetched: Attempt) -> Attempt:
        level = int(hint_level) if hint_level in "1234" and hint_level else 0
        return services.take_hint(owner=owner, puzzle=puzzle, hint_level=level, prefetched=prefetched)

    return _changed(request, token, change, PLAYED, game=game)


@require_http_methods(["GET", "POST"])
@costly()
def solution(request: SiteRequest, token: str, game: str = DECKS) -> HttpResponse:
    """Shows the solution: after a try or a hint at once, else to those who confirm it."""
    if request.method == "GET":
        return redirect(puzzle_address(game, token))

    def change(owner: Owner, puzzle: Puzzle, prefetched: Attempt) -> Attempt:
        if prefetched.has_tried or request.POST.get("confirm") == "yes":
            return services.surrender(owner=owner, puzzle=puzzle, prefetched=prefetched)
        return prefetched

    return _changed(request, token, change, PLAYED, view="way-0", game=game)


class Incomplete(Exception):
    """Not every part of an outcome was foretold."""


def _changed(
    request: SiteRequest,
    token: str,
    change: Callable[[Owner, Puzzle, Attempt], Attempt],
    limit: Limit,
    view: str = "",
    game: str = DECKS,
) -> HttpResponse:
    """Makes a change and shows how things stand: the part that changes for the script, a redirect without one."""
    puzzle, prefetched = puzzle_and_attempt(token, request.owner, to_judge=limit is JUDGED, game=game)
    status, problem, attempt, was_open = 200, "", None, prefetched.has_earned
    if limit is JUDGED and puzzle.is_long:
        limit = JUDGED_LONG
    if not limit.allows(request):
        status, problem = 429, _too_fast()
    else:
        try:
            prefetched.owner = get_or_create_owner(request)
            attempt = change(prefetched.owner, puzzle, prefetched)
        except StaleRevision:
            status, problem = 409, _("You continued this puzzle in another window. This is where you are.")
        except Incomplete:
            status, problem = 400, _("Fill in every answer first.")
        except IllegalAction as error:
            status, problem = 400, game_of(puzzle).refusal(error, request.language)
    query = _query(request.POST, puzzle, request.owner, view=view if status == 200 else "")
    if status == 200 and not request.htmx:
        params = {**query.query, **({"view": query.view} if query.view else {})}
        address = f"{puzzle.get_absolute_url()}{'?' if params else ''}{urlencode(params)}"
        return redirect(f"{address}#{game_of(puzzle).anchor}")
    response = _shown(request, puzzle, query, problem, status, attempt)
    if attempt is not None and attempt.has_earned and not was_open:  # the script of Clash of Decks sees it by itself
        trigger_client_event(response, "grimoire:opened", after="swap")
    return response


def _too_fast() -> str:
    return _("Too fast. Wait a moment and try again.")


def _shown(
    request: SiteRequest,
    puzzle: Puzzle,
    query: ReplayRequest,
    problem: str = "",
    status: int = 200,
    attempt: Attempt | None = None,
) -> HttpResponse:
    game, owner = game_of(puzzle), request.owner
    gate = gate_for(puzzle, owner, as_solver=query.as_solver, attempt=attempt)
    context, template = game.context(gate, query, problem, request), game.template
    if request.htmx:
        template += f"#{game.fragment}"
    else:
        context |= game.page_context(gate, request)
        context["trail"] = trail_of(puzzle, owner, wanted=query.again)
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _query(params: QueryDict, puzzle: Puzzle, owner: Owner | None, view: str | None = None) -> ReplayRequest:
    return ReplayRequest(
        view=params.get("view", "")[:20] if view is None else view,
        line=tuple(split_actions(params.get("a", "")[:MAX_LINE])),
        start=whole_number(params.get("start", ""), 3),
        step=whole_number(params.get("step", ""), 5),
        book=params.get("book", "")[:60],
        as_solver=params.get("as") == "solver" and puzzle.is_owned_by(owner),
        again=bool(params.get("again")),
    )


def _client_state(params: QueryDict) -> services.ClientState:
    revision = whole_number(params.get("revision", ""), 8)
    return services.ClientState(
        -1 if revision is None else revision, tuple(split_actions(params.get("line", "")[:MAX_LINE]))
    )
