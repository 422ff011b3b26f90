"""Views without a language in their address: all pages as data, and the feed."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from background.tasks import ask_for_whole_files
from background.whole_files import RootedLines, opened
from cards.texts import LANGUAGES
from grimoire.browsing.dump import FILE, dump_lines, dump_state, is_long
from grimoire.browsing.feed import feed_state, feed_text

ATOM = "application/atom+xml; charset=utf-8"
JSON_LINES = "application/jsonl; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
MINUTES: Final = 5  # in which a worker has made the file of the day, if none is behind
NOT_YET: Final = (  # in both languages, for the address has none
    f"The file of all pages is being made. Please come back in {MINUTES} minutes.\n"
    f"Le fichier de toutes les pages est en préparation. Revenez dans {MINUTES} minutes.\n"
)


@require_safe
def dump(request: SiteRequest) -> HttpResponseBase:
    """All published pages with a licence as JSON Lines: as they are in the database, or of very many the day's file."""
    is_of_the_day = is_long()
    prepared = opened(FILE) if is_of_the_day else None
    if is_of_the_day and prepared is None:
        ask_for_whole_files()
        return _open(HttpResponse(NOT_YET, TEXT, HTTPStatus.NOT_FOUND, headers={"Retry-After": MINUTES * 60}))
    etag = prepared.etag if prepared else dump_state()
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        root = request.build_absolute_uri("/").rstrip("/")
        lines: Iterable[str | bytes] = RootedLines(prepared.file, root) if prepared else dump_lines(root)
        response = StreamingHttpResponse(lines, content_type=JSON_LINES)
        response["Content-Disposition"] = 'attachment; filename="grimoire-pages.jsonl"'
    elif prepared:
        prepared.file.close()
    return _open(response, etag)


@require_safe
def feed(request: SiteRequest, language: str) -> HttpResponseBase:
    """New pages and pages of the day, for feed readers."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    etag = feed_state(language)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        with translation.override(language):
            response = HttpResponse(feed_text(language, request.build_absolute_uri("/").rstrip("/")), content_type=ATOM)
    return _open(response, etag)


def _open(response: HttpResponseBase, etag: str = "") -> HttpResponseBase:
    """Headers of what everybody may fetch, other sites' scripts too; a copy is asked about before it is used again."""
    if etag:
        response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    response["X-Content-Type-Options"] = "nosniff"
    return response
