"""Whole games of every mode and format through the API, every seat a client."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.decks.game.record_reader import game_of
from tests.marks import some_long
from tests.tables.clients import GAMES, PERSONS, Seat, body_of, create, play_on, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]

LONG_GAMES = [
    ("champions", "coop", "preconstructed"),
    *(("champions", "ffa", form) for form in ("constructed", "draft", "preconstructed")),
    *(("champions", "teams", form) for form in ("constructed", "draft")),
    ("exhaustion", "duel", "draft"),
    *(("exhaustion", "ffa", form) for form in ("constructed", "draft", "preconstructed")),
    *(("exhaustion", "teams", form) for form in ("draft", "preconstructed")),
]


@pytest.mark.parametrize(
    ("extra", "mode", "form"),
    some_long([(extra, *game) for extra in ("plain", "champions", "exhaustion") for game in GAMES], *LONG_GAMES),
)
def test_a_game_is_played_to_its_end(extra: str, mode: str, form: str) -> None:
    more: dict[str, Any] = {}
    if extra == "champions":
        more["champions"] = True
        if mode in ("solo", "coop"):
            more["custom"] = {"level": 4, "fixed_mana": 7, "ai_first": True}
    elif extra == "exhaustion":
        more["exhaustion"] = True
    made = create(body_of(mode, form, **more))
    seats = seats_of(made)
    assert list(seats) == list(PERSONS[mode])
    look = play_on(seats, random.Random(f"{mode} {form} {extra}"))
    watching = Seat(made["id"])
    record = watching.get("/record")
    game = game_of(record)
    assert game.result is not None
    assert look["result"]["winners"] == ["ABCD"[seat] for seat in game.result.winners]
    assert look["result"]["reason"] == game.result.reason
    assert look["waiting_for"] == [] and look["view"]["actions"] == [] and look["view"]["stage"] == "over"
    steps = watching.get("/steps", since=0)
    assert [step["version"] for step in steps] == list(range(1, look["version"] + 1))
    assert steps[-1]["kind"] == "over" and steps[-1]["seat"] is None
    assert steps[-1]["result"] == look["result"]
    done = [step["action"] for step in steps if step["kind"] == "action"]
    assert done == record["draft"] + record["actions"]
    last = watching.look()["view"]
    assert json.dumps(steps[-1]["view"]) == json.dumps(last)


def test_bots_play_a_game_among_themselves() -> None:
    body = body_of("ffa", "draft")
    body["seats"] = {letter: {"kind": "bot", "level": "greedy"} for letter in "ABCD"}
    made = create(body)
    assert made["view"]["seat"] is None
    watching = Seat(made["id"])
    assert watching.look()["version"] >= 32


@pytest.mark.smoke
def test_somebody_plays_a_bot() -> None:
    body = body_of("duel", "preconstructed", champions=True)
    body["seats"]["B"] = {"kind": "bot", "level": "random"}
    made = create(body)
    look = play_on(seats_of(made), random.Random(5))
    assert look["seats"]["B"] == {"kind": "bot", "name": "random", "connected": False, "level": "random"}
