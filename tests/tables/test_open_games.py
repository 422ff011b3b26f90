"""The lobby over the network: what it offers, who takes a seat of it, and what that gives away."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.test import Client

from tables.models import LiveGame
from tests.tables.clients import API, Refused, Seat, body_of, create, play_on, seats_of

pytestmark = pytest.mark.django_db
SEATS = {"A": {"kind": "me"}, "B": {"kind": "open"}}


def listed(**more: Any) -> Any:
    return create({**body_of("duel", "preconstructed"), "seats": SEATS, "listed": True, **more})


def open_games(client: Client | None = None) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads((client or Client()).get(f"{API}/open").content)["items"]
    return items


def test_a_game_is_offered_taken_and_played() -> None:
    made = listed(deadline=120)
    private = create({**body_of("duel", "preconstructed"), "seats": SEATS})
    (item,) = open_games()
    assert item == {
        **{"id": made["id"], "game": "clash-of-decks", "mode": "duel", "format": "preconstructed", "deadline": 120},
        **{"created": item["created"], "spectators": True, "free": ["B"], "taken": {"A": "Guest"}, "is_seated": False},
        **{"clock": None, "rated": False},
    }
    other = Seat(made["id"])
    joined = other.post("/seats", {})
    assert joined["seat"] == "B"
    assert open_games() == []
    seats = {**seats_of({**made, "seats": {"A": made["seats"]["A"]}}), "B": Seat(made["id"], joined["token"], "B")}
    with pytest.raises(Refused) as late:
        Seat(made["id"]).post("/seats", {})
    assert (late.value.status, late.value.code) == (409, "seat-taken")
    assert play_on(seats, random.Random(1))["status"] == "over"
    with pytest.raises(Refused) as refused:
        Seat(private["id"]).post("/seats", {})
    assert (refused.value.status, refused.value.code) == (404, "not-found")


def test_no_secret_is_in_the_list() -> None:
    made = listed()
    answer = Client().get(f"{API}/open").content.decode()
    invitation = made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]
    assert made["seats"]["A"]["token"] not in answer and invitation not in answer


def test_the_same_request_takes_one_seat_and_gets_the_same_answer() -> None:
    made = create({**body_of("ffa", "preconstructed"), "listed": True, "seats": {
        "A": {"kind": "me"}, **{seat: {"kind": "open"} for seat in "BCD"}}})  # fmt: skip
    key = {"Idempotency-Key": "0123456789abcdef-random"}
    client = Client()
    first, second = (
        client.post(f"{API}/{made['id']}/seats", "{}", content_type="application/json", headers=key) for _ in range(2)
    )
    assert first.status_code == second.status_code == 200 and first.content == second.content
    assert open_games()[0]["free"] == ["C", "D"]
    assert Seat(made["id"]).post("/seats", {})["seat"] == "C"  # of another client, who is nobody either


def test_an_account_gets_no_second_seat() -> None:
    made = create({**body_of("ffa", "preconstructed"), "listed": True, "seats": {
        "A": {"kind": "me"}, **{seat: {"kind": "open"} for seat in "BCD"}}})  # fmt: skip
    client = Client()
    client.get("/play/lobby/")
    game = LiveGame.objects.get(token=made["id"])
    assert client.post(f"/play/lobby/{made['id']}/").status_code == 302
    assert client.post(f"/play/lobby/{made['id']}/").status_code == 302
    assert game.seats.filter(is_taken=True).count() == 2
    (item,) = open_games(client)
    assert item["is_seated"] and item["free"] == ["C", "D"]


def test_a_game_of_another_kind_is_offered() -> None:
    seats = {"dragombre": {"kind": "me"}, "blancgriffon": {"kind": "open"}}
    made = create({"game": "magic-schools", "seats": seats, "listed": True})
    (item,) = open_games()
    assert (item["id"], item["free"], item["mode"]) == (made["id"], ["blancgriffon"], None)
    assert Seat(made["id"]).post("/seats", {})["seat"] == "blancgriffon"


@pytest.mark.parametrize("value", [1, "yes", None, [], {}])
def test_listed_is_a_truth_value(value: Any) -> None:
    with pytest.raises(Refused) as refused:
        create({**body_of("duel", "preconstructed"), "seats": SEATS, "listed": value})
    assert (refused.value.status, refused.value.body["error"]["at"]) == (400, "/listed")
