"""What a browser takes along of a book: which of its puzzles it can, and the pack of each."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.requests import SiteRequest
from grimoire.browsing.shelves import find_book
from grimoire.models import Puzzle
from grimoire.offline.books import can_be_taken, contents_of
from grimoire.offline.packs import pack_of
from grimoire.offline.tasks import ask_for
from web.json_bodies import json_response, to_text

PACKED: Final = Limit("packs", times=1000, seconds=3600)
QUICK_SECONDS: Final = 1.0  # of the processor, that a request may take to make a pack
AGAIN_AFTER: Final = 3  # seconds, where a worker makes it


@require_GET
@conditional_page
@costly()
def book_contents(_request: SiteRequest, address: str) -> HttpResponse:
    """What of a book can be taken along, the same to everybody."""
    book = find_book(address, None)
    if book is None or not can_be_taken(book):
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
    made = pack_of(puzzle, request.language, seconds=QUICK_SECONDS)
    if made is None:
        ask_for(puzzle, request.language)
        return HttpResponse(status=202, headers={"Retry-After": str(AGAIN_AFTER)})
    return json_response(made.decode())
