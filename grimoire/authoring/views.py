"""An author's pages: drafts, and what is said about them. ``views_publishing`` has what becomes of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from accounts.too_many import with_limit
from board.forms import PositionForm
from board.links import editor_address
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from engine.kernel.numbers import whole_number
from grimoire import departing
from grimoire.authoring import queries, services
from grimoire.authoring.authoring_text import frozen_text
from grimoire.authoring.checks import is_entered
from grimoire.authoring.contexts import report_of, state_context, tries_context
from grimoire.authoring.forms import NEW_PAGES, PuzzleForm
from grimoire.authoring.pins import MAX_PINS, TooManyPins, pins_after, set_pins
from grimoire.authoring.responses import edit_response, unless_frozen
from grimoire.community.embedding import origin_of
from grimoire.fair_play import GameRunning
from grimoire.models import Puzzle
from grimoire.proving.access import get_visible_proof
from grimoire.proving.limits import ASKS, game_running, may_queue, no_objective, too_often
from grimoire.proving.near_misses import near_misses_for
from grimoire.proving.services import QueueFull
from grimoire.twins import MAX_TWINS

PAGE: Final = 24


@never_cache
@require_GET
@costly()
def drafts(request: SiteRequest) -> HttpResponse:
    """All pages of one's own: what is flagged first, then drafts, then what is published."""
    owner = request.owner
    own = Puzzle.objects.of_decks().owned_by(owner).select_related("proof", "owner__user")
    own = own.order_by(F("flagged_at").desc(nulls_last=True), F("published_at").desc(nulls_first=True), "-updated")
    page = Paginator(own, PAGE).get_page(request.GET.get("page"))
    items = queries.items_of(list(page.object_list), request.language)
    context = {"page": page, "items": items, "deleted": departing.deleted_by(owner)}
    return render(request, "grimoire/authoring/drafts.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def new_puzzle(request: SiteRequest) -> HttpResponse:
    """Makes a draft of a position, sent by the editor or the board, or of a proof that one has asked for."""
    if request.method == "GET":
        return redirect("grimoire:editor")
    if token := request.POST.get("twin_of"):
        return _add_twin(request, queries.own_puzzle(request.owner, token))
    position = _position(request)
    if isinstance(position, HttpResponse):
        return position
    if not NEW_PAGES.allows(request):
        return _cannot(request, position, _("Too many new puzzles."), 429)
    try:
        puzzle = services.create_draft(owner=get_or_create_owner(request), position=position, token=token_in(request))
    except EngineError:
        return _cannot(request, position, no_objective(), 400)
    except QuotaExceeded:
        return _cannot(request, position, _("You've reached the limit of puzzles. Delete one first."), 400)
    except GameRunning:
        return _cannot(request, position, game_running(), 403)
    _prove_too(request, puzzle)
    return redirect("grimoire:edit_puzzle", puzzle.token)


def _add_twin(request: SiteRequest, puzzle: Puzzle) -> HttpResponse:
    why = ""
    if not NEW_PAGES.allows(request):
        why = with_limit(request, _("Too many new puzzles."))
    else:
        try:
            puzzle = services.add_twin(puzzle=puzzle, owner=get_or_create_owner(request), token=token_in(request))
        except services.TooManyTwins:
            why = _("At most %(count)d twins.") % {"count": MAX_TWINS}
        except services.Fixed:
            why = _("Withdraw the puzzle first: its twins are published with it.")
        except QuotaExceeded:
            why = _("You've reached the limit of puzzles. Delete one first.")
        except GameRunning:
            why = game_running()
    if why:
        messages.error(request, why)
    return redirect("grimoire:edit_puzzle", puzzle.token)


def _prove_too(request: SiteRequest, puzzle: Puzzle) -> None:
    """Where the press that made or changed a draft asked for the proof as well; it can be asked for later too."""
    if request.POST.get("then") != "prove":
        return
    with suppress(QueueFull, GameRunning):
        if ASKS.allows(request):
            services.prove(puzzle=puzzle, may_queue=lambda: may_queue(request))


def _position(request: SiteRequest) -> Position | HttpResponse:
    """The position that a form sends, or the answer that says what is wrong with it."""
    if key := request.POST.get("proof"):
        return read_position(get_visible_proof(request, key).proof.position)
    form = PositionForm({"position_text": request.POST.get("position", "")}, language=request.language)
    if form.is_valid() and form.position is not None:
        return form.position
    context = {
        "why": _("Invalid position."),
        "complaints": form.complaints,
        "typed": request.POST.get("position", "")[:200_000],
    }
    return render(request, "grimoire/authoring/refused.html", context, status=400)


def _cannot(request: SiteRequest, position: Position, why: str, status: int) -> HttpResponse:
    """Says why nothing came of a position; it is kept, in the editor's address."""
    try:
        editor = editor_address(position)
    except EngineError:
        editor = ""
    return render(request, "grimoire/authoring/refused.html", {"why": why, "editor": editor}, status=status)


@require_POST
@costly()
def remix(request: SiteRequest, token: str) -> HttpResponse:
    """Makes a draft of one's own out of a published page, with credit."""
    puzzle = queries.remixable(request.owner, token)
    if not NEW_PAGES.allows(request):
        messages.error(request, with_limit(request, _("Too many new puzzles.")))
        return redirect(puzzle.get_absolute_url())
    try:
        draft = services.remix(puzzle=puzzle, owner=get_or_create_owner(request), token=token_in(request))
    except QuotaExceeded:
        messages.error(request, _("You've reached the limit of puzzles. Delete one first."))
        return redirect(puzzle.get_absolute_url())
    except GameRunning:
        messages.error(request, game_running())
        return redirect(puzzle.get_absolute_url())
    return redirect("grimoire:edit_puzzle", draft.token)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
@unless_frozen
def edit_puzzle(request: SiteRequest, token: str) -> HttpResponse:
    """The page on which an author works; takes what its form sends, and a position that the editor sends."""
    puzzle = queries.own_puzzle(request.owner, token)
    if request.method == "POST" and "position" in request.POST:
        return _place(request, puzzle)
    if request.method == "POST":
        return _save(request, puzzle)
    return edit_response(request, puzzle, PuzzleForm(puzzle=puzzle, language=request.language))


def _place(request: SiteRequest, puzzle: Puzzle) -> HttpResponse:
    """Puts the position that the editor sends into a draft; into a new one where the old may not change."""
    position = _position(request)
    if isinstance(position, HttpResponse):
        return position
    try:
        puzzle = services.place(puzzle=puzzle, position=position)
    except EngineError:
        return _cannot(request, position, no_objective(), 400)
    except GameRunning:
        return _cannot(request, position, game_running(), 403)
    except services.Fixed:
        words = {name: getattr(puzzle, name) for name in services.CONTENT if name != "intended"}
        words |= services.titles_after(puzzle, position)
        words["pinned_tries"] = puzzle.pinned_tries
        message = _("Others may have solved the published version. This is a new draft.")
        if is_entered(puzzle):
            message = _("This puzzle is in a contest or championship and stays as it is. This is a new draft.")
        elif not puzzle.is_published:
            words["corrects"] = puzzle
            message = _(
                "Others may have solved the published version, so this is a new one. Once published it "
                "replaces the old one: its link leads here, and books, favourites and comments follow."
            )
        try:
            puzzle = services.create_draft(
                owner=get_or_create_owner(request), position=position, token=token_in(request), **words
            )
        except QuotaExceeded:
            return _cannot(request, position, _("You've reached the limit of puzzles. Delete one first."), 400)
        messages.success(request, message)
    _prove_too(request, puzzle)
    return redirect("grimoire:edit_puzzle", puzzle.token)


def _save(request: SiteRequest, puzzle: Puzzle) -> HttpResponse:
    """Saves the form; asks where another tab has saved the page meanwhile."""
    form = PuzzleForm(request.POST, puzzle=puzzle, language=request.language)
    as_json = request.headers.get("accept") == "application/json"
    if not form.is_valid():
        if as_json:
            return JsonResponse({"problems": {name: errors[0] for name, errors in form.errors.items()}})
        return edit_response(request, puzzle, form, status=422)
    seen = None if request.POST.get("action") == "mine" else whole_number(request.POST.get("revision", ""), 7)
    try:
        saved = services.save(puzzle=puzzle, content=form.content(), seen=seen)
    except StaleRevision as stale:
        assert isinstance(stale.current, Puzzle)
        if not as_json:
            return edit_response(request, puzzle, form, conflict=stale.current, status=409)
        panel = render_to_string("grimoire/authoring/edit.html#conflict", {"conflict": stale.current}, request)
        return JsonResponse({"conflict": panel}, status=409)
    if as_json:
        return JsonResponse({"revision": saved.revision, "title": saved.heading})
    messages.success(request, _("Saved."))
    return redirect("grimoire:edit_puzzle", puzzle.token)


@never_cache
@require_GET
@costly()
def state(request: SiteRequest, token: str) -> HttpResponse:
    """The part of the author's page that says how far a page is."""
    puzzle = queries.own_puzzle(request.owner, token)
    if not request.htmx:
        return redirect("grimoire:edit_puzzle", token)
    context = state_context(puzzle, origin_of(request), request.GET.get("visibility", ""))
    return render(request, "grimoire/authoring/_state.html", context)


@require_POST
@costly()
def prove(request: SiteRequest, token: str) -> HttpResponse:
    """Asks the solver for the proof of a page."""
    puzzle = queries.own_puzzle(request.owner, token)
    status, why = 200, too_often()
    try:
        if not ASKS.allows(request):
            raise QueueFull
        services.prove(puzzle=puzzle, may_queue=lambda: may_queue(request))
    except QueueFull:
        status = 429
    except GameRunning:
        status, why = 403, game_running()
    if not request.htmx:
        if status != 200:
            messages.error(request, why)
        return redirect(f"{_edit_href(puzzle)}#proof")
    context = {"report": report_of(puzzle, request.owner, request.language), "why": why}
    template = "grimoire/proving/_refused.html" if status != 200 else "grimoire/proving/_proof.html"
    response = render(request, template, context)
    response["HX-Trigger-After-Swap"] = "proven"
    return response


@require_POST
@costly()
@unless_frozen
def adopt_solution(request: SiteRequest, token: str) -> HttpResponse:
    """Makes a solution that the solver found the author's own."""
    puzzle = queries.own_puzzle(request.owner, token)
    report = report_of(puzzle, request.owner, "en")
    number = whole_number(request.POST.get("number", ""), 7)
    if report is not None and report.is_open and number is not None and number < len(report.ways):
        line = [move.action for move in report.ways[number].moves]
        services.save(puzzle=puzzle, content={"intended": line}, seen=None)
        messages.success(request, _("Saved as your solution."))
    return redirect("grimoire:edit_puzzle", token)


@require_POST
@costly()
@unless_frozen
def record(request: SiteRequest, token: str) -> HttpResponse:
    """Makes the plays that the author has laid out on the page their own solution."""
    puzzle = queries.own_puzzle(request.owner, token)
    if services.record(puzzle=puzzle):
        messages.success(request, _("Saved as your solution."))
    else:
        messages.error(request, _("Nothing to save yet: play the solution first."))
    return redirect("grimoire:edit_puzzle", token)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def pin_tries(request: SiteRequest, token: str) -> HttpResponse:
    """The near misses of a page and which of them are pinned; takes the author's words, pins, takes off, moves."""
    puzzle = queries.own_puzzle(request.owner, token)
    report = report_of(puzzle, request.owner, request.language)
    problem = ""
    if request.method == "POST" and report is not None and report.is_open:
        pins = pins_after(puzzle.pinned_tries, near_misses_for(request.owner, report.proof).tries, request.POST)
        try:
            set_pins(puzzle=puzzle, pins=pins)
        except TooManyPins:
            problem = _("Too many: at most %(count)d.") % {"count": MAX_PINS}
        except services.Frozen:
            problem = frozen_text()
    if not request.htmx:
        if problem:
            messages.error(request, problem)
        return redirect(f"{_edit_href(puzzle)}#tries")
    context = {"puzzle": puzzle, "tries": tries_context(puzzle, request.owner, report), "problem": problem}
    return render(request, "grimoire/authoring/_tries.html", context)


def _edit_href(puzzle: Puzzle) -> str:
    address: str = redirect("grimoire:edit_puzzle", puzzle.token).url
    return address
