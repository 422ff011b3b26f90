"""The pages of analyses. What is only looked at is not kept: the first change keeps it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import token_in
from accounts.budgets import PAGES, costly, keys_of
from accounts.owners import get_or_create_owner
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from accounts.too_many import with_limit
from board.queries import NoSuchPosition, asked_for
from board.samples import find_sample
from board.services import BAD_ACTION, resolve
from engine.kernel.errors import EngineError, IllegalAction
from engine.kernel.numbers import whole_number
from games.decks.analysing import exchange, services, sources
from games.decks.analysing.boards import LAST
from games.decks.analysing.comparing import compared
from games.decks.analysing.forms import MAX_FILE, ImportForm
from games.decks.analysing.lessons import lesson_context
from games.decks.analysing.models import Analysis
from games.decks.analysing.showing import Addresses, AnalysisPage
from games.decks.analysing.thinking_limits import NEW
from games.decks.analysing.tree import MAX_DIGITS, MAX_NODES, MAX_TEXT, ROOT, PlayedLine, Tree, TreeFull
from games.decks.analysing.walking import Walk, fault_words, read_start
from games.decks.replaying.answering import finished, turn_asked, turns_of
from games.decks.replaying.turns import actions_until, resolved
from grimoire import fair_play
from grimoire.gate import gate_for
from grimoire.proving.limits import game_running
from grimoire.solving.queries import puzzle_and_attempt
from tables.still_on import after_the_end
from web.http import takes_at_most
from web.json_bodies import to_text

PAGE_SIZE: Final = 30  # each may have 100 kB of nodes
IMPORT_SECONDS: Final = 2.0  # of the processor, for a file as large as may be
LINES_SECONDS: Final = 4.0  # for the enemies' turns of a puzzle's solutions
PAGE: Final = "analysing/analysis.html"
CONFLICT: Final = 409


def _number(text: str | None, default: int = ROOT) -> int:
    number = whole_number(text or "", MAX_DIGITS)
    return default if number is None else number


def _line(request: SiteRequest) -> PlayedLine | None:
    """The line that is to be added."""
    try:
        return PlayedLine.read(request.POST.get("line", ""))
    except ValueError:
        return None


def _shown(
    request: SiteRequest, page: AnalysisPage, problem: str = "", status: int = 200, typed: tuple[str, str] | None = None
) -> HttpResponse:
    """The page, or to its script the part of it that changes; ``typed`` are words that could not be kept."""
    context = {**page.context(), "problem": problem}
    context["name"], context["comment"] = typed or (page.node.name, page.node.comment)
    template = "analysing/_answer.html" if request.htmx else PAGE
    response = render(request, template, context, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


# Pages of what is not kept yet


def _of_draft(request: SiteRequest, draft: Analysis, number: int, query: dict[str, str]) -> HttpResponse:
    """An analysis that is made from the address: shows it, or keeps it with a first change.

    ``query`` are the parameters that its addresses have beside the node.
    """
    try:
        _check_fair(request, draft)
    except fair_play.GameRunning as running:
        return _playing(request, running)
    is_moved = "node" in request.GET
    number = _number(request.GET.get("node"), number)
    addresses = Addresses(made_from=request.path, query=query)
    step = _step(request) if is_moved else LAST
    page = AnalysisPage(draft, number, addresses, request.owner, request.language, step)
    return _kept(request, draft, page) if request.method == "POST" else _shown(request, page)


def _kept(request: SiteRequest, draft: Analysis, page: AnalysisPage) -> HttpResponse:
    """Keeps an analysis and does what its form asks for. What goes on along a line needs no keeping."""
    action = request.POST.get("action", "")
    line = _line(request)
    try:
        tree = Tree.read(draft.nodes, draft.last_node)
        if action or line:
            add = services.adding(draft, line) if line else services.playing(draft, page.number, action)
            number = add(tree)
            if len(tree.nodes) == len(page.tree.nodes):
                return redirect(page.addresses.node(number))
    except (EngineError, LookupError, TreeFull) as wrong:
        return _shown(request, page, _refusal(wrong, request.language), 422)
    if problem := _too_many(request):
        return _shown(request, page, problem, 429)
    owner = get_or_create_owner(request)
    try:
        with transaction.atomic():
            analysis = services.create(owner=owner, draft=draft, page=token_in(request))
            return _change(request, analysis, page.number)
    except QuotaExceeded:
        return _shown(request, page, _quota_words(), 422)


def _check_fair(request: SiteRequest, draft: Analysis) -> None:
    """Raises ``GameRunning`` where whoever asks plays a game that is running and has this position, or nearly it."""
    fair_play.check(request.owner, read_start(draft.start))


def _playing(request: SiteRequest, running: fair_play.GameRunning) -> HttpResponse:
    messages.error(request, game_running())
    return redirect(running.game or "grimoire:championships")


def _too_many(request: SiteRequest) -> str:
    return "" if NEW.allows(request) else with_limit(request, _("Too many analyses."))


def _quota_words() -> str:
    return _("You have %(count)d analyses, the most you can keep. Delete one first.") % {"count": services.MAX_ANALYSES}


@require_http_methods(["GET", "POST"])
@costly()
def from_board(request: SiteRequest) -> HttpResponse:
    """An analysis of the position of the address, with the actions of the address as its line."""
    try:
        asked = asked_for(request.GET, request.language)
    except NoSuchPosition as wrong:
        messages.error(request, str(wrong))
        return redirect("analysing:index")
    sample = find_sample(asked.address.sample)
    title = sample.title[request.language] if sample else ""
    done = actions_until(resolve(asked.position, asked.actions), asked.step) if "step" in request.GET else None
    draft, number = sources.of_line(asked.position, asked.actions, title, done)
    return _of_draft(request, draft, number, asked.address.query())


@require_http_methods(["GET", "POST"])
@costly()
@after_the_end
def from_game(request: SiteRequest, token: str) -> HttpResponse:
    """An analysis of a game that is over, at the moment of the address."""
    _viewer, state = finished(request, token)
    turns = turns_of(state)
    if not turns or state.engine is None:
        raise Http404("nothing was played in this game")
    if "moment" in request.GET:
        moment = _number(request.GET["moment"])
    else:
        turn = turn_asked(request, turns)
        step = _number(request.GET.get("step"))
        moment = turn.first + actions_until(resolved(turn, request.language), step)
    draft, number = sources.of_game(state.engine, moment, _("Analysis of a game"))
    return _of_draft(request, draft, number, {"moment": str(moment)})


@require_http_methods(["GET", "POST"])
@costly()
def from_puzzle(request: SiteRequest, token: str) -> HttpResponse:
    """An analysis of a puzzle that its reader may know all of."""
    puzzle, attempt = puzzle_and_attempt(token, request.owner)
    gate = gate_for(puzzle, request.owner, attempt=attempt)
    if not gate.is_open:
        messages.info(request, _("Solve the puzzle first, or show its solution."))
        return redirect(puzzle)
    with PAGES.held(keys_of(request), LINES_SECONDS) if puzzle.is_long else nullcontext():
        draft, number = sources.of_puzzle(puzzle, gate)
    return _of_draft(request, draft, number, {})


# Pages of one that is kept


def _readable(request: SiteRequest, token: str) -> Analysis:
    """Raises ``Http404``."""
    return get_object_or_404(Analysis.objects.readable_by(request.owner).select_related("owner__user"), token=token)


def _own(request: SiteRequest, token: str) -> Analysis:
    """Raises ``Http404``."""
    return get_object_or_404(Analysis.objects.owned_by(request.owner), token=token)


def _page(request: SiteRequest, analysis: Analysis, number: int, step: int = LAST) -> AnalysisPage:
    return AnalysisPage(analysis, number, Addresses(analysis.token), request.owner, request.language, step)


def _step(request: SiteRequest) -> int:
    return _number(request.GET.get("step"), LAST)


@require_http_methods(["GET", "POST"])
@costly()
def analysis(request: SiteRequest, token: str, number: int = ROOT) -> HttpResponse:
    """A node of an analysis, for its owner with all that can be changed."""
    kept = _readable(request, token)
    if request.method == "POST":
        return _change(request, kept, number)
    page = _page(request, kept, number, _step(request))
    if page.number != number:
        messages.info(request, _("This position is no longer part of the analysis."))
        return redirect(page.href)
    return _shown(request, page)


def _change(request: SiteRequest, kept: Analysis, number: int) -> HttpResponse:
    """Does what the form of a node asks for."""
    action = request.POST.get("action", "")
    do = request.POST.get("do") or ("play" if action else "")
    name, comment = request.POST.get("name", ""), request.POST.get("comment", "")
    tree = Tree.read(kept.nodes)
    line = _line(request)
    if number not in tree or (line and line.number not in tree):
        return _stale(request, kept)
    if not kept.is_owned_by(request.owner):
        followed = tree.child_by(number, action)
        if followed is None:
            raise Http404("only its owner changes an analysis")
        return redirect("analysing:node", token=kept.token, number=followed.number)
    owner, token, seen = request.owner, kept.token, _number(request.POST.get("revision"), -1)
    changes = {
        "play": services.playing(kept, number, action),
        "describe": services.describing(number, name, comment),
        "promote": services.promoting(number),
        "delete": services.deleting(number),
    }
    if line:
        changes["line"] = services.adding(kept, line)
    try:
        if do in changes:  # a play overwrites nothing, whatever has changed meanwhile
            seen_by = None if do in ("play", "line") else seen
            kept, number = services.change(owner=owner, token=token, by=changes[do], seen=seen_by)
        elif do in ("undo", "redo"):
            step = services.undo if do == "undo" else services.redo
            kept, number = step(owner=owner, token=token, seen=seen)
        elif do == "see":
            seat = request.POST.get("seat", "")
            if seat in ("", *_page(request, kept, ROOT).page.seats_of_people):
                kept = services.set_up(owner=owner, token=token, seat=seat, seen=seen)
    except StaleRevision as stale:
        assert isinstance(stale.current, Analysis)
        return _stale(request, stale.current, number, (name, comment) if do == "describe" else None)
    except Analysis.DoesNotExist:
        raise Http404("the analysis is gone") from None
    except KeyError:
        return _stale(request, get_object_or_404(Analysis, token=token))
    except (EngineError, IndexError, TreeFull) as wrong:
        page = _page(request, kept, number)
        typed = (name, comment) if do == "describe" else None
        return _shown(request, page, _refusal(wrong, request.language), 422, typed)
    return redirect("analysing:node", token=kept.token, number=number)


def _stale(
    request: SiteRequest, current: Analysis, number: int = ROOT, typed: tuple[str, str] | None = None
) -> HttpResponse:
    words = _("The analysis has changed in another tab. Check it, then try again.")
    return _shown(request, _page(request, current, number), words, CONFLICT, typed)


def _refusal(wrong: Exception, language: str) -> str:
    """Why something cannot be done."""
    if isinstance(wrong, TreeFull):
        return _("Full: an analysis has at most %(nodes)d positions and %(letters)d characters.") % {
            "nodes": MAX_NODES,
            "letters": MAX_TEXT,
        }
    return fault_words(wrong.code if isinstance(wrong, IllegalAction) else BAD_ACTION, language)


@require_GET
@costly()
def compare(request: SiteRequest, token: str, number: int, other: int) -> HttpResponse:
    """Two lines side by side. A form chooses the other one by ``with``."""
    page = _page(request, _readable(request, token), number)
    chosen = _number(request.GET.get("with"), other)
    if page.number != number or chosen not in page.walk.steps:
        raise Http404("no such line")
    if chosen != other:
        return redirect("analysing:compare", token=token, number=number, other=chosen)
    return render(request, "analysing/compare.html", compared(page, other))


@require_GET
@costly()
def lesson(request: SiteRequest, token: str) -> HttpResponse:
    """The main line as a text to read and to print."""
    kept = _readable(request, token)
    return render(request, "analysing/lesson.html", lesson_context(kept, Addresses(token), request.language))


@require_GET
@costly()
def as_text(request: SiteRequest, token: str) -> HttpResponse:
    kept = _readable(request, token)
    walk = Walk(read_start(kept.start, request.language), Tree.read(kept.nodes, kept.last_node), request.language)
    address = request.build_absolute_uri(kept.get_absolute_url())
    return _file(exchange.write_text(kept, walk, address), "text/plain", f"analysis-{token}.txt")


@require_GET
@costly()
def as_json(request: SiteRequest, token: str) -> HttpResponse:
    """The whole analysis; where a seat's eyes look, for its owner alone: it has the hidden cards."""
    kept = _readable(request, token)
    if not exchange.may_export(kept, request.owner):
        raise Http404("it holds cards that are hidden")
    return _file(to_text(exchange.write_analysis(kept)), "application/json", f"analysis-{token}.json")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


@require_POST
@costly()
def copy(request: SiteRequest, token: str) -> HttpResponse:
    """Makes an analysis of one's own out of somebody else's, whose cards are all open."""
    kept = _readable(request, token)
    if not exchange.may_export(kept, request.owner):
        raise Http404("it holds cards that are hidden")
    return _make(request, services.copy_of(kept)) or redirect(kept)


def _make(request: SiteRequest, draft: Analysis) -> HttpResponse | None:
    """Keeps an analysis and leads to it; None, with a message, where that is too much."""
    try:
        _check_fair(request, draft)
    except fair_play.GameRunning as running:
        return _playing(request, running)
    if problem := _too_many(request):
        messages.error(request, problem)
        return None
    try:
        made = services.create(owner=get_or_create_owner(request), draft=draft, page=token_in(request))
    except QuotaExceeded:
        messages.error(request, _quota_words())
        return None
    return redirect(made)


@require_POST
def settings(request: SiteRequest, token: str) -> HttpResponse:
    """Gives an analysis a title."""
    kept = _own(request, token)
    services.set_up(owner=request.owner, token=token, title=request.POST.get("title", ""))
    return redirect(kept)


@require_POST
def delete(request: SiteRequest, token: str) -> HttpResponse:
    _own(request, token).delete()
    messages.success(request, _("Analysis deleted."))
    return redirect("analysing:index")


@takes_at_most(MAX_FILE)
@require_http_methods(["GET", "POST"])
@costly()
def index(request: SiteRequest) -> HttpResponse:
    """One's own analyses, and the form that imports one."""
    is_sent = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm()
    if is_sent:
        with PAGES.held(keys_of(request), IMPORT_SECONDS):
            is_read = form.is_valid()
        made = _make(request, form.analysis) if is_read and form.analysis is not None else None
        if made is not None:
            return made
    own = (
        Analysis.objects.owned_by(request.owner).order_by("-updated", "-pk").only("token", "title", "updated", "nodes")
    )
    page = Paginator(own, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"form": form, "analyses": page}
    response = render(request, "analysing/index.html", context, status=422 if is_sent else 200)
    response.headers["Cache-Control"] = "no-store"
    return response
