"""Notices of streams: offers and what becomes of them, exactly as the contract says; and streams that can't be."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import Client

from tables.models import GameNotice, LiveGame, LogEntry
from tables.states import forget_states
from tables.streams.session import StreamSession
from tables.viewers import find_viewer
from tests.tables.clients import API, Refused, Seat, body_of, create, seats_of

pytestmark = pytest.mark.django_db


class Stream:
    """The notices that a seat's stream tells, as scripts read them."""

    def __init__(self, seat: Seat, since: int | None = None) -> None:
        self.session = StreamSession(find_viewer(seat.game, seat.token, None), since)
        self.first = _notices(self.session.open())

    def told(self) -> list[dict[str, Any]]:
        """What was told since the last time, but who came and went."""
        return _notices(self.session.collect())


def _notices(chunks: list[str]) -> list[dict[str, Any]]:
    events = [chunk.split("\n") for chunk in chunks if "event: notice\n" in chunk]
    assert not any(line.startswith("id:") for lines in events for line in lines)
    data = [json.loads(line.removeprefix("data: ")) for lines in events for line in lines if line.startswith("data: ")]
    return [notice for notice in data if notice["kind"] not in ("connected", "disconnected", "presence")]


def table(mode: str = "duel", **more: Any) -> dict[str, Seat]:
    """A game whose seats different people hold, past the choice of decks."""
    body = body_of(mode, "constructed", **more)
    body["seats"] = {letter: {"kind": "me" if letter == "A" else "open"} for letter in body["seats"]}
    return seats_of(create(body))


def offer(kind: str, by: str, **answers: Any) -> dict[str, Any]:
    return {"kind": "offer", "offer": {"kind": kind, "by": by, "answers": answers}}


def ended(kind: str, why: str) -> dict[str, Any]:
    return {"kind": "offer-ended", "offer": kind, "why": why}


def refused(seat: Seat, what: str, body: Any) -> str:
    with pytest.raises(Refused) as refusal:
        seat.post(what, body)
    assert refusal.value.status == 409
    return str(refusal.value.code)


def no(kind: str) -> dict[str, Any]:
    return {"offer": kind, "accept": False}


def test_a_draw_is_offered_refused_withdrawn_and_lapses() -> None:
    seats = table()
    streams = [Stream(seats["A"]), Stream(seats["B"]), Stream(Seat(seats["A"].game))]

    def all_told() -> list[dict[str, Any]]:
        first, *others = [stream.told() for stream in streams]
        assert all(other == first for other in others)
        return first

    look = seats["A"].post("/draw", {})
    assert all_told() == [offer("draw", "A", B=None)] == [{"kind": "offer", "offer": look["offers"][0]}]
    assert refused(seats["B"], "/draw", {}) == "offer-open"
    seats["B"].post("/answers", no("draw"))
    assert all_told() == [ended("draw", "refused")]
    seats["A"].post("/draw", {})
    assert seats["A"].post("/answers", no("draw"))["offers"] == []
    assert all_told() == [offer("draw", "A", B=None), ended("draw", "withdrawn")]
    assert refused(seats["A"], "/answers", no("draw")) == "no-offer"
    seats["A"].post("/draw", {})
    assert refused(seats["A"], "/answers", {"offer": "draw", "accept": True}) == "no-offer"
    look = seats["A"].look()
    mover = seats[look["waiting_for"][0]]
    mover.act(look["version"], mover.look()["view"]["actions"][0])
    assert all_told() == [offer("draw", "A", B=None), ended("draw", "lapsed")]
    seats["B"].post("/draw", {})
    seats["A"].post("/answers", {"offer": "draw", "accept": True})
    assert all_told() == [offer("draw", "B", A=None), ended("draw", "accepted")]


def test_what_was_refused_twice_waits_for_the_next_turn() -> None:
    seats = table()
    for _ in range(2):
        seats["A"].post("/draw", {})
        seats["B"].post("/answers", no("draw"))
    assert refused(seats["A"], "/draw", {}) == "offer-refused"
    seats["B"].post("/draw", {})  # that is the other's
    seats["A"].post("/answers", no("draw"))
    turn = seats["A"].look()["waiting_for"]
    while (look := seats["A"].look())["waiting_for"] == turn:
        mover = seats[turn[0]]
        mover.act(look["version"], mover.look()["view"]["actions"][-1])
    assert seats["A"].post("/draw", {})["offers"]


def test_one_of_several_who_accepts_is_told_to_all() -> None:
    seats = table("ffa")
    stream = Stream(seats["A"])
    seats["C"].post("/draw", {})
    seats["A"].post("/answers", {"offer": "draw", "accept": True})
    nobody = {"A": None, "B": None, "D": None}
    assert stream.told() == [offer("draw", "C", **nobody), offer("draw", "C", **{**nobody, "A": True})]
    seats["D"].post("/answers", no("draw"))
    assert stream.told() == [ended("draw", "refused")]


def test_a_rematch_is_offered_and_leads_each_seat_into_its_own() -> None:
    seats = table()
    streams = {letter: Stream(seat) for letter, seat in {**seats, "": Seat(seats["A"].game)}.items()}
    seats["B"].post("/resign", {})
    seats["A"].post("/rematch", {})
    assert all(stream.told() == [offer("rematch", "A", B=None)] for stream in streams.values())
    seats["A"].post("/answers", no("rematch"))
    seats["A"].post("/rematch", {})
    look = seats["B"].post("/answers", {"offer": "rematch", "accept": True})
    assert look["offers"] == []
    new = LiveGame.objects.latest("pk").token
    for letter, stream in streams.items():
        *before, last = stream.told()
        assert before == [ended("rematch", "withdrawn"), offer("rematch", "A", B=None), ended("rematch", "accepted")]
        assert (last["kind"], last["game"]) == ("rematch", new)
        assert last["seat"] == {"A": "B", "B": "A", "": None}[letter]
        if not letter:
            assert last["url"] == f"/play/{new}/"
    assert Stream(seats["A"], since=seats["A"].look()["version"]).first[-1]["kind"] == "rematch"


def test_a_take_back_is_an_offer_too() -> None:
    seats = table()
    look = seats["A"].look()
    mover = seats[look["waiting_for"][0]]
    version = mover.act(look["version"], mover.look()["view"]["actions"][0])["version"]
    other = next(letter for letter in seats if letter != mover.seat_name)
    stream = Stream(seats["A"])
    mover.post("/take-back", {"version": version})
    assert stream.told() == [offer("take-back", mover.seat_name, **{other: None})]
    seats[other].post("/answers", {"offer": "take-back", "accept": True})
    assert stream.told() == [ended("take-back", "accepted")]


def test_whoever_resumes_is_told_of_what_is_open() -> None:
    seats = table()
    seats["A"].post("/draw", {})
    version = seats["A"].look()["version"]
    for seat in (*seats.values(), Seat(seats["A"].game)):
        assert Stream(seat, since=version).first == [offer("draw", "A", B=None)]
        assert Stream(seat).first == []  # the state has it


def test_notices_of_an_older_version_of_the_site_break_no_stream() -> None:
    seats = table()
    stream = Stream(seats["A"])
    game = LiveGame.objects.get(token=seats["A"].game)
    for data in (
        {"kind": "rematch", "by": "A", "answers": {"B": None}},
        *({"kind": "draw", "by": "A", "answers": {"B": None}}, {"kind": "refused", "offer": "draw", "seat": "B"}),
        *({"kind": "offer"}, {"kind": "no such"}, {"kind": "rematch", "game": "gone"}, {}),
    ):
        GameNotice.objects.create(game=game, data=data)
    seats["A"].post("/draw", {})
    assert stream.told() == [offer("draw", "A", B=None)]


# A game whose log makes no sense


@pytest.mark.parametrize("kind", ["action", "seat", "back", "gap"])
def test_a_game_that_cannot_be_read_says_so_everywhere(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    seats = table()
    game = LiveGame.objects.get(token=seats["A"].game)
    bad = {
        "action": {"kind": "action", "seat": "A", "action": "bogus"},
        "seat": {"kind": "action", "seat": "Q", "action": "mana"},
        "back": {"kind": "taken-back", "seat": "A", "data": {}},
        "gap": None,
    }[kind]
    game.version += 1
    game.save()
    if bad is not None:
        LogEntry.objects.create(game=game, version=game.version, at=game.updated, **bad)
    forget_states()
    table_of = f"{API}/{game.token}"
    with caplog.at_level(logging.ERROR):
        headers = {"Authorization": f"Bearer {seats['A'].token}"}
        for what in ("", "/steps", "/steps?since=0", "/record", "/stream", f"/stream?since={game.version - 1}"):
            answer = Client().get(f"{table_of}{what}", headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game-unreadable"), what
        for what, body in (("actions", {"version": game.version, "actions": ["mana"]}), ("draw", {}), ("resign", {})):
            answer = Client().post(f"{table_of}/{what}", json.dumps(body), "application/json", headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game-unreadable"), what
        for what in ("", "decks/", "replay/"):
            page = Client().get(f"/play/{game.token}/{what}")
            assert page.status_code == 409 and "This game can't be read" in page.content.decode(), what
    assert len([record for record in caplog.records if game.token in record.getMessage()]) == 1
