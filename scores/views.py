"""The pages of score sheets."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import made_before, token_for, token_in
from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Visibility
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from contract.registry import GAMES, setup_form_of
from contract.sheets import UnfitSheet
from engine.kernel.numbers import whole_number
from scores.kinds import kind_of, sheet_kinds
from scores.models import ScoreSheet, SheetEntry
from scores.pages import EMPTY, correction_context, entry_context, sheet_context
from scores.services import tables
from scores.services.writing import StaleSheet, correct, create, in_force, lines_of, write
from tables.limits import check_new_game
from tables.models import LiveGame
from tables.services import bots
from tables.showing.refusals import refusal_words
from web.refusals import RequestRefused

NEW_SHEETS: Final = Limit("score-sheets", times=60, seconds=3600)
LISTED: Final = 60


@require_GET
def index(request: SiteRequest) -> HttpResponse:
    """One's own sheets, and the kinds that can be begun."""
    sheets = ScoreSheet.objects.owned_by(request.owner)[:LISTED]
    kinds = [
        (kind.slug, ScoreSheet.Kind(kind.slug).label, kind.about, GAMES[kind.game].title)
        for kind in sheet_kinds().values()
    ]
    context = {
        "sheets": sheets,
        "kinds": kinds,
        "sheet_kinds": get_text_list([label for _slug, label, _about, _game in kinds], _("and")),
        "games": get_text_list(list(dict.fromkeys(game for *_kind, game in kinds)), _("and")),
    }
    return render(request, "scores/index.html", context)


@require_http_methods(["GET", "POST"])
def new(request: SiteRequest, kind: str) -> HttpResponse:
    """The form that begins a sheet."""
    if kind not in sheet_kinds():
        raise Http404("no such kind of sheet")
    is_sent = request.method == "POST"
    form = sheet_kinds()[kind].new_form(request.POST if is_sent else None)
    if is_sent and form.is_valid():
        if NEW_SHEETS.allows(request):
            return redirect(_made(request, kind, form))
        form.add_error(None, _("Too many sheets."))
    shown = {"form": form, "kind": sheet_kinds()[kind], "label": ScoreSheet.Kind(kind).label}
    return render(request, "scores/new.html", shown, status=422 if is_sent else 200)


@transaction.atomic
def _made(request: SiteRequest, kind: str, form: Any) -> ScoreSheet:
    owner, token = get_or_create_owner(request), token_in(request)
    sheet = made_before(ScoreSheet, owner, token)
    return sheet or create(
        owner=owner,
        kind=kind,
        name=form.cleaned_data["name"],
        setup=form.setup,
        token=token_for(ScoreSheet, token),
        visibility=form.visibility,
    )


@require_GET
def sheet(request: SiteRequest, token: str) -> HttpResponse:
    """A sheet as it stands, for its owner with all that can be written."""
    owner = request.owner
    sheet = get_object_or_404(ScoreSheet.objects.readable_by(owner), token=token)
    return _shown(request, sheet)


def _shown(request: SiteRequest, sheet: ScoreSheet, status: int = 200, **more: Any) -> HttpResponse:
    context = sheet_context(sheet, request.owner, request.build_absolute_uri(sheet.get_absolute_url()))
    response = render(request, "scores/sheet.html", {**context, **more}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _own(request: SiteRequest, token: str) -> ScoreSheet:
    """One's own sheet. Raises ``Http404``."""
    return get_object_or_404(ScoreSheet.objects.owned_by(request.owner), token=token)


def _seen(request: SiteRequest) -> int:
    """How many lines the page had that sends a form; -1, which no sheet has, for nonsense."""
    number = whole_number(request.POST.get("seen", ""), 6)
    return -1 if number is None else number


def _stale(request: SiteRequest, sheet: ScoreSheet) -> HttpResponse:
    messages.error(request, _("The sheet has changed since you opened this page. Check it, then try again."))
    return redirect(sheet)


@require_POST
@costly()
def enter(request: SiteRequest, token: str) -> HttpResponse:
    """Writes what a form sends; with ``what=count`` only says which points come out."""
    sheet = _own(request, token)
    kind, lines = kind_of(sheet), lines_of(sheet)
    standing = kind.read(sheet.setup, in_force(lines))
    counts = request.POST.get("what") == "count"
    try:
        data = kind.written(sheet.setup, standing, request.POST)
        if counts:
            kind.read(sheet.setup, [*in_force(lines), data])
            return _shown(request, sheet, given=entry_context(sheet, data))
        write(sheet, [data], seen=_seen(request))
    except StaleSheet:
        return _stale(request, sheet)
    except UnfitSheet as wrong:
        typed = _typed(request, sheet, standing)
        return _shown(request, sheet, 200 if counts else 422, problem=wrong.words, given=typed)
    return redirect(sheet)


def _typed(request: SiteRequest, sheet: ScoreSheet, standing: Any) -> dict[str, Any]:
    """What was sent, as far as it can be shown again."""
    try:
        return entry_context(sheet, kind_of(sheet).written(sheet.setup, standing, request.POST))
    except UnfitSheet:
        return {**EMPTY, "data": request.POST.dict()}


@require_http_methods(["GET", "POST"])
@costly()
def entry(request: SiteRequest, token: str, number: int) -> HttpResponse:
    """A line of a sheet: what stood there, and the form that corrects it or strikes it out."""
    sheet = _own(request, token)
    line = next((line for line in lines_of(sheet) if line.entry.number == number), None)
    if line is None:
        raise Http404("no such line")
    kind, problem = kind_of(sheet), ""
    before = line.data or line.entry.data or {}
    if request.method == "POST":
        try:
            is_struck = request.POST.get("what") == "strike"
            data = None if is_struck else kind.corrected(sheet.setup, before, request.POST)
            correct(sheet, number, data, seen=_seen(request))
            return redirect(sheet)
        except (StaleSheet, SheetEntry.DoesNotExist):
            return _stale(request, sheet)
        except UnfitSheet as wrong:
            problem = wrong.words
    context = correction_context(sheet, number, before)
    return render(request, "scores/entry.html", {**context, "problem": problem}, status=422 if problem else 200)


@require_POST
def table(request: SiteRequest, token: str) -> HttpResponse:
    """Begins a table for the next game of a sheet."""
    sheet = _own(request, token)
    players = tables.players_of_next(sheet)
    if players is None:
        return _stale(request, sheet)
    form = setup_form_of(kind_of(sheet).game)(request.POST, is_sent=True)
    if not form.is_valid():
        messages.error(request, _("Choose a player for each seat."))
        return redirect(sheet)
    try:
        check_new_game(request)
        game = tables.begin(sheet, form.arrangement(), get_or_create_owner(request))
    except RequestRefused as refusal:
        messages.error(request, refusal_words(refusal))
        return redirect(sheet)
    except UnfitSheet as wrong:
        messages.error(request, wrong.words)
        return redirect(sheet)
    bots.run(game)
    return redirect("play:game", token=game.token)


@require_POST
def take_in(request: SiteRequest, token: str) -> HttpResponse:
    """Writes a finished game of one's own on the sheet."""
    sheet, owner = _own(request, token), get_or_create_owner(request)
    wanted = request.POST.get("game", "")
    game = next((candidate for candidate in tables.finished_games(sheet, owner) if candidate.token == wanted), None)
    if game is None:
        messages.error(request, _("This game no longer exists, or isn't part of this sheet."))
        return redirect(sheet)
    try:
        tables.take_in(sheet, LiveGame.objects.get(pk=game.pk), seen=_seen(request))
    except StaleSheet:
        return _stale(request, sheet)
    except UnfitSheet as wrong:
        messages.error(request, wrong.words)
    return redirect(sheet)


@require_POST
def settings(request: SiteRequest, token: str) -> HttpResponse:
    """Changes the sheet's name, and who may look at it."""
    sheet = _own(request, token)
    sheet.name = request.POST.get("name", "").strip()[:60]
    sheet.visibility = Visibility.UNLISTED if "is_open" in request.POST else Visibility.PRIVATE
    sheet.save(update_fields=["name", "visibility", "updated"])
    return redirect(sheet)


@require_POST
def delete(request: SiteRequest, token: str) -> HttpResponse:
    """Deletes a sheet with all that stands on it."""
    _own(request, token).delete()
    messages.success(request, _("Score sheet deleted."))
    return redirect("scores:index")
