"""What a player's page says of finished games: those of others, and nothing of games that go on."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner, User
from cards.sets import decks as site_decks
from games.decks.setups import read_arrangement
from home.records import favourite_deck_of, records_of
from tables.models import CountedGame, GameSeat, LiveGame, PlayerProfile
from tables.services.tables import new_game
from tests.answers import text_of
from tests.tables.factories import finish, make_game

pytestmark = pytest.mark.django_db
BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "me"}


def played(owner: Owner, mode: str, seats: dict[str, Any], winners: list[str]) -> LiveGame:
    """A finished game, which ended as it is said to."""
    game = finish(new_game(read_arrangement({"mode": mode, "seats": seats}, owner), owner), "random")
    LiveGame.objects.filter(pk=game.pk).update(result={"winners": winners, "reason": "fort"})
    return game


def test_records_and_the_favourite_deck() -> None:
    ada = Owner.objects.create(user=User.objects.create_user("ada"))
    won = played(ada, "duel", {"A": ME, "B": BOT}, ["A"])
    drawn = played(ada, "duel", {"A": BOT, "B": ME}, [])
    lost = played(ada, "duel", {"A": BOT, "B": ME}, ["A"])
    played(ada, "duel", {"A": ME, "B": ME}, ["A"])  # against herself
    make_game(ada)  # goes on
    assert [(row.count, row.won, row.drawn, row.lost) for row in records_of(ada)] == [(3, 1, 1, 1)]
    decks = {won: ("tides", "owls"), drawn: ("tides", "tides"), lost: ("owls", "owls")}
    known = [f"{deck.cards[0].set}/{deck.slug}" for deck in site_decks()][:2]
    names = dict(zip(("tides", "owls"), known, strict=True))
    for game, of_seats in decks.items():
        counted, _new = CountedGame.objects.get_or_create(
            token=game.token, defaults={"mode": "duel", "people_only": False, "seats": []}
        )
        counted.seats = [{"score": 0, "cards": [], "deck": names[deck], "champion": None} for deck in of_seats]
        counted.save()
    favourite = favourite_deck_of(ada, "en")  # A's in the first, B's in the others: tides twice, owls once
    assert favourite is not None and favourite.games == 2
    assert favourite.name == next(iter(site_decks())).name.in_language("en")
    client = Client()
    assert client.get("/players/ada/").status_code == 404  # all of it is hers until she says so
    opponent = Client()
    opponent.force_login(User.objects.create_user("bo"))
    assert opponent.get("/players/ada/").status_code == 404
    GameSeat.objects.filter(game=lost, seat_name="A").update(
        owner=Owner.objects.create(user=User.objects.get(username="bo")), kind=GameSeat.Kind.PERSON
    )
    page = text_of(opponent.get("/players/ada/"))  # who played with her finds her, and the buttons
    assert "Block" in page and "1 won" not in page
    GameSeat.objects.filter(game=lost, seat_name="A").update(owner=None, kind=GameSeat.Kind.BOT)
    shown = PlayerProfile.objects.create(owner=ada, shows_games=True)
    page = text_of(client.get("/players/ada/"))
    assert "1 won, 1 drawn, 1 lost" in page and favourite.name not in page
    PlayerProfile.objects.filter(pk=shown.pk).update(shows_games=False, shows_deck=True)
    page = text_of(client.get("/fr/players/ada/"))
    assert "Deck favori" in page and "gagnée" not in page
