"""Views of the API for reading rulings: of all games, of a card, of an ability, and what answers a question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import override

from accounts.requests import SiteRequest
from api.writing import DECKS, card_by_reference, game_ruling_as_data, root_of, ruling_as_data
from cards.abilities import AURA
from cards.models import Card
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.kernel.errors import Fault
from rulings.card_sections import abilities_meant
from rulings.catalogue import Ruling, all_rulings, ruling_by_id
from rulings.editorial import answers, as_ruling, editorial_rulings
from rulings.games.registry import games_with_rulings, plain_games
from rulings.games.searching import search_in
from rulings.links import ids_by_number
from rulings.models import EditorialRuling
from rulings.rulebook import RULING
from rulings.searching import LONGEST_QUERY, MAX_RESULTS, search
from rulings.texts import MissingText
from web.etags import tagged
from web.json_bodies import to_text
from web.lists import unknown_parameters
from web.refusals import not_found, refuse_form

OF_DECKS: Final = ("card", "ability")  # parameters that ask for rulings of Clash of Decks
Data = dict[str, Any]


def rulings(request: SiteRequest) -> HttpResponse:
    """All rulings of a game in the order of their numbers, those that editors gave last; with ``q`` those that answer
    it, the best first."""
    params = _asked(request, "language", "game", "q", *OF_DECKS)
    language, game, root = params["language"], params["game"], root_of(request)
    with override(language):
        items = _of_decks(params, root) if game == DECKS else _of_another(params, root)
    return _told(request, {"items": items, "next": None}, language)


def ruling(request: SiteRequest, identifier: str) -> HttpResponse:
    """A ruling by its id, which it keeps for ever, or by its number: of the other games that is its id."""
    language, root = _asked(request, "language")["language"], root_of(request)
    with override(language):
        return _told(request, _one(identifier, language, root), language)


def _told(request: SiteRequest, body: Data, language: str) -> HttpResponse:
    response = tagged(request, to_text(body))
    response.headers["Content-Language"] = language  # whatever language a browser asks pages in
    return response


def _one(identifier: str, language: str, root: str) -> Data:
    for game in plain_games().values():
        if identifier in game.ids():
            return game_ruling_as_data(game, game.ruling(identifier, language), root)
    try:
        return ruling_as_data(ruling_by_id(ids_by_number().get(identifier, identifier), language), root)
    except MissingText:
        row = EditorialRuling.objects.filter(pk=identifier).first()
    if row is None:
        raise not_found("ruling")
    return ruling_as_data(as_ruling(row, language), root)


def _asked(request: SiteRequest, *known: str) -> dict[str, str]:
    """The parameters of the address. Raises ``RequestRefused``."""
    languages, params = dict(settings.LANGUAGES), request.GET.dict()
    faults = unknown_parameters(request, *known)
    language = params.setdefault("language", settings.LANGUAGE_CODE)
    if language not in languages:
        faults.append(Fault("out-of-range", "/language", f"one of {', '.join(languages)}"))
    game = params.setdefault("game", DECKS)
    if game not in games_with_rulings():
        faults.append(Fault("out-of-range", "/game", f"one of {', '.join(games_with_rulings())}"))
    for name in OF_DECKS:
        if name in params and game in plain_games():
            faults.append(Fault("bad-request", f"/{name}", f"only rulings of {DECKS} are about cards and abilities"))
    if len(params.get("q", "")) > LONGEST_QUERY:
        faults.append(Fault("out-of-range", "/q", f"text of at most {LONGEST_QUERY} characters"))
    refuse_form(faults)
    return params


def _of_decks(params: dict[str, str], root: str) -> list[Data]:
    language = params["language"]
    rulings: Iterable[Ruling] = [*all_rulings(language), *editorial_rulings(language)]
    if "ability" in params:
        ability = _ability(params["ability"])
        rulings = [ruling for ruling in rulings if ability in ruling.abilities]
    if "card" in params:
        card = _card(params["card"])
        about = set(abilities_meant(card.abilities))
        rulings = [
            ruling for ruling in rulings if params["card"] in ruling.references or about.intersection(ruling.abilities)
        ]
    if "q" in params:
        hits = search(params["q"], language, MAX_RESULTS, answers=answers(language))
        rulings = _ranked(rulings, [hit.id for hit in hits if hit.kind == RULING])
    return [ruling_as_data(ruling, root) for ruling in rulings]


def _ranked(rulings: Iterable[Ruling], ids: list[str]) -> list[Ruling]:
    return sorted((ruling for ruling in rulings if ruling.id in ids), key=lambda ruling: ids.index(ruling.id))


def _of_another(params: dict[str, str], root: str) -> list[Data]:
    game, language = plain_games()[params["game"]], params["language"]
    rulings = game.rulings(language)
    if "q" in params:
        numbers = [hit.target for hit in search_in(game, params["q"], language) if hit.kind == RULING]
        rulings = tuple(game.ruling(number, language) for number in numbers)
    return [game_ruling_as_data(game, ruling, root) for ruling in rulings]


def _ability(slug: str) -> str:
    if slug != AURA and slug not in FLAG_OF_SLUG:
        refuse_form([Fault("out-of-range", "/ability", "the slug of an ability, as cards have it")])
    return slug


def _card(reference: str) -> Card:
    try:
        return card_by_reference(reference)
    except Http404:
        refuse_form([Fault("out-of-range", "/card", "the reference of a public card")])
        raise
