"""Whole games of a fourth game, which no file outside its folder names: by people and bots, page, API and stream."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tables.models import LiveGame
from tests.answers import text_of
from tests.databases import EmptyDatabases
from tests.tables.clients import API, Refused, create, play_on, seats_of
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db

SEATS = ("North", "NorthEast")
BUTTON = re.compile(r'name="action" value="([^"]+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')
BOT = {"kind": "bot", "level": "greedy"}


def body(first: Any = None, second: Any = None, **more: Any) -> dict[str, Any]:
    kinds = (first or {"kind": "me"}, second or {"kind": "me"})
    return {"game": "high-card", "seats": dict(zip(SEATS, kinds, strict=True)), **more}


def test_two_people_play_it_through_the_api_with_its_replay_and_record() -> None:
    made = create(body(seed="4"))
    seats = seats_of(made)
    look = play_on(seats, random.Random(1))
    assert look["result"]["reason"] == "most-taken" and look["waiting_for"] == []
    assert look["result"]["winners"] == [max(SEATS, key=look["view"]["taken"].__getitem__)]
    steps = seats["North"].get("/steps", since=0)
    assert [step["kind"] for step in steps] == ["action"] * 6 + ["over"]
    record = seats["North"].get("/record")
    assert record["actions"] == [step["action"] for step in steps[:-1]]
    for at in (0, 1, 6):
        page = text_of(Client().get(f"/play/{made['id']}/replay/?at={at}"))
        assert f"Action {at} of 6" in page
    assert "North plays" in text_of(Client().get(f"/play/{made['id']}/replay/?at=1"))


def test_hands_are_hidden_and_a_seat_acts_for_itself_alone() -> None:
    seats = seats_of(create(body(second={"kind": "open"})))
    north, east = seats["North"].look(), seats["NorthEast"].look()
    assert len(north["view"]["hands"]["North"]) == 3 and north["view"]["hands"]["NorthEast"] == 3
    assert east["view"]["hands"]["North"] == 3 and north["waiting_for"] == east["waiting_for"] == ["North"]
    assert LiveGame.objects.get().seats.to_act().get().seat_name == "North"
    with pytest.raises(Refused) as refused:
        seats["NorthEast"].act(east["version"], f"play {east['view']['hands']['NorthEast'][0]}")
    assert refused.value.code == "not-your-turn"
    seats["North"].act(north["version"], north["view"]["actions"][0])
    assert seats["NorthEast"].look()["waiting_for"] == ["NorthEast"]
    assert LiveGame.objects.get().seats.to_act().get().seat_name == "NorthEast"
    assert seats["North"].look()["view"]["actions"] == []


def test_a_card_is_taken_back_alone_and_by_consent() -> None:
    made = create(body(seed="4"))
    north = seats_of(made)["North"]
    look = north.look()
    version = north.act(look["version"], look["view"]["actions"][0])["version"]
    assert north.post("/take-back", {"version": version})["view"] == look["view"]
    seats = seats_of(create(body(second={"kind": "open"})))
    look = seats["North"].look()
    version = seats["North"].act(look["version"], look["view"]["actions"][0])["version"]
    seats["North"].post("/take-back", {"version": version})
    back = seats["NorthEast"].post("/answers", {"offer": "take-back", "accept": True})
    assert back["waiting_for"] == ["North"] and back["view"]["trick"] is None


def test_who_leaves_has_lost_and_a_rematch_changes_sides() -> None:
    made = create(body(second={"kind": "open"}))
    seats = seats_of(made)
    assert seats["North"].post("/resign", {})["result"] == {
        **seats["NorthEast"].look()["result"],
        "winners": ["NorthEast"],
        "reason": "resigned",
    }
    seats["North"].post("/rematch", {})
    seats["NorthEast"].post("/answers", {"offer": "rematch", "accept": True})
    again = LiveGame.objects.get(token=made["id"]).rematch
    assert again is not None and again.game == "high-card"


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_a_game_against_a_bot_begins_on_the_start_page_and_is_played_on_the_table(prefix: str) -> None:
    browser = Client()
    assert "/play/new/high-card/" in text_of(browser.get(f"{prefix}/play/"))
    assert "The higher card takes both." in text_of(browser.get(f"{prefix}/play/new/high-card/"))
    begun = browser.post(f"{prefix}/play/new/high-card/", {"spectators": "on"})
    assert begun.status_code == 302
    address = begun["Location"]
    for _ in range(3):
        page = text_of(browser.get(address))
        offered, version = BUTTON.findall(page), VERSION.search(page)
        assert offered and all(action.startswith("play ") for action in offered) and version is not None
        browser.post(f"{address}act/", {"action": offered[0], "version": version[1], "seat": "North"})
    game = LiveGame.objects.get()
    assert game.status == "over" and game.result is not None
    has_won = "North" in game.result["winners"]
    ends = ("You won", "Vous avez gagné") if has_won else ("You lost", "Vous avez perdu")
    assert ends[prefix == "/fr"] in text_of(browser.get(address))
    assert browser.get(f"{address}replay/?at=6").status_code == 200


def test_a_bot_answers_at_once() -> None:
    made = create(body(second=BOT, seed="4"))
    look = play_on(seats_of(made), random.Random(2))
    assert look["status"] == "over" and look["seats"]["NorthEast"]["kind"] == "bot"


def test_the_lobby_invitations_and_cards_know_it() -> None:
    made = create(body(second={"kind": "open"}))
    assert "High Card" in text_of(Client().get(made["seats"]["NorthEast"]["url"]))
    assert Client().get("/play/new/high-card/cards/").status_code == 200
    description = Client().get("/api/v1/openapi.json").json()
    assert {"$ref": "#/components/schemas/NewHighCardGame"} in description["components"]["schemas"]["NewGame"]["oneOf"]


@pytest.fixture(scope="module")
def site(root: Path, empty_databases: EmptyDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(root, empty_databases.make(), tmp_path_factory.mktemp("site"))
    yield served
    served.close()


@pytest.mark.slow("starts the servers of a site")
def test_a_stream_sends_each_step_as_its_seat_may_see_it(site: Site) -> None:
    status, made = site.ask("POST", API, body())
    assert status == 201
    game = f"{API}/{made['id']}"
    token = made["seats"]["NorthEast"]["token"]
    stream = site.listen(f"{game}/stream", token)
    hand = stream.next("state")["view"]["hands"]["NorthEast"]
    _, look = site.ask("GET", game, token=made["seats"]["North"]["token"])
    action = look["view"]["actions"][0]
    site.ask("POST", f"{game}/actions", {"version": 0, "actions": [action]}, made["seats"]["North"]["token"])
    step = stream.next("step")
    assert (step["seat"], step["action"], step["view"]["hands"]["NorthEast"]) == ("North", action, hand)
    assert step["view"]["hands"]["North"] == 2
    stream.close()
