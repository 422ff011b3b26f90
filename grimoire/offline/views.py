"""What a browser takes along of a book: which of its puzzles it can, the pack of each, and the answers sent later."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import conditional_page, require_GET, require_POST

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from grimoire.browsing.shelves import can_be_taken_along, find_book
from grimoire.lines import MAX_ACTIONS
from grimoire.models import Puzzle
from grimoire.offline.answers import LateAnswer, count_late
from grimoire.offline.books import contents_of
from grimoire.offline.packs import is_kept, pack_of
from grimoire.offline.tasks import ask_for, is_asked_for
from grimoire.solving.judging import FAILED, SOLVED
from grimoire.solving.limits import JUDGED, JUDGED_LONG
from web.idempotency import read_key
from web.json_bodies import Form, body_of, json_response, refused, to_text
from web.refusals import RequestRefused, not_found, too_many

PACKED: Final = Limit("packs", times=1000, seconds=3600)
MAX_TEXT: Final = 60  # characters of an action, or of what is said of a part
_WORDS: Final = {"type": "string", "maxLength": MAX_TEXT}
_ANSWER: Final = {
    "required": ["version"],
    "properties": {
        "version": _WORDS,
        "line": {"type": "array", "items": _WORDS, "maxItems": MAX_ACTIONS},
        "said": {"$ref": "checked by _late_answer"},
    },
}
QUICK_SECONDS: Final = 1.0  # of the processor, that a request may take to make a pack
AGAIN_AFTER: Final = 3  # seconds, where a worker makes it


@require_GET
@conditional_page
@costly()
def book_contents(_request: SiteRequest, address: str) -> HttpResponse:
    """What of a book can be taken along, the same to everybody."""
    book = find_book(address, None)
    if book is None or not can_be_taken_along(book):
        raise Http404(f"no book {address}")
    return json_response(to_text(contents_of(book)))


@require_GET
@conditional_page
@costly()
def pack(request: SiteRequest, token: str) -> HttpResponse:
    """The pack of a puzzle, the same to everybody; 202 while a worker makes it."""
    puzzle = get_object_or_404(Puzzle.objects.open_to(None), token=token)
    if not PACKED.allows(request):
        return HttpResponse(status=429)
    made, language = None, request.language
    if is_kept(puzzle, language) or not is_asked_for(puzzle, language):  # else it would wait for the worker
        made = pack_of(puzzle, language, seconds=QUICK_SECONDS)
    if made is None:
        ask_for(puzzle, language)
        return HttpResponse(status=202, headers={"Retry-After": str(AGAIN_AFTER)})
    return json_response(made.decode())


@require_POST
@costly()
def answers(request: SiteRequest, token: str) -> HttpResponse:
    """Judges an answer that was given without a network: ``{"version": ..., "line": [...]}``, or ``said`` for what was
    foretold, with an Idempotency-Key: sent twice it counts once."""
    try:
        puzzle = Puzzle.objects.open_to(request.owner).with_author().filter(token=token).first()
        if puzzle is None:
            raise not_found("puzzle")
        limit = JUDGED_LONG if puzzle.is_long else JUDGED
        if not limit.allows(request):
            raise too_many("answers are judged only so often", limit.seconds_left())
        answer, key = _late_answer(body_of(request)), read_key(request)
        if not key:
            raise RequestRefused(400, "bad-request", "an answer has an Idempotency-Key")
        is_right = count_late(owner=get_or_create_owner(request), puzzle=puzzle, answer=answer, key=key)
    except RequestRefused as refusal:
        return refused(refusal)
    return json_response(to_text({"verdict": SOLVED if is_right else FAILED}))


def _late_answer(body: Any) -> LateAnswer:
    """What a browser sends. Raises ``RequestRefused``."""
    form = Form(body, _ANSWER)
    said = form.given.get("said", {})
    is_said = isinstance(said, dict) and len(said) <= MAX_ACTIONS
    if not is_said or any(not isinstance(text, str) or len(text) > MAX_TEXT for part in said.items() for text in part):
        form.fault("wrong-type", "/said", "texts by the parts of an outcome")
    form.check()
    return LateAnswer(form.given["version"], tuple(form.given.get("line", ())), said)
