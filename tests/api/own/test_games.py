"""Games by a program, under the name of its account: with the scope for it, and with no cookie beside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken
from tables.models import GameSeat, LiveGame
from tests.api.own.programs import API, Program
from tests.cards.factories import make_owner, sign_in
from tests.tables.clients import body_of

pytestmark = pytest.mark.django_db


def begun(client: Client) -> Any:
    return client.post(f"{API}/games", json.dumps(body_of("duel", "preconstructed")), content_type="application/json")


def test_a_program_begins_and_plays_its_account_s_games() -> None:
    ada = make_owner("ada")
    program = Program(ada, "games")
    answer = begun(program.client)
    assert answer.status_code == 201
    game = LiveGame.objects.get()
    assert game.creator == ada and GameSeat.objects.filter(owner=ada).exists()
    path = f"{API}/games/{game.token}"
    own, others, watched = (
        client.get(path).json()["view"]
        for client in (program.client, Program(make_owner("bob"), "games").client, Client())
    )
    assert others == watched != own


def test_without_the_scope_or_with_one_that_has_ended_nobody_plays() -> None:
    program = Program(make_owner("ada"), "cards", "read:own")
    sign_in(program.client, make_owner("bob"))
    assert (begun(program.client).status_code, begun(program.client).json()["error"]["code"]) == (403, "scope-missing")
    ApiToken.objects.all().delete()
    assert (begun(program.client).status_code, begun(program.client).json()["error"]["code"]) == (401, "bad-token")
    assert not LiveGame.objects.exists()


def test_the_token_is_spoken_for_and_not_the_cookie_beside_it() -> None:
    ada = make_owner("ada")
    program = Program(ada, "games")
    sign_in(program.client, make_owner("bob"))
    assert begun(program.client).status_code == 201
    assert LiveGame.objects.get().creator == ada


def test_a_program_lists_its_account_s_games(django_assert_max_num_queries: Any) -> None:
    ada, bob = (Program(make_owner(name), "games") for name in ("ada", "bob"))
    begun(bob.client)
    first, second = (begun(ada.client).json()["id"] for _ in range(2))
    assert ada.client.post(f"{API}/games/{first}/resign", "{}", content_type="application/json").status_code == 200
    with django_assert_max_num_queries(8):
        listed = ada.ask("get", "/own/games").told["items"]
    assert [(game["id"], game["turn"], game["status"]) for game in listed] == [
        (second, True, "draft"),
        (first, False, "over"),
    ]
    assert listed[1]["result"]["reason"] == "resigned" and listed[0]["seats"]["A"]["own"] is True
    assert ada.client.get(listed[0]["api"].removeprefix("http://testserver")).json()["id"] == second
    for state, games in (("turn", [second]), ("running", [second]), ("over", [first])):
        assert [game["id"] for game in ada.ask("get", f"/own/games?state={state}").told["items"]] == games
    assert ada.ask("get", "/own/games?state=lost").status_code == 400
    assert Program(make_owner("cy"), "cards").ask("get", "/own/games").status_code == 403


def test_games_that_go_on_come_first_and_the_latest_first() -> None:
    ada = Program(make_owner("ada"), "games")
    games = [begun(ada.client).json()["id"] for _ in range(5)]
    for over in (games[1], games[4]):
        ada.client.post(f"{API}/games/{over}/resign", "{}", content_type="application/json")
    listed, path = [], "/own/games?limit=2"
    while path:
        page = ada.ask("get", path).told
        listed += [game["id"] for game in page["items"]]
        path = (page["next"] or "").partition("/api/v1")[2]
        begun(ada.client)  # what begins meanwhile moves nothing
    assert listed == [games[3], games[2], games[0], games[4], games[1]]
