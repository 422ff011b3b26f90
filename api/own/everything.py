"""All that is one's own in one answer, a line for each thing, as the lists tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import HttpResponse

from accounts.models import ApiToken
from accounts.requests import SiteRequest
from api.own import decks, games, pictures, puzzles, sets
from api.own.cards import CARDS, CHAMPIONS, serialize_card
from api.own.doors import Caller
from api.writing import root_of
from web.commits import told_until
from web.etags import tagged
from web.json_bodies import to_text
from web.lists import NEXT_SINCE, reject_unknown_params

LINES: Final = "application/x-ndjson"
CHUNK: Final = 500
Things = Callable[[Caller, str], Iterator[dict[str, Any]]]


def _cards(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return (serialize_card(card, root) for card in CARDS.rows(caller).order_by("pk").iterator(CHUNK))


def _champions(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return (serialize_card(card, root) for card in CHAMPIONS.rows(caller).order_by("pk").iterator(CHUNK))


def _sets(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return (sets.serialize_set(row, root) for row in sets.rows(caller).order_by("pk").iterator(CHUNK))


def _pictures(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return (pictures.serialize_picture(row, root) for row in pictures.rows(caller).order_by("pk").iterator(CHUNK))


def _decks(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    owner = caller.owner
    return (decks.serialize_deck(row, owner, root) for row in decks.rows(caller).order_by("pk").iterator(CHUNK))


def _puzzles(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return (puzzles.serialize_puzzle(row, root) for row in puzzles.rows(caller).order_by("pk").iterator(CHUNK))


def _games(caller: Caller, root: str) -> Iterator[dict[str, Any]]:
    return games.all_games(caller.owner, root)


# Each kind of things with the scope that reads it; what others name comes before them.
KINDS: Final[dict[str, tuple[str, Things]]] = {
    "sets": (str(ApiToken.Scope.CARDS), _sets),
    "pictures": (str(ApiToken.Scope.CARDS), _pictures),
    "cards": (str(ApiToken.Scope.CARDS), _cards),
    "champions": (str(ApiToken.Scope.CHAMPIONS), _champions),
    "decks": (str(ApiToken.Scope.DECKS), _decks),
    "puzzles": (str(ApiToken.Scope.PUZZLES), _puzzles),
    "games": (str(ApiToken.Scope.GAMES), _games),
}


def export(request: SiteRequest, caller: Caller) -> HttpResponse:
    """The things of the kinds that the token may read."""
    reject_unknown_params(request)
    next_since, root, scopes = told_until(), root_of(request), set(caller.token.scopes)
    kinds = [
        (kind, things)
        for kind, (scope, things) in KINDS.items()
        if not scopes.isdisjoint({scope, str(ApiToken.Scope.READ)})
    ]
    lines = (to_text({"kind": kind, "thing": thing}) + "\n" for kind, things in kinds for thing in things(caller, root))
    response = tagged(request, "".join(lines), LINES)
    response.headers[NEXT_SINCE] = next_since.isoformat()
    return response
