"""The page of the bots with a name, and how one gets there and to a game."""

from __future__ import annotations

import pytest
from django.test import Client

from contract.registry import GAMES
from tables.models import PlayerRating
from tables.ratings.ladder import ladders, places
from tests.answers import text_of
from tests.tables.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "words"), [("", "Level: medium"), ("/fr", "Niveau : moyen")])
def test_each_bot_is_introduced_and_can_be_played(language: str, words: str) -> None:
    client = Client()
    page = client.get(f"{language}/bots/")
    text = text_of(page).replace("\u202f", " ").replace("\xa0", " ")
    assert (words in text and "Tide Watch" in text) or language
    bots = [bot for game in GAMES.values() for bot in game.adapter.characters.values()]
    shown = {bot.character.slug: bot for _title, some in page.context["games"] for bot in some}
    assert set(shown) == {bot.slug for bot in bots} and len(bots) > 10
    for slug, bot in shown.items():
        assert f'id="{slug}"' in text and bot.character.name in text
        form = client.get(bot.play_href).content.decode()
        assert form.count(f'value="{slug}" selected') == 1, slug
        assert ">Play<" in form or ">Jouer<" in form


def test_ratings_are_told() -> None:
    of_duels = {"game": "clash-of-decks", "mode": "duel", "played": 3}
    PlayerRating.objects.create(bot="cinder", rating=1712.4, deviation=60, **of_duels)
    PlayerRating.objects.create(bot="vesper", rating=1650, deviation=200, **of_duels)
    PlayerRating.objects.create(bot="random", rating=900, deviation=60, **of_duels)
    text = text_of(Client().get("/bots/"))
    assert "rating 1712 " in text and "rating 1650?" in text and "900" not in text
    ranked, provisional = places(ladders()[0], None)
    assert {place.name: place.href for place in (*ranked, *provisional)} == {
        "Cinder": "/bots/#cinder",
        "Vesper": "/bots/#vesper",
        "Bot, easy": "",
    }


def test_a_table_leads_to_its_bots() -> None:
    seats = {"A": {"kind": "me"}, "B": {"kind": "bot", "character": "old-burr"}}
    game = make_game(seats=seats)
    assert 'href="/bots/#old-burr"' in Client().get(game.get_absolute_url()).content.decode()
