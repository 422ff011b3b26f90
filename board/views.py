"""The board's page: looking at a position and its trace, and opening one of one's own."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.requests import SiteRequest
from board import services
from board.contexts import Note, notes_of, page_context, refused_context
from board.forms import PositionForm
from board.pages import BoardPage
from board.queries import NoSuchPosition, asked_for
from engine.kernel.errors import EngineError

TEMPLATE = "board/board.html"
# Boards that take some tenths of a second to draw, which is ten times what others take.
LARGE = Limit("large-board", times=40, seconds=60)
LARGE_FROM = 3000  # cards that are to be drawn


def _may_draw(request: SiteRequest, resolved: services.Resolved) -> bool:
    return resolved.weight < LARGE_FROM or LARGE.allows(request)


def _too_often(request: SiteRequest, form: PositionForm, language: str) -> HttpResponse:
    note = Note("bad", _("Too fast. Wait a moment and try again."))
    return render(request, TEMPLATE, refused_context(form, language, note), status=429)


@require_GET
@costly()
def board(request: SiteRequest) -> HttpResponse:
    """A sample or the position of the address, at one of its steps."""
    language = request.language
    try:
        board_request = asked_for(request.GET, language)
    except NoSuchPosition as wrong:
        form = PositionForm(language=language)
        return render(request, TEMPLATE, refused_context(form, language, Note("bad", str(wrong))), status=400)
    resolved = services.resolve(board_request.position, board_request.actions)
    if not _may_draw(request, resolved):
        return _too_often(request, PositionForm(language=language), language)
    page = BoardPage(resolved, board_request.address, board_request.step, language, request.owner)
    form = PositionForm(initial={"position_text": page.json_text, "actions_text": page.actions_text}, language=language)
    status = 400 if page.resolved.stop else 200
    return render(request, TEMPLATE, page_context(page, form, notes_of(page.resolved, language)), status=status)


@require_http_methods(["GET", "POST"])
@costly()
def open_position(request: SiteRequest) -> HttpResponse:
    """Reads the box and leads to the address of what is in it; shows it right away where something is wrong."""
    if request.method == "GET":
        return redirect("board:board")
    language = request.language
    form = PositionForm(request.POST, language=language)
    if not form.is_valid() or form.position is None:
        return render(request, TEMPLATE, refused_context(form, language), status=400)
    then = request.POST.get("then", "")
    actions = form.actions + ([then] if then in ("assault", "end-turn") else [])
    resolved = services.resolve(form.position, actions)
    try:
        address = services.address_of(resolved)
    except EngineError:
        address = services.BoardAddress()
    if resolved.stop is None and address.packed and address.fits:
        return redirect(address.href(0))
    if not _may_draw(request, resolved):
        return _too_often(request, form, language)
    page = BoardPage(resolved, address, 0, language, request.owner)
    notes = notes_of(resolved, language, too_long=resolved.stop is None)
    return render(request, TEMPLATE, page_context(page, form, notes), status=400 if resolved.stop else 200)
