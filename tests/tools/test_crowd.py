"""A crowd is made for measuring, and lists ask the database as often in a large one as in a small one."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Card
from grimoire.models import Attempt, Puzzle
from tables.models import GameSeat, LiveGame, PlayerRating, RatedGame
from tests.grimoire.factories import make_puzzle
from tournaments.models import Match

pytestmark = pytest.mark.django_db

ADDRESSES = (
    *("/cards/", "/cards/?q=heron", "/decks/", "/grimoire/search/", "/grimoire/search/?level=3", "/play/"),
    *("/play/lobby/", "/play/statistics/", "/api/v1/cards", "/api/v1/puzzles", "/files/grimoire/pages-en.atom"),
    *("/play/ladder/",),
)


def crowd(**how_many: int) -> list[str]:
    """What the command says."""
    said = StringIO()
    call_command("make_crowd", stdout=said, **{"profiles": 0, "matches": 0, **how_many})
    return said.getvalue().splitlines()


def asked(client: Client, address: str) -> int:
    """How often an address asks the database, once all that is kept between requests is kept."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
        return len(queries)


def test_what_is_asked_for_is_made() -> None:
    make_puzzle()
    made = {"cards": 7, "puzzles": 3, "attempts": 3, "games": 5, "profiles": 4, "matches": 6}
    assert crowd(**made) == [f"{name}: {count}" for name, count in made.items()]
    assert (PlayerRating.objects.count(), Match.objects.count(), RatedGame.objects.count()) == (4, 6, 12)
    assert (Card.objects.count(), Puzzle.objects.count(), Attempt.objects.count()) == (7, 4, 3)
    assert (LiveGame.objects.count(), GameSeat.objects.count()) == (5, 10)


def test_lists_ask_as_often_in_a_large_crowd(client: Client, settings: Any) -> None:
    settings.LIMITS = False  # what a visitor has spent is noted now and then
    make_puzzle()
    crowd(cards=80, puzzles=80, attempts=80, games=80, profiles=70, matches=600)
    few = {address: asked(client, address) for address in ADDRESSES}
    crowd(cards=240, puzzles=240, attempts=240, games=240, profiles=200, matches=600)
    assert {address: asked(client, address) for address in ADDRESSES} == few


def test_not_without_a_page_nor_where_people_are(settings: Any) -> None:
    with pytest.raises(CommandError, match="load_books"):
        crowd(cards=1, puzzles=0, attempts=0, games=0)
    make_puzzle()
    with pytest.raises(CommandError, match="Too many attempts"):
        crowd(cards=0, puzzles=1, attempts=2, games=0)
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production site"):
        crowd(cards=1, puzzles=0, attempts=0, games=0)
    assert not Card.objects.exists()
