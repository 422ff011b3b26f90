"""Views of the API for reading: each reads the address, asks for one thing and answers."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import override

from accounts.requests import SiteRequest
from api.bulk import LINES, NAMES, proven
from api.lists import LEVEL, any_of
from api.writing import (
    card_as_data,
    card_by_reference,
    deck_as_data,
    proof_as_data,
    root_of,
    set_as_data,
    whole_decks,
)
from background.whole_files import RootedLines, opened
from cards.decks.drafts import draft_of
from cards.decks.text import write_deck
from cards.models import CardQuerySet, CardSet, Deck
from cards.names import KnownNames, cards_named, plain_name
from cards.queries import cards_of_set, found_by, visible_cards, visible_sets, vocabulary_of
from cards.searching import QueryError, understand
from cards.searching.vocabulary import LONGEST_COMPARED
from engine.kernel.errors import Fault
from engine.kernel.numbers import whole_number
from grimoire.browsing.daily import page_of, today
from grimoire.browsing.dump import dumped, line_of
from grimoire.browsing.filter_names import LEVEL_NAMES
from grimoire.models import Puzzle
from web.etags import tagged
from web.json_bodies import to_text
from web.lists import paginated_response, reject_unknown_params, slice_of
from web.refusals import not_found, refuse_form

TEXT: Final = "text/plain; charset=utf-8"


def cards(request: SiteRequest) -> HttpResponse:
    """The cards that everybody finds; ``q`` is the catalogue's search."""
    wanted, root = slice_of(request, "q"), root_of(request)
    return paginated_response(request, _cards_asked(request).with_set(), wanted, lambda card: card_as_data(card, root))


def random_card(request: SiteRequest) -> HttpResponse:
    """One of the cards that everybody finds, or of those that a search finds; another one each time."""
    reject_unknown_params(request, "q")
    found = any_of(_cards_asked(request))
    if found is None:
        raise not_found("card")
    return tagged(request, to_text(card_as_data(found, root_of(request))))


def named_card(request: SiteRequest) -> HttpResponse:
    """The card that everybody finds of a name: ``exact``, the site's own before others', or the likest (``fuzzy``)."""
    reject_unknown_params(request, "exact", "fuzzy")
    exact, fuzzy = (request.GET.get(name, "").replace("\0", " ").strip() for name in ("exact", "fuzzy"))
    if bool(exact) == bool(fuzzy) or len(exact or fuzzy) > LONGEST_COMPARED:
        message = f"either exact or fuzzy is wanted, of at most {LONGEST_COMPARED} letters"
        refuse_form([Fault("bad-request", "/exact", message)])
    wanted = plain_name(exact or fuzzy)
    same = sorted(cards_named([wanted], None)[wanted], key=lambda card: (card.owner_id is not None, card.pk))
    found = same[0] if same else KnownNames(None).like(fuzzy) if fuzzy else None
    if found is None:
        raise not_found("card")
    return tagged(request, to_text(card_as_data(found, root_of(request))))


def _cards_asked(request: SiteRequest) -> CardQuerySet:
    """The cards that ``q`` asks for, all without it. Raises ``RequestRefused``."""
    text = request.GET.get("q", "").replace("\0", " ")
    if not text:
        return visible_cards(None)
    try:
        with override(settings.LANGUAGE_CODE):
            return found_by(understand(text, vocabulary_of(visible_sets(None))))
    except QueryError as wrong:
        refuse_form([Fault("bad-request", "/q", f"at character {wrong.start}: {wrong.message}")])
        raise


def card(request: SiteRequest, set_slug: str, slug: str) -> HttpResponse:
    try:
        found = card_by_reference(f"{set_slug}/{slug}")
    except Http404:
        raise not_found("card") from None
    return tagged(request, to_text(card_as_data(found, root_of(request))))


def sets(request: SiteRequest) -> HttpResponse:
    wanted, root = slice_of(request), root_of(request)
    rows = CardSet.objects.listed().select_related("owner__user")
    return paginated_response(request, rows, wanted, lambda one: set_as_data(one, root))


def card_set(request: SiteRequest, slug: str) -> HttpResponse:
    found = CardSet.objects.readable_by(None).select_related("owner__user").filter(slug=slug).first()
    if found is None:
        raise not_found("set")
    root = root_of(request)
    body = {**set_as_data(found, root), "cards": [card_as_data(one, root) for one in cards_of_set(found, None)]}
    return tagged(request, to_text(body))


def decks(request: SiteRequest) -> HttpResponse:
    wanted, root = slice_of(request), root_of(request)
    rows = whole_decks(Deck.objects.listed())
    return paginated_response(request, rows, wanted, lambda deck: deck_as_data(deck, root))


def deck(request: SiteRequest, token: str) -> HttpResponse:
    found = whole_decks(Deck.objects.readable_by(None)).filter(token=token).first()
    if found is None:
        raise not_found("deck")
    return tagged(request, to_text(deck_as_data(found, root_of(request))))


def deck_text(request: SiteRequest, token: str) -> HttpResponse:
    """A deck as text, as the page that takes decks in reads it."""
    reject_unknown_params(request)
    found = Deck.objects.readable_by(None).filter(token=token).first()
    if found is None:
        raise not_found("deck")
    return tagged(request, write_deck(draft_of(found, None)), TEXT)


def puzzles(request: SiteRequest) -> HttpResponse:
    """The pages that everybody finds and that have a licence, without anything of their solutions."""
    wanted, root = slice_of(request, LEVEL), root_of(request)
    return paginated_response(request, _pages_asked(request), wanted, lambda puzzle: line_of(puzzle, root))


def puzzle(request: SiteRequest, token: str) -> HttpResponse:
    return _page_told(request, _page(token))


def random_puzzle(request: SiteRequest) -> HttpResponse:
    """One of them, or of those of a level; another one each time."""
    reject_unknown_params(request, LEVEL)
    return _page_told(request, any_of(_pages_asked(request)))


def daily_puzzle(request: SiteRequest) -> HttpResponse:
    """The page of the day (UTC), if it has a licence."""
    reject_unknown_params(request)
    chosen = page_of(today())
    return _page_told(request, dumped().filter(pk=chosen.pk).first() if chosen else None)


def puzzle_proof(request: SiteRequest, token: str) -> HttpResponse:
    found = _page(token)
    if found is None or found.proof is None or not found.proof.is_done:
        raise not_found("proof")
    return tagged(request, to_text(proof_as_data(found, root_of(request))))


def proofs(request: SiteRequest) -> HttpResponse:
    wanted, root = slice_of(request), root_of(request)
    return paginated_response(request, proven(), wanted, lambda puzzle: proof_as_data(puzzle, root))


def _page(token: str) -> Puzzle | None:
    found: Puzzle | None = dumped().filter(token=token).first()
    return found


def _page_told(request: SiteRequest, found: Puzzle | None) -> HttpResponse:
    if found is None:
        raise not_found("page")
    return tagged(request, to_text(line_of(found, root_of(request))))


def _pages_asked(request: SiteRequest) -> QuerySet[Puzzle]:
    """The pages of the level that is asked for, all without. Raises ``RequestRefused``."""
    if LEVEL not in request.GET:
        return dumped()
    level = whole_number(request.GET[LEVEL], 1)
    if level not in LEVEL_NAMES:
        span = f"a whole number from {min(LEVEL_NAMES)} to {max(LEVEL_NAMES)}"
        refuse_form([Fault("out-of-range", f"/{LEVEL}", span)])
    return dumped().filter(level=level)


def bulk(request: SiteRequest, name: str) -> HttpResponseBase:
    """A whole file as it was made last, once a day."""
    found = opened(name) if name in NAMES else None
    if found is None or found.made.made_at is None:
        raise not_found("file, or none yet: they are made once a day")
    made = int(found.made.made_at.timestamp())
    # Also for the ETag that packing has made weak, and for whoever knows the day alone.
    answer: HttpResponseBase | None = get_conditional_response(request, etag=found.etag, last_modified=made)
    if answer is None:
        answer = StreamingHttpResponse(RootedLines(found.file, root_of(request)), content_type=LINES)
    else:
        found.file.close()
    answer.headers["ETag"], answer.headers["Last-Modified"] = found.etag, http_date(made)
    return answer
