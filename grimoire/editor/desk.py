"""The editor as a part of forms of other rooms, see ``contract.desks``."""

from __future__ import annotations

from accounts.requests import SiteRequest
from contract.desks import EditorDesk
from engine.decks.formats import notation
from engine.kernel.errors import EngineError
from grimoire.editor.checking import check
from grimoire.editor.documents import Document, read_document, starter
from grimoire.editor.pages import EditorPage
from grimoire.editor.palette import palette_for


def desk(request: SiteRequest, position: str) -> EditorDesk:
    language, owner = request.language, request.owner
    checked = check(read_document(_document(position)), language)
    page = EditorPage(checked, palette_for("", 1, owner, language), owner, language, None)
    context = {"page": page, "data": page.data(starter(), is_asked=True), "mark_names": page.mark_names}
    return EditorDesk("grimoire/editor/_head.html", "grimoire/editor/_desk.html", context)


def _document(position: str) -> Document:
    try:
        return read_document(notation.parse_to_json(position)).document
    except EngineError:
        return starter()
