"""Against bots alone the last turn can always be taken back, and the game says that it was played with help."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.models import CountedGame, LiveGame
from tables.services.consent import is_against_bots, may_take_back
from tables.viewers import find_viewer
from tests.answers import text_of
from tests.tables.clients import Refused, Seat, body_of, create, seats_of

pytestmark = pytest.mark.django_db

TAKE_BACK = "Undo my last turn"


def against_bot(**more: Any) -> tuple[Any, Seat]:
    """A Duel against a bot that moves at once; past the choice of decks, it is A's turn."""
    body = body_of("duel", "constructed", first="A", **more)
    made = create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}})
    return made, Seat(made["id"], made["seats"]["A"]["token"], "A")


def end_turn(seat: Seat, *, plays: bool) -> Any:
    """Plays a card if asked to, and ends the turn: the bot shows something in its own."""
    action = ""
    while action != "end-turn":
        look = seat.look()
        actions = look["view"]["actions"]
        cards = (
            [candidate for candidate in actions if candidate not in ("assault", "end-turn", "mana")] if plays else []
        )
        plays = plays and not cards
        action = (cards or [candidate for candidate in ("mana", "assault", "end-turn") if candidate in actions])[0]
        seat.act(look["version"], action)
    return seat.look()


def refused(seat: Seat, body: Any) -> str:
    with pytest.raises(Refused) as refusal:
        seat.post("/take-back", body)
    assert refusal.value.status == 409
    return str(refusal.value.code)


def test_it_is_free_against_a_bot_and_said() -> None:
    made, seat = against_bot()
    before = seat.look()
    browser = Client()
    browser.post(made["seats"]["A"]["url"])
    assert TAKE_BACK not in text_of(browser.get(made["url"]))  # nothing is done yet
    look = end_turn(seat, plays=True)
    assert refused(seat, {"version": look["version"]}) == "barrier"
    assert refused(seat, {"version": look["version"], "help": False}) == "barrier"
    assert not LiveGame.objects.get().helped
    page = text_of(browser.get(made["url"]))
    assert TAKE_BACK in page and "counts as played with help" in page
    browser.post(f"{made['url']}consent/", {"what": "take-back", "version": look["version"]})
    after = seat.look()
    assert after["version"] == look["version"] + 1 and after["view"]["actions"] == before["view"]["actions"]
    assert LiveGame.objects.get().helped
    for anybody in (browser, Client()):
        assert "Played with help" in text_of(anybody.get(made["url"]))
    assert seat.get("/steps", since=look["version"])[0]["kind"] == "taken-back"
    over = seat.post("/resign", {})
    assert over["result"]["help"] is True and over["result"]["winners"] == ["B"]
    assert seat.get("/steps")[-1]["result"]["help"] is True
    for anybody in (browser, Client()):
        assert "Played with help" in text_of(anybody.get(made["url"]))
    assert "with help" in text_of(browser.get("/play/mine/"))
    assert not CountedGame.objects.exists()
    assert seat.get("/record")["format"] == "clash-record/1"


def test_programs_ask_for_it_by_a_key() -> None:
    _made, seat = against_bot()
    look = end_turn(seat, plays=True)
    assert refused(seat, {"version": look["version"] - 1, "help": True}) == "stale"
    assert seat.post("/take-back", {"version": look["version"], "help": True})["version"] == look["version"] + 1
    with pytest.raises(Refused) as refusal:
        seat.post("/take-back", {"version": look["version"], "help": 1})
    assert refusal.value.status == 400


def test_what_showed_nothing_is_no_help() -> None:
    _made, seat = against_bot()
    look = seat.look()
    look = seat.act(look["version"], "mana") if "mana" in look["view"]["actions"] else look
    actions = [action for action in look["view"]["actions"] if action not in ("assault", "end-turn")]
    done = seat.act(look["version"], actions[0])
    seat.post("/take-back", {"version": done["version"], "help": True})
    assert not LiveGame.objects.get().helped


def test_with_other_people_help_changes_nothing() -> None:
    body = body_of("duel", "constructed", first="A")
    seats = seats_of(create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}))
    end_turn(seats["A"], plays=False)
    assert seats["B"].look()["waiting_for"] == ["B"]
    end_turn(seats["B"], plays=True)
    version = seats["A"].look()["version"]
    viewer = find_viewer(seats["A"].game, seats["A"].token, None)
    assert not is_against_bots(viewer) and may_take_back(viewer)
    look = seats["A"].post("/take-back", {"version": version, "help": True})
    assert look["version"] == version and look["offers"][0]["kind"] == "take-back"
    assert not may_take_back(find_viewer(seats["A"].game, seats["A"].token, None))  # it is asked already
    seats["B"].post("/answers", {"offer": "take-back", "accept": True})
    assert not LiveGame.objects.get().helped


def test_a_choice_of_a_draft_stays() -> None:
    body = body_of("duel", "preconstructed")
    made = create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}})
    seat = Seat(made["id"], made["seats"]["A"]["token"], "A")
    version = seat.act(0, "A pick 1")["version"]
    assert refused(seat, {"version": seat.look()["version"] or version, "help": True}) == "barrier"
    assert not may_take_back(find_viewer(seat.game, seat.token, None))
