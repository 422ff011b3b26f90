"""The board editor's page, and what its script asks for."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.models import Owner
from accounts.requests import SiteRequest
from board.forms import Complaint
from board.links import editor_address
from board.naming import in_language
from board.queries import NoSuchPosition, asked_for
from board.services import MAX_ACTIONS, MAX_INPUT
from board.walkthrough import show
from engine.kernel.errors import EngineError
from engine.kernel.numbers import whole_number
from engine.kernel.requests import parse_json
from grimoire.composing.access import latest_token
from grimoire.editor.checking import check, packed_for_address
from grimoire.editor.documents import Read, read_document, starter
from grimoire.editor.faces import draw
from grimoire.editor.forms import PositionRefused, PositionTextForm, read_written, refused
from grimoire.editor.pages import EditorPage, faces_json
from grimoire.editor.palette import palette_for
from grimoire.editor.starting import StartingDocument, own_puzzle, start_for
from grimoire.models import Puzzle
from web.http import body_length

TEMPLATE: Final = "grimoire/editor/editor.html"


@require_http_methods(["GET", "POST"])
@costly()
def editor(request: SiteRequest) -> HttpResponse:
    """The editor with the position of the address, or with what was typed into its box."""
    owner, puzzle = request.owner, _puzzle(request)
    if request.method == "POST":
        return _take_text(request, owner, puzzle)
    note, status = "", 200
    try:
        start = start_for(request.GET, puzzle, request.language)
    except NoSuchPosition as wrong:
        start, note, status = StartingDocument(starter()), str(wrong), 400
    return _page(request, start, PositionTextForm(language=request.language), owner, puzzle, note=note, status=status)


def _puzzle(request: SiteRequest) -> Puzzle | None:
    """The page of one's own that ``puzzle`` in the address names. Raises ``Http404`` for any other."""
    token = request.GET.get("puzzle")
    if not token:
        return None
    puzzle = own_puzzle(token, request.owner)
    if puzzle is None:
        raise Http404("no page of one's own")
    return puzzle


def _take_text(request: SiteRequest, owner: Owner | None, puzzle: Puzzle | None) -> HttpResponse:
    """Leads to the address of what was typed; shows what is wrong with it, and the text as it was, where it cannot."""
    form = PositionTextForm(request.POST, language=request.language)
    if not form.is_valid() or form.read is None:
        return _page(request, StartingDocument(starter()), form, owner, puzzle, status=400)
    packed = packed_for_address(form.read.position) if form.read.position is not None else ""
    if packed and form.read.position is not None and not puzzle:
        return redirect(editor_address(form.read.position))
    return _page(request, StartingDocument(form.read.document), form, owner, puzzle, status=200 if packed else 400)


def _page(
    request: SiteRequest,
    start: StartingDocument,
    form: PositionTextForm,
    owner: Owner | None,
    puzzle: Puzzle | None,
    note: str = "",
    status: int = 200,
) -> HttpResponse:
    language = request.language
    read = read_document(start.document)
    palette = palette_for("", 1, owner, language)
    page = EditorPage(check(read, language), palette, owner, language, puzzle, request.user.get_username())
    if not form.is_bound:
        form = PositionTextForm(initial={"text": page.checked.json_text}, language=language)
    context = {
        "page": page,
        "form": form,
        "bad": note,
        "note": start.note,
        "shown": show(in_language(read.position, language), (), language) if read.position is not None else None,
        "data": page.data(starter(), start.is_requested and not note),
        "mark_names": page.mark_names,
        "latest": latest_token(request),
    }
    return render(request, TEMPLATE, context, status=status)


@require_POST
@costly()
def check_document(request: SiteRequest) -> JsonResponse:
    """Looks at a document, or at a text that may become one, and draws the faces that the page has not yet.

    The body is JSON: ``document`` or ``text``, and ``faces``, a list of ``{"card": CARD, "champion": bool}``.
    """
    language = request.language
    if body_length(request) > MAX_INPUT:
        return _refuse(PositionRefused(Complaint("", _("Too long: at most 200,000 characters."))))
    try:
        data = parse_json(_body(request).decode("utf-8", "replace"))
        read = _read(data, language)
        checked = check(read, language).to_json()
    except PositionRefused as wrong:
        return _refuse(wrong)
    except EngineError as wrong:
        return _refuse(refused(wrong, language))
    faces = data.get("faces") if isinstance(data.get("faces"), list) else []
    drawn = draw(faces, request.owner, language)
    document = {"document": read.document} if "text" in data else {}
    return JsonResponse({**checked, **document, "faces": faces_json(drawn)})


def _body(request: SiteRequest) -> bytes:
    """The body of the request; nothing of a form with files, which has been taken apart before it came here."""
    try:
        return request.body
    except RawPostDataException:
        return b""


def _read(data: Any, language: str) -> Read:
    if not isinstance(data, dict):
        return read_document(data)
    if isinstance(data.get("text"), str):
        return read_written(data["text"], language)
    return read_document(data.get("document"))


def _refuse(wrong: PositionRefused) -> JsonResponse:
    faults = [{"at": complaint.at, "text": complaint.text} for complaint in wrong.complaints]
    return JsonResponse({"refused": wrong.message, "faults": faults})


@require_GET
@costly()
def palette(request: SiteRequest) -> HttpResponse:
    """The cards that a search finds, as a part of the page."""
    number = whole_number(request.GET.get("page", ""), 5)
    page = 1 if number is None else number
    results = palette_for(request.GET.get("q", ""), page, request.owner, request.language)
    return render(request, "grimoire/editor/_found.html", {"palette": results})


@require_GET
@costly()
def trace(request: SiteRequest) -> HttpResponse:
    """The position of the address resolved, small, as a part of the page."""
    language = request.language
    try:
        board = asked_for(request.GET, language)
    except NoSuchPosition as wrong:
        return render(request, "grimoire/editor/_trace.html", {"bad": str(wrong)}, status=400)
    shown = show(in_language(board.position, language), board.actions[:MAX_ACTIONS], language)
    return render(request, "grimoire/editor/_trace.html", {"shown": shown})
