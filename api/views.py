"""Views of the API for reading: each reads the address, asks for one thing and answers."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import override

from accounts.pasted_text import unwrapped
from accounts.requests import SiteRequest
from api.bulk import LINES, NAMES, proven
from api.lists import GAME, LEVEL, any_of
from api.writing import (
    DECKS,
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
from cards.queries import cards_of_set, found_by, reference_of, visible_cards, visible_sets, vocabulary_of
from cards.searching import QueryError, understand
from cards.searching.vocabulary import LONGEST_COMPARED
from engine.kernel.errors import Fault
from engine.kernel.numbers import whole_number
from grimoire.browsing.daily import page_of, today
from grimoire.browsing.dump import licensed, line_of
from grimoire.browsing.filter_names import LEVEL_NAMES
from grimoire.models import Puzzle
from grimoire.puzzle_games import puzzle_games
from web.etags import PLAIN_TEXT, tagged
from web.json_bodies import to_text
from web.lists import paginated_response, reject_unknown_params, slice_of
from web.refusals import RequestRefused, not_found, refuse_form


def cards(request: SiteRequest) -> HttpResponse:
    """The cards that everybody finds; ``q`` is the catalogue's search."""
    page, root = slice_of(request, "q"), root_of(request)
    return paginated_response(request, _cards_asked(request).with_set(), page, lambda card: card_as_data(card, root))


def random_card(request: SiteRequest) -> HttpResponse:
    """One of the cards that everybody finds, or of those that a search finds; another one each time."""
    reject_unknown_params(request, "q")
    card = any_of(_cards_asked(request))
    if card is None:
        raise not_found("card")
    return tagged(request, to_text(card_as_data(card, root_of(request))))


def named_card(request: SiteRequest) -> HttpResponse:
    """The card that everybody finds of a name: ``exact``, the site's own before others', or the one that is like it or
    has it in its name (``fuzzy``); of several none, but their references."""
    reject_unknown_params(request, "exact", "fuzzy")
    exact, fuzzy = (request.GET.get(name, "").replace("\0", " ").strip() for name in ("exact", "fuzzy"))
    if bool(exact) == bool(fuzzy) or len(exact or fuzzy) > LONGEST_COMPARED:
        message = f"either exact or fuzzy is wanted, of at most {LONGEST_COMPARED} letters"
        refuse_form([Fault("bad-request", "/exact", message)])
    asked = exact or fuzzy
    plain, bare = plain_name(asked), plain_name(unwrapped(asked))  # "Ferry Pike" comes with the quotes of a search, too
    by_name = cards_named({plain, bare}, None)
    same = sorted(by_name[plain] or by_name[bare], key=lambda card: (card.owner_id is not None, card.pk))
    matches = same[:1] or (KnownNames(None).meant(fuzzy) if fuzzy else [])
    if not matches:
        raise not_found("card")
    if len(matches) > 1:
        cards = [{"name": card.name, "reference": reference_of(card)} for card in matches]
        message = f"several cards have this in their names: {', '.join(card['name'] for card in cards)}"
        raise RequestRefused(404, "ambiguous", message, "/fuzzy", more={"cards": cards})
    return tagged(request, to_text(card_as_data(matches[0], root_of(request))))


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
        card = card_by_reference(f"{set_slug}/{slug}")
    except Http404:
        raise not_found("card") from None
    return tagged(request, to_text(card_as_data(card, root_of(request))))


def sets(request: SiteRequest) -> HttpResponse:
    page, root = slice_of(request), root_of(request)
    rows = CardSet.objects.listed().select_related("owner__user")
    return paginated_response(request, rows, page, lambda row: set_as_data(row, root))


def card_set(request: SiteRequest, slug: str) -> HttpResponse:
    row = CardSet.objects.readable_by(None).select_related("owner__user").filter(slug=slug).first()
    if row is None:
        raise not_found("set")
    root = root_of(request)
    body = {**set_as_data(row, root), "cards": [card_as_data(card, root) for card in cards_of_set(row, None)]}
    return tagged(request, to_text(body))


def decks(request: SiteRequest) -> HttpResponse:
    page, root = slice_of(request), root_of(request)
    rows = whole_decks(Deck.objects.listed())
    return paginated_response(request, rows, page, lambda deck: deck_as_data(deck, root))


def deck(request: SiteRequest, token: str) -> HttpResponse:
    deck = whole_decks(Deck.objects.readable_by(None)).filter(token=token).first()
    if deck is None:
        raise not_found("deck")
    return tagged(request, to_text(deck_as_data(deck, root_of(request))))


def deck_text(request: SiteRequest, token: str) -> HttpResponse:
    """A deck as text, as the page that takes decks in reads it."""
    reject_unknown_params(request)
    deck = Deck.objects.readable_by(None).filter(token=token).first()
    if deck is None:
        raise not_found("deck")
    return tagged(request, write_deck(draft_of(deck, None)), PLAIN_TEXT)


def puzzles(request: SiteRequest) -> HttpResponse:
    """The pages that everybody finds and that have a licence, without anything of their solutions."""
    page, root = slice_of(request, GAME, LEVEL), root_of(request)
    return paginated_response(request, _pages_asked(request), page, lambda puzzle: line_of(puzzle, root))


def puzzle(request: SiteRequest, token: str) -> HttpResponse:
    return _page_told(request, _page(token))


def random_puzzle(request: SiteRequest) -> HttpResponse:
    """One of them, or of those of a level; another one each time."""
    reject_unknown_params(request, GAME, LEVEL)
    return _page_told(request, any_of(_pages_asked(request)))


def daily_puzzle(request: SiteRequest) -> HttpResponse:
    """The page of the day (UTC), if it has a licence."""
    reject_unknown_params(request)
    chosen = page_of(today())
    return _page_told(request, licensed().filter(pk=chosen.pk).first() if chosen else None)


def puzzle_proof(request: SiteRequest, token: str) -> HttpResponse:
    puzzle = _page(token)
    if puzzle is None or puzzle.proof is None or not puzzle.proof.is_done:
        raise not_found("proof")
    return tagged(request, to_text(proof_as_data(puzzle, root_of(request))))


def proofs(request: SiteRequest) -> HttpResponse:
    page, root = slice_of(request, GAME), root_of(request)
    rows = proven().filter(game=_game_asked(request))
    return paginated_response(request, rows, page, lambda puzzle: proof_as_data(puzzle, root))


def _page(token: str) -> Puzzle | None:
    puzzle: Puzzle | None = licensed().filter(token=token).first()
    return puzzle


def _page_told(request: SiteRequest, puzzle: Puzzle | None) -> HttpResponse:
    if puzzle is None:
        raise not_found("puzzle")
    return tagged(request, to_text(line_of(puzzle, root_of(request))))


def _pages_asked(request: SiteRequest) -> QuerySet[Puzzle]:
    """The pages of the game and the level that are asked for, of all levels without. Raises ``RequestRefused``."""
    pages = licensed().filter(game=_game_asked(request))
    if LEVEL not in request.GET:
        return pages
    level = whole_number(request.GET[LEVEL], 1)
    if level not in LEVEL_NAMES:
        span = f"a whole number from {min(LEVEL_NAMES)} to {max(LEVEL_NAMES)}"
        refuse_form([Fault("out-of-range", f"/{LEVEL}", span)])
    return pages.filter(level=level)


def _game_asked(request: SiteRequest) -> str:
    """The game whose puzzles are asked for. Raises ``RequestRefused``."""
    game = request.GET.get(GAME, DECKS)
    if game not in puzzle_games():
        refuse_form([Fault("bad-request", f"/{GAME}", f"one of {', '.join(puzzle_games())}")])
    return game


def bulk(request: SiteRequest, name: str) -> HttpResponseBase:
    """A whole file as it was made last, once a day."""
    bulk_file = opened(name) if name in NAMES else None
    if bulk_file is None or bulk_file.made.made_at is None:
        raise not_found("file, or not made yet: files are made once a day")
    made_at = int(bulk_file.made.made_at.timestamp())
    # Also for the ETag that packing has made weak, and for whoever knows the day alone.
    answer: HttpResponseBase | None = get_conditional_response(request, etag=bulk_file.etag, last_modified=made_at)
    if answer is None:
        answer = StreamingHttpResponse(RootedLines(bulk_file.file, root_of(request)), content_type=LINES)
    else:
        bulk_file.file.close()
    answer.headers["ETag"], answer.headers["Last-Modified"] = bulk_file.etag, http_date(made_at)
    return answer
