"""The board editor's page, and what its script asks for."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Owner
from accounts.owners import owner_of
from engine.errors import EngineError
from engine.requests import parse_json
from grimoire.editor.addresses import editor_href
from grimoire.editor.checking import check, packed_for_address
from grimoire.editor.documents import Read, read_document, starter
from grimoire.editor.faces import draw, symbols_of
from grimoire.editor.forms import Refused, TextForm, read_written, refused
from grimoire.editor.pages import EditorPage, faces_json
from grimoire.editor.palette import palette_for
from grimoire.editor.starting import Start, own_puzzle, start_for
from grimoire.forms import Complaint
from grimoire.models import Puzzle
from grimoire.naming import in_language
from grimoire.queries import NoSuchPosition, asked_for
from grimoire.services import MAX_ACTIONS, MAX_INPUT
from rulings.showing import show

TEMPLATE: Final = "grimoire/editor/editor.html"


def _language() -> str:
    return get_language() or "en"


@require_http_methods(["GET", "POST"])
def editor(request: HttpRequest) -> HttpResponse:
    """The editor with the position of the address, or with what was typed into its box."""
    owner, puzzle = owner_of(request), _puzzle(request)
    if request.method == "POST":
        return _take_text(request, owner, puzzle)
    note, status = "", 200
    try:
        start = start_for(request.GET, puzzle, _language())
    except NoSuchPosition as wrong:
        start, note, status = Start(starter()), str(wrong), 400
    return _page(request, start, TextForm(language=_language()), owner, puzzle, note=note, status=status)


def _puzzle(request: HttpRequest) -> Puzzle | None:
    """The page of one's own that ``puzzle`` in the address names. Raises ``Http404`` for any other."""
    token = request.GET.get("puzzle")
    if not token:
        return None
    found = own_puzzle(token, owner_of(request))
    if found is None:
        raise Http404
    return found


def _take_text(request: HttpRequest, owner: Owner | None, puzzle: Puzzle | None) -> HttpResponse:
    """Leads to the address of what was typed; shows what is wrong with it, and the text as it was, where it cannot."""
    form = TextForm(request.POST, language=_language())
    if not form.is_valid() or form.read is None:
        return _page(request, Start(starter()), form, owner, puzzle, status=400)
    packed = packed_for_address(form.read.position) if form.read.position is not None else ""
    if packed and form.read.position is not None and not puzzle:
        return redirect(editor_href(form.read.position))
    return _page(request, Start(form.read.document), form, owner, puzzle, status=200 if packed else 400)


def _page(
    request: HttpRequest,
    start: Start,
    form: TextForm,
    owner: Owner | None,
    puzzle: Puzzle | None,
    note: str = "",
    status: int = 200,
) -> HttpResponse:
    language = _language()
    read = read_document(start.document)
    page = EditorPage(check(read, language), palette_for("", 1, owner, language), owner, language, puzzle)
    if not form.is_bound:
        form = TextForm(initial={"text": page.checked.json_text}, language=language)
    context = {
        "page": page,
        "form": form,
        "bad": note,
        "note": start.note,
        "shown": show(in_language(read.position, language), (), language) if read.position is not None else None,
        "data": page.data(starter(), start.asked and not note),
        "icons": page.icons,
        "mark_names": page.mark_names,
    }
    return render(request, TEMPLATE, context, status=status)


@require_POST
def check_document(request: HttpRequest) -> JsonResponse:
    """Looks at a document, or at a text that may become one, and draws the faces that the page has not yet.

    The body is JSON: ``document`` or ``text``, and ``faces``, a list of ``{"card": CARD, "champion": bool}``.
    """
    language = _language()
    if int(request.headers.get("content-length") or 0) > MAX_INPUT:
        return _refuse(Refused(Complaint("", _("This is too long: at most 200,000 characters fit in here."))))
    try:
        asked = parse_json(request.body.decode("utf-8", "replace"))
        read = _read(asked, language)
        answer = check(read, language).to_json()
    except Refused as wrong:
        return _refuse(wrong)
    except EngineError as wrong:
        return _refuse(refused(wrong, language))
    faces = asked.get("faces") if isinstance(asked.get("faces"), list) else []
    drawn = draw(faces, owner_of(request), language)
    document = {"document": read.document} if "text" in asked else {}
    return JsonResponse({**answer, **document, "faces": faces_json(drawn), "symbols": symbols_of(drawn)})


def _read(asked: Any, language: str) -> Read:
    if not isinstance(asked, dict):
        return read_document(asked)
    if isinstance(asked.get("text"), str):
        return read_written(asked["text"], language)
    return read_document(asked.get("document"))


def _refuse(wrong: Refused) -> JsonResponse:
    faults = [{"at": complaint.at, "text": complaint.text} for complaint in wrong.complaints]
    return JsonResponse({"refused": wrong.message, "faults": faults})


@require_GET
def palette(request: HttpRequest) -> HttpResponse:
    """The cards that a search finds, as a part of the page."""
    number = request.GET.get("page", "")
    page = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 1
    found = palette_for(request.GET.get("q", ""), page, owner_of(request), _language())
    return render(request, "grimoire/editor/_found.html", {"palette": found})


@require_GET
def trace(request: HttpRequest) -> HttpResponse:
    """The position of the address resolved, small, as a part of the page."""
    language = _language()
    try:
        asked = asked_for(request.GET, language)
    except NoSuchPosition as wrong:
        return render(request, "grimoire/editor/_trace.html", {"bad": str(wrong)}, status=400)
    shown = show(in_language(asked.position, language), asked.actions[:MAX_ACTIONS], language)
    return render(request, "grimoire/editor/_trace.html", {"shown": shown})
