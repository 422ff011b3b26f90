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
