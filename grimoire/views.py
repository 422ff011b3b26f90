"""The board's page: looking at a position and its trace, and opening one of one's own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_http_methods

from engine.errors import EngineError
from grimoire import services
from grimoire.contexts import Note, notes_of, page_context, refused_context
from grimoire.forms import PositionForm
from grimoire.pages import BoardPage
from grimoire.queries import NoSuchPosition, asked_for

TEMPLATE = "grimoire/board.html"


def _language() -> str:
    return get_language() or "en"


@require_GET
def board(request: HttpRequest) -> HttpResponse:
    """A sample or the position of the address, at one of its steps."""
    language = _language()
    try:
        asked = asked_for(request.GET, language)
    except NoSuchPosition as wrong:
        form = PositionForm(language=language)
        return render(request, TEMPLATE, refused_context(form, language, Note("bad", str(wrong))), status=400)
    page = BoardPage(services.resolve(asked.position, asked.actions), asked.address, asked.step, language)
    form = PositionForm(initial={"position_text": page.json_text, "actions_text": page.actions_text}, language=language)
    status = 400 if page.resolved.stop else 200
    return render(request, TEMPLATE, page_context(page, form, notes_of(page.resolved, language)), status=status)


@require_http_methods(["GET", "POST"])
def open_position(request: HttpRequest) -> HttpResponse:
    """Reads the box and leads to the address of what is in it; shows it right away where something is wrong."""
    if request.method == "GET":
        return redirect("grimoire:board")
    language = _language()
    form = PositionForm(request.POST, language=language)
    if not form.is_valid() or form.position is None:
        return render(request, TEMPLATE, refused_context(form, language), status=400)
    then = request.POST.get("then", "")
    asked = form.asked + ([then] if then in ("assault", "end-turn") else [])
    resolved = services.resolve(form.position, asked)
    try:
        address = services.address_of(resolved)
    except EngineError:
        address = services.Address()
    if resolved.stop is None and address.packed and address.fits:
        return redirect(BoardPage(resolved, address, 0, language).href(0))
    page = BoardPage(resolved, address, 0, language)
    notes = notes_of(resolved, language, too_long=resolved.stop is None)
    return render(request, TEMPLATE, page_context(page, form, notes), status=400 if resolved.stop else 200)
