"""Views of the API for reading: each reads the address, asks for one thing and answers."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import http_date
from django.utils.translation import override

from api.bulk import NAMES
from api.lists import listed, not_there, slice_of
from api.writing import card_as_data, deck_as_data, root_of, ruling_as_data, set_as_data, whole_decks
from background.whole_files import opened
from cards.models import CardSet, Deck
from cards.queries import cards_of_set, found_by, own_card, set_card, visible_cards, visible_sets, vocabulary_of
from cards.searching import QueryError, understand
from engine.kernel.errors import Fault
from grimoire.browsing.dump import dumped, line_of
from play.faults import refuse_form
from play.history import to_text
from play.requests import tagged
from rulings.catalogue import all_rulings, ruling_by_id
from rulings.texts import MissingText

OWN: Final = "own"  # stands where a reference has its set, for cards that somebody made


def cards(request: HttpRequest) -> HttpResponse:
    """The cards that everybody finds; ``q`` is the catalogue's search."""
    wanted, root = slice_of(request, "q"), root_of(request)
    rows = visible_cards(None)
    if request.GET.get("q"):
        try:
            query = understand(request.GET["q"].replace("\0", " "), vocabulary_of(visible_sets(None)))
        except QueryError as wrong:
            with override(settings.LANGUAGE_CODE):
                refuse_form([Fault("out-of-range", "/q", f"at character {wrong.start}: {wrong.message}")])
        else:
            rows = found_by(query)
    return listed(request, rows.with_set(), wanted, lambda card: card_as_data(card, root))


def card(request: HttpRequest, set_slug: str, slug: str) -> HttpResponse:
    """A card by its reference."""
    try:
        found = own_card(slug, None) if set_slug == OWN else set_card(set_slug, slug, None)
    except Http404:
        raise not_there("card") from None
    return tagged(request, to_text(card_as_data(found, root_of(request))))


def sets(request: HttpRequest) -> HttpResponse:
    """The sets that everybody finds."""
    wanted, root = slice_of(request), root_of(request)
    rows = CardSet.objects.listed().select_related("owner__user")
    return listed(request, rows, wanted, lambda one: set_as_data(one, root))


def card_set(request: HttpRequest, slug: str) -> HttpResponse:
    """A set with its cards."""
    found = CardSet.objects.readable_by(None).select_related("owner__user").filter(slug=slug).first()
    if found is None:
        raise not_there("set")
    root = root_of(request)
    body = {**set_as_data(found, root), "cards": [card_as_data(one, root) for one in cards_of_set(found, None)]}
    return tagged(request, to_text(body))


def decks(request: HttpRequest) -> HttpResponse:
    """The decks that everybody finds."""
    wanted, root = slice_of(request), root_of(request)
    rows = whole_decks(Deck.objects.listed())
    return listed(request, rows, wanted, lambda deck: deck_as_data(deck, root))


def deck(request: HttpRequest, token: str) -> HttpResponse:
    """A deck by its token."""
    found = whole_decks(Deck.objects.readable_by(None)).filter(token=token).first()
    if found is None:
        raise not_there("deck")
    return tagged(request, to_text(deck_as_data(found, root_of(request))))


def _language(request: HttpRequest) -> str:
    known = dict(settings.LANGUAGES)
    language = request.GET.get("language", settings.LANGUAGE_CODE)
    unknown = [Fault("unknown-key", f"/{name[:40]}", "known is language") for name in request.GET if name != "language"]
    if language not in known:
        unknown.append(Fault("out-of-range", "/language", f"one of {', '.join(known)}"))
    refuse_form(unknown)
    return language


def rulings(request: HttpRequest) -> HttpResponse:
    """All rulings in the order of their numbers, in a language."""
    language = _language(request)
    with override(language):
        items = [ruling_as_data(one, root_of(request)) for one in all_rulings(language)]
    return tagged(request, to_text({"items": items, "next": None}))


def ruling(request: HttpRequest, identifier: str) -> HttpResponse:
    """A ruling by its id, which it keeps for ever."""
    language = _language(request)
    try:
        found = ruling_by_id(identifier, language)
    except MissingText:
        raise not_there("ruling") from None
    with override(language):
        return tagged(request, to_text(ruling_as_data(found, root_of(request))))


def puzzles(request: HttpRequest) -> HttpResponse:
    """The pages that everybody finds and that have a licence, without anything of their solutions."""
    wanted, root = slice_of(request), root_of(request)
    return listed(request, dumped(), wanted, lambda puzzle: line_of(puzzle, root))


def puzzle(request: HttpRequest, token: str) -> HttpResponse:
    """One of them by its token."""
    found = dumped().filter(token=token).first()
    if found is None:
        raise not_there("page")
    return tagged(request, to_text(line_of(found, root_of(request))))


def bulk(request: HttpRequest, name: str) -> HttpResponseBase:
    """A whole file as it was made last, once a day."""
    found = opened(name) if name in NAMES else None
    if found is None or found.made.made_at is None:
        raise not_there("file, or none yet: they are made once a day")
    headers = {"ETag": found.etag, "Last-Modified": http_date(found.made.made_at.timestamp())}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        found.file.close()
        return HttpResponse(status=304, headers=headers)
    headers["Content-Length"] = str(found.made.size)
    return FileResponse(found.file, content_type="application/x-ndjson", headers=headers)
