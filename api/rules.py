"""Views of the API for reading rulings: of all games, of a card, of an ability, and what answers a question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import override

from accounts.requests import SiteRequest
from api.writing import DECKS, card_by_reference, game_ruling_as_data, reading_as_data, root_of, ruling_as_data
from cards.abilities import AURA
from cards.models import Card
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.kernel.errors import Fault
from rulings.card_sections import abilities_meant
from rulings.catalogue import Ruling, all_rulings, ruling_by_id
from rulings.desk import rulings_found
from rulings.editorial import answers, as_ruling, editorial_rulings
from rulings.games.registry import games_with_rulings, plain_games
from rulings.links import address, ids_by_number
from rulings.models import EditorialRuling
from rulings.readings import all_readings
from rulings.searching import LONGEST_QUERY, READING
from rulings.texts import MissingText
from web.etags import tagged
from web.json_bodies import to_text
from web.lists import unknown_parameters
from web.refusals import not_found, refuse_form

OF_DECKS: Final = ("card", "ability")  # parameters that ask for rulings of Clash of Decks
Data = dict[str, Any]


def rulings(request: SiteRequest) -> HttpResponse:
    """All rulings of a game in the order of their numbers, those that editors gave last; with ``q`` those of all games
    that answer it, readings too, the best first."""
    params = _asked(request, "language", "game", "q", *OF_DECKS)
    language, root = params["language"], root_of(request)
    with override(language):
        items = _found(params, root) if "q" in params else _listed(params, root)
    return _told(request, {"items": items, "next": None}, language)


def ruling(request: SiteRequest, identifier: str) -> HttpResponse:
    """A ruling by its id, which it keeps for ever, or by its number: of the other games, and of readings, that is its
    id."""
    language, root = _asked(request, "language")["language"], root_of(request)
    with override(language):
        return _told(request, _one(identifier, language, root), language)


def _told(request: SiteRequest, body: Data, language: str) -> HttpResponse:
    response = tagged(request, to_text(body))
    response.headers["Content-Language"] = language  # whatever language a browser asks pages in
    return response


def _one(identifier: str, language: str, root: str) -> Data:
    number = identifier.upper()  # letters of numbers are capitals, those of ids are not
    for game in plain_games().values():
        if number in game.ids():
            return game_ruling_as_data(game, game.ruling(number, language), root)
    if found := next(_readings(number, language, root), None):
        return found
    try:
        return ruling_as_data(ruling_by_id(ids_by_number().get(number, identifier), language), root)
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
    if set(params).isdisjoint(("q", "game")) or not set(params).isdisjoint(OF_DECKS):
        params.setdefault("game", DECKS)
    game = params.get("game", "")
    if game and game not in games_with_rulings():
        faults.append(Fault("out-of-range", "/game", f"one of {', '.join(games_with_rulings())}"))
    for name in OF_DECKS:
        if name in params and game in plain_games():
            faults.append(Fault("bad-request", f"/{name}", f"only rulings of {DECKS} are about cards and abilities"))
    if len(params.get("q", "")) > LONGEST_QUERY:
        faults.append(Fault("out-of-range", "/q", f"text of at most {LONGEST_QUERY} characters"))
    refuse_form(faults)
    return params


def _listed(params: dict[str, str], root: str) -> list[Data]:
    """The rulings of a game, those that the parameters ask for."""
    language = params["language"]
    if params["game"] != DECKS:
        game = plain_games()[params["game"]]
        return [game_ruling_as_data(game, ruling, root) for ruling in game.rulings(language)]
    return [ruling_as_data(ruling, root) for ruling in _of_decks(params)]


def _of_decks(params: dict[str, str]) -> list[Ruling]:
    language = params["language"]
    rulings = [*all_rulings(language), *editorial_rulings(language)]
    if "ability" in params:
        ability = _ability(params["ability"])
        rulings = [ruling for ruling in rulings if ability in ruling.abilities]
    if "card" in params:
        card = _card(params["card"])
        about = set(abilities_meant(card.abilities))
        rulings = [
            ruling for ruling in rulings if params["card"] in ruling.references or about.intersection(ruling.abilities)
        ]
    return rulings


def _found(params: dict[str, str], root: str) -> list[Data]:
    """What answers the question, of one game where the parameters name one; about a card or an ability, rulings."""
    language, only = params["language"], None
    if not set(params).isdisjoint(OF_DECKS):
        only = {ruling.id for ruling in _of_decks(params)}
    rulings = rulings_found(params["q"], language, params.get("game", ""), answers(language))
    return [_one(identifier, language, root) for _game, identifier in rulings if only is None or identifier in only]


def _readings(number: str, language: str, root: str) -> Iterator[Data]:
    """The reading of a number, if there is one."""
    for reading in all_readings(language):
        if reading.number == number:
            yield reading_as_data(DECKS, reading, root + address(READING, number, language))
    for game in plain_games().values():
        for reading in game.readings(language):
            if reading.number == number:
                yield reading_as_data(game.name, reading, root + game.reading_address(number))


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
