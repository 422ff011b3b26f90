"""Whose turn it is, on every page and for notifications; the list of one's own games; names that go."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from accounts.models import Owner, User
from accounts.services import forget
from tables.models import GameNotice, GameSeat, LiveGame, LogEntry, StreamPresence
from tables.own_games.queries import count_turns, waiting_games
from tests.cards.factories import browser_of
from tests.tables.clients import body_of, create, play_on, seats_of
from tests.tables.factories import make_game
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db


def account(name: str) -> tuple[Client, Owner]:
    owner = Owner.objects.create(user=User.objects.create_user(name))
    client = browser_of(owner)
    return client, owner


def against(owner: Owner, other: Owner, **more: Any) -> LiveGame:
    """A Duel of two, in which it is the first one's turn to choose a deck."""
    game = make_game(owner, **more)
    GameSeat.objects.filter(game=game, seat_name="B").update(owner=other, is_apart=True)
    return game


def test_games_that_wait_are_counted_on_every_page() -> None:
    client, ada = account("ada")
    _client, bob = account("bob")
    assert 'class="news"' not in client.get("/play/").content.decode()
    game = against(ada, bob)
    alone = make_game(ada)
    acting, other = (ada, bob) if game.to_act == "A" else (bob, ada)
    assert (count_turns(acting), count_turns(other), count_turns(None)) == (1, 0, 0)
    client.force_login(acting.user)
    page = client.get("/decks/").content.decode()
    assert "1<span" in page and "game is waiting for you" in page
    assert "<title>(1) Play" in client.get("/play/").content.decode()
    me = client.get("/me/").content.decode()
    assert game.get_absolute_url() in me
    assert (alone.get_absolute_url() in me) == (acting == ada)
    turns = client.get("/play/turns/").json()
    assert turns["count"] == 1 and game.token in {turn["game"] for turn in turns["games"]}
    french = client.get("/fr/play/turns/").json()["games"][0]
    assert french["url"].startswith("/fr/play/") and french["title"].endswith("vous de jouer.")
    assert Client().get("/play/turns/").json() == {"count": 0, "games": []}


def test_a_game_that_is_over_or_waits_for_players_waits_for_nobody() -> None:
    _client, ada = account("ada")
    _other, bob = account("bob")
    game = against(ada, bob)
    acting = ada if game.to_act == "A" else bob
    GameSeat.objects.filter(game=game, owner=acting).update(has_left=True)
    assert not waiting_games(acting).exists()
    GameSeat.objects.filter(game=game).update(has_left=False)
    assert waiting_games(acting).get() == game
    for status in ("over", "waiting"):
        LiveGame.objects.update(status=status)
        assert count_turns(acting) == 0


def test_the_number_costs_one_query(django_assert_num_queries: Any) -> None:
    _client, ada = account("ada")
    _other, bob = account("bob")
    games = [against(ada, bob) for _number in range(5)]
    with django_assert_num_queries(2):
        counts = count_turns(ada), count_turns(bob)
    assert sum(counts) == len(games)
    with django_assert_num_queries(0):
        assert count_turns(None) == 0


def rows(client: Client, **query: str) -> set[str]:
    return {row["game"].token for row in client.get("/play/mine/", query).context["rows"]}


def test_ones_games_are_listed_and_filtered() -> None:
    client, ada = account("ada")
    _other, bob = account("bob")
    met, alone = against(ada, bob), make_game(ada)
    bots = create_with_bots(client)
    against(bob, bob)
    assert rows(client) == {met.token, alone.token, bots.token}
    assert rows(client, against="people") == {met.token}
    assert rows(client, against="bots") == {alone.token, bots.token}
    assert rows(client, mode="ffa") == {bots.token} and rows(client, mode="teams") == set()
    LiveGame.objects.filter(pk=met.pk).update(status="over", result={"winners": ["A"], "reason": "resigned"})
    assert rows(client, state="over") == {met.token}
    assert rows(client, state="running") == {alone.token, bots.token}
    assert alone.token in rows(client, state="turn") and met.token not in rows(client, state="turn")
    assert rows(client, state="nonsense", mode="chess", page="x") == {met.token, alone.token, bots.token}
    page = client.get("/play/mine/").content.decode()
    assert "Won" in page and "with bob" in page and "Bot, easy" in page
    assert "None of your games" in client.get("/play/mine/?mode=teams").content.decode()
    assert "played here yet" in Client().get("/play/mine/").content.decode()
    client.force_login(bob.user)
    assert "Lost" in client.get("/play/mine/").content.decode()
    LiveGame.objects.filter(pk=met.pk).update(result={"winners": [], "reason": "agreed"})
    assert "Draw" in client.get("/play/mine/").content.decode()


def create_with_bots(client: Client) -> LiveGame:
    sent = {"mode": "ffa", "seat_B": "random", "seat_C": "random", "seat_D": "random"}
    return LiveGame.objects.get(token=client.post("/play/", sent).headers["Location"].split("/")[-2])


def test_the_list_comes_in_pages(django_assert_max_num_queries: Any) -> None:
    client, ada = account("ada")
    for _number in range(23):
        make_game(ada)
    with django_assert_max_num_queries(15):
        first = rows(client)
    second = rows(client, page="2")
    assert (len(first), len(second)) == (20, 3) and not first & second


def test_who_goes_is_named_nowhere_any_more() -> None:
    """Pages, answers, the record, and every row that a game has kept."""
    _client, ada = account("ada-lovelace")
    client, bob = account("bob")
    made = create(body_of("duel", "preconstructed"))
    game = LiveGame.objects.get()
    game.seats.filter(seat_name="A").update(owner=ada)
    game.seats.filter(seat_name="B").update(owner=bob, is_apart=True)
    LiveGame.objects.update(creator=ada)
    seats = seats_of(made)
    seats["A"].post("/draw", {})
    seats["B"].post("/answers", {"offer": "draw", "accept": False})
    play_on(seats, random.Random(3))
    seats["A"].post("/rematch", {})
    pages = [game.get_absolute_url(), f"/fr{game.get_absolute_url()}", "/play/mine/", "/play/lobby/", "/play/", "/me/"]
    pages += [f"/api/v1/games/{game.token}{part}" for part in ("", "/steps?since=0", "/record")]
    assert "ada-lovelace" in client.get("/play/mine/").content.decode()
    forget(owner=ada, user=ada.user)
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200 and "ada-lovelace" not in answer.content.decode().lower(), page
    kept = [*LiveGame.objects.values(), *GameSeat.objects.values(), *LogEntry.objects.values()]
    kept += [*GameNotice.objects.values(), *IdempotentResponse.objects.values(), *StreamPresence.objects.values()]
    text = json.dumps(kept, cls=DjangoJSONEncoder)
    assert "ada-lovelace" not in text and str(ada.pk) not in text
    assert game.seats.get(seat_name="A").name == "Guest" and game.seats.get(seat_name="B").owner == bob
    assert LogEntry.objects.filter(game=game).exists()
