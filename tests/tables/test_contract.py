"""The contract of the API, point by point."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from accounts.models import User
from background import meters
from background import services as background
from cards.sets import read_set
from engine.decks.game.game import DecksGame
from engine.decks.game.record_reader import game_of
from tables.answers import due_at
from tables.models import BotTurn, GameSeat, LiveGame, LogEntry
from tables.services import bots
from tables.states import forget_states, state_of
from tests.tables.clients import API, Refused, Seat, body_of, create, play_on, seats_of
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db


def refused(status: int, code: str, ask: Any, *args: Any, **more: Any) -> Any:
    """The body of an answer that refuses."""
    with pytest.raises(Refused) as wrong:
        ask(*args, **more)
    assert (wrong.value.status, wrong.value.code) == (status, code)
    error = wrong.value.body["error"]
    assert {"code", "message", "at"} <= set(error)
    return wrong.value.body


def duel(form: str = "preconstructed", **more: Any) -> tuple[Any, dict[str, Seat]]:
    made = create(body_of("duel", form, **more))
    return made, seats_of(made)


def open_duel(form: str = "preconstructed", **more: Any) -> tuple[Any, dict[str, Seat]]:
    body = body_of("duel", form, **more)
    body["seats"]["B"] = {"kind": "open"}
    made = create(body)
    return made, seats_of(made)


def choose_decks(seats: dict[str, Seat]) -> int:
    """The decks are chosen and the first turn is begun; the version then."""
    for letter in "AB":
        look = seats[letter].look()
        seats[letter].act(look["version"], look["view"]["actions"][0])
    look = seats["A"].look()
    return seats[look["waiting_for"][0]].act(look["version"], "mana")["version"]


def active(seats: dict[str, Seat]) -> Seat:
    return seats[seats["A"].look()["waiting_for"][0]]


# Creating


def test_what_creating_answers() -> None:
    body = body_of("duel", "draft", seed="7")
    body["seats"]["B"] = {"kind": "bot", "level": "greedy"}
    made = create(body)
    assert set(made) == {"id", "url", "version", "seats", "view"}
    assert made["version"] == 0 and made["url"] == f"/play/{made['id']}/"
    assert made["seats"]["B"] == {"kind": "bot", "level": "greedy"}
    mine = made["seats"]["A"]
    assert mine["kind"] == "me" and len(mine["token"]) >= 22 and mine["url"].endswith(f"/t/{mine['token']}/")
    assert made["view"]["seat"] == "A" and len(made["view"]["draft"]["row"]) == 4
    again = create(body)
    assert again["view"]["draft"] == made["view"]["draft"]
    assert again["seats"]["A"]["token"] != mine["token"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown-game"),
        ({"mode": "chess"}, 400, "bad-request"),
        ({"colour": "red"}, 400, "unknown-key"),
        ({"seats": {"A": {"kind": "me"}}}, 400, "bad-request"),
        ({"seats": {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "wise"}}}, 400, "bad-request"),
        ({"mode": "solo", "format": "constructed", "seats": {"A": {"kind": "me"}}}, 422, "format-not-in-mode"),
        ({"sets": ["nowhere"]}, 422, "unknown-set"),
        ({"format": "constructed"}, 422, "wrong-number-of-decks"),
        ({"decks": {"A": []}}, 422, "decks-not-used"),
        ({"custom": {"level": 3}}, 422, "no-ai"),
        ({"seed": "-1"}, 400, "bad-request"),
        ({"seed": str(1 << 128)}, 422, "bad-seed"),
        ({"first": "C"}, 422, "unknown-seat"),
        ({"deadline": 0}, 400, "bad-request"),
        ({"seed": "1", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}, 422, "seed-not-allowed"),
    ],
)
def test_what_cannot_be_created(change: dict[str, Any], status: int, code: str) -> None:
    refused(status, code, create, {**body_of("duel", "preconstructed"), **change})
    assert not LiveGame.objects.exists()


def test_all_faults_of_form_come_at_once() -> None:
    body = {**body_of("duel", "preconstructed"), "exhaustion": 1, "deadline": "soon", "spectators": None}
    faults = refused(400, "bad-request", create, body)["error"]["faults"]
    assert [fault["at"] for fault in faults] == ["/exhaustion", "/deadline", "/spectators"]


def test_cards_in_every_form() -> None:
    body = body_of("duel", "constructed")
    written = {"name": "Own", "type": "incantation", "cost": 1, "av": 2, "abilities": []}
    body["decks"]["A"][:2] = [written, "initiation/" + body_slug()]
    made = create(body)
    hand = made["view"]["position"]["players"]["A"]["hand"]
    assert written in hand


def body_slug() -> str:
    return read_set("initiation").cards[20].slug


# Joining


def test_nothing_is_shown_before_all_seats_are_taken() -> None:
    body = body_of("duel", "constructed")
    body["seats"]["B"] = {"kind": "open"}
    made = create(body)
    look = Seat(made["id"], made["seats"]["A"]["token"]).look()
    assert look["status"] == "waiting" and look["waiting_for"] == ["B"]
    assert "position" not in look["view"] and look["view"]["actions"] == look["view"]["to_act"] == []
    assert look["seats"]["B"]["name"] is None
    invitation = made["seats"]["B"]["url"].split("/")[4]
    stranger = Seat(made["id"])
    refused(404, "not-found", stranger.post, "/join", {"invitation": "x" * 32})
    joined = stranger.post("/join", {"invitation": invitation})
    assert joined["seat"] == "B" and joined["version"] == 1 and "position" in joined["view"]
    refused(409, "seat-taken", stranger.post, "/join", {"invitation": invitation})
    assert Seat(made["id"]).get("/steps")[0]["kind"] == "joined"


def test_looking_at_an_invitation_takes_no_seat() -> None:
    body = body_of("duel", "preconstructed")
    body["seats"]["B"] = {"kind": "open"}
    made = create(body)
    client = Client()
    assert client.get(made["seats"]["B"]["url"]).status_code == 200
    assert LiveGame.objects.get().version == 0
    assert client.post(made["seats"]["B"]["url"]).status_code == 302
    assert client.get(made["url"]).context["viewer"].seat_name == "B"


# Who is who


def test_tokens_are_kept_as_hashes_alone() -> None:
    made, _seats = open_duel()
    secrets = [made["seats"]["A"]["token"], made["seats"]["B"]["url"].split("/")[4]]
    kept = [*GameSeat.objects.values(), *LiveGame.objects.values(), *IdempotentResponse.objects.values()]
    assert not any(secret in str(kept) for secret in secrets)


def test_whoever_watches_sees_no_hand_and_does_nothing() -> None:
    made, seats = duel()
    version = choose_decks(seats)
    for watching in (Seat(made["id"]), Seat(made["id"], "x" * 32)):
        view = watching.look()["view"]
        assert view["seat"] is None and view["actions"] == []
        hands = [player["hand"] for player in view["position"]["players"].values()]
        assert all(card in (None, "bastion") for hand in hands for card in hand)
        refused(403, "no-seat", watching.act, version, "end-turn")
        refused(403, "not-over", watching.get, "/record")
    assert seats["A"].get("/record")["format"] == "clash-record/1"


def test_a_game_without_spectators() -> None:
    made, seats = duel(spectators=False)
    refused(404, "not-found", Seat(made["id"]).look)
    assert seats["B"].look()["view"]["seat"] == "B"
    refused(404, "not-found", Seat("nothing").look)


def test_the_link_of_a_seat_takes_it_over() -> None:
    made, _seats = duel()
    client = Client()
    assert client.post(made["seats"]["B"]["url"], follow=True).redirect_chain == [(made["url"], 302)]
    assert client.get(f"{API}/{made['id']}").json()["view"]["seat"] == "B"
    assert client.get(f"/play/{made['id']}/t/nothing/").status_code == 404


def test_cookies_need_a_csrf_token_and_tokens_do_not() -> None:
    made, seats = duel()
    client = Client(enforce_csrf_checks=True)
    assert client.post(made["seats"]["A"]["url"]).status_code == 403
    client.get(made["seats"]["A"]["url"])
    client.post(made["seats"]["A"]["url"], headers={"X-CSRFToken": client.cookies["csrftoken"].value})
    body = {"version": 0, "actions": [seats["A"].look()["view"]["actions"][0]]}
    path = f"{API}/{made['id']}/actions"
    forged = client.post(path, body, content_type="application/json")
    assert (forged.status_code, forged.json()["error"]["code"]) == (403, "csrf-failed")
    client.get(made["url"])
    token = client.cookies["csrftoken"].value
    done = client.post(path, body, content_type="application/json", headers={"X-CSRFToken": token})
    assert done.status_code == 200
    bare = Client(enforce_csrf_checks=True)
    held = {"Authorization": f"Bearer {seats['B'].token}"}
    body = {"version": 1, "actions": [seats["B"].look()["view"]["actions"][0]]}
    assert bare.post(path, body, content_type="application/json", headers=held).status_code == 200


def test_a_csrf_cookie_alone_speaks_for_nobody() -> None:
    """A program that keeps cookies has it from whatever page it opened first."""
    program = Client(enforce_csrf_checks=True)
    program.get("/")
    assert "csrftoken" in program.cookies
    made = program.post(API, json.dumps(body_of("duel", "draft")), content_type="application/json")
    assert made.status_code == 201
    assert GameSeat.objects.filter(owner=None).count() == 2


@pytest.mark.parametrize("path", ["", "/{id}", "/{id}/join", "/{id}/stream", "/{id}/nothing", "/nothing"])
def test_pages_of_every_site_may_ask(path: str) -> None:
    made, _ = duel()
    address = f"{API}{path.format(**made)}"
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Headers": "authorization,idempotency-key"}
    allowed = Client().options(address, headers=asked)
    assert allowed.status_code == 204 and allowed["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in allowed["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in allowed
    answer = Client().get(address, headers={"Origin": "https://elsewhere.example"})
    answer.close()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer


# Looking


def test_looking_again() -> None:
    made, seats = duel()
    path = f"{API}/{made['id']}"
    first = Client().get(path)
    assert first.headers["Cache-Control"] == "no-store" and first.headers["Vary"].startswith("Authorization, Cookie")
    assert Client().get(path, {"since": "0"}).status_code == 304
    assert Client().get(path, {"since": "1"}).status_code == 200
    again = Client().get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.content
    seats["A"].act(0, seats["A"].look()["view"]["actions"][0])
    assert Client().get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


# Acting


def test_a_list_is_carried_out_whole_or_not_at_all() -> None:
    _made, seats = duel(sets=["initiation"])
    version = choose_decks(seats)
    seat = active(seats)
    body = refused(422, "bad-action", seat.act, version, "assault", "dance")
    assert body["error"]["at"] == 1
    assert seat.look()["version"] == version
    other = seats["B" if seat.seat_name == "A" else "A"]
    refused(403, "not-your-turn", other.act, version, "end-turn")
    stale = refused(409, "stale", seat.act, version - 1, "assault")
    assert stale["version"] == version and stale["view"] == seat.look()["view"]
    done = seat.act(version, "assault", "end-turn")
    assert done["version"] == version + 2 and [step["action"] for step in done["steps"]] == ["assault", "end-turn"]
    refused(403, "not-your-turn", seat.act, done["version"], "assault")


def test_the_same_request_twice_is_done_once() -> None:
    _made, seats = duel()
    version = choose_decks(seats)
    seat = active(seats)
    first = seat.act(version, "assault", **{"Idempotency-Key": "one"})
    again = seat.act(version, "assault", **{"Idempotency-Key": "one"})
    assert json.dumps(first) == json.dumps(again)
    assert seat.payloads[-1][1].partition("[(")[0] == seat.payloads[-2][1].partition("[(")[0]
    assert seat.look()["version"] == version + 1
    refused(409, "key-reused", seat.act, version + 1, "end-turn", **{"Idempotency-Key": "one"})
    refused(422, "bad-action", seat.act, version + 1, "dance", **{"Idempotency-Key": "two"})
    seat.act(version + 1, "end-turn", **{"Idempotency-Key": "two"})


def test_creating_and_joining_twice_gives_the_same_seat() -> None:
    body = body_of("duel", "preconstructed")
    body["seats"]["B"] = {"kind": "open"}
    made = create(body, **{"Idempotency-Key": "k" * 16})
    assert create(body, **{"Idempotency-Key": "k" * 16}) == made
    assert LiveGame.objects.count() == 1
    refused(409, "key-reused", create, {**body, "exhaustion": True}, **{"Idempotency-Key": "k" * 16})
    stranger, invitation = Seat(made["id"]), made["seats"]["B"]["url"].split("/")[4]
    joined = stranger.post("/join", {"invitation": invitation}, **{"Idempotency-Key": "j" * 16})
    assert stranger.post("/join", {"invitation": invitation}, **{"Idempotency-Key": "j" * 16}) == joined
    sent = {"content_type": "application/json", "headers": {"Idempotency-Key": "l" * 16}}
    answers = [Client().post(API, json.dumps(body), **sent) for _ in range(2)]
    place = f"{API}/{answers[0].json()['id']}"
    assert [answer.headers.get("Idempotent-Replayed") for answer in answers] == [None, "true"]
    assert [answer.headers["Location"] for answer in answers] == [place, place]


def test_what_follows_something_hidden_is_refused_unseen() -> None:
    _made, seats = duel("draft")
    seats["A"].act(0, "A pick 0")
    body = refused(422, "after-hidden", seats["A"].act, *later(seats, ["A pick 2", "A pick 0"]))
    assert body["error"]["at"] == 1
    seats["A"].act(*later(seats, ["A pick 2"]))


def later(seats: dict[str, Seat], actions: list[str]) -> tuple[Any, ...]:
    """After B has picked twice: A's last pick of the row turns up the next."""
    look = seats["A"].look()
    if look["waiting_for"] == ["B"]:
        look = seats["B"].act(look["version"], "B pick 1", "B pick 3")
    return (look["version"], *actions)


# Trying out


def test_a_preview_does_nothing_and_says_what_acting_says() -> None:
    _made, seats = duel()
    version = choose_decks(seats)
    seat = active(seats)
    plays = [action for action in seat.look()["view"]["actions"] if action not in ("assault", "end-turn")]
    tried = seat.post("/preview", {"version": version, "actions": [plays[0], "assault"]})
    assert tried["hidden_from"] is None
    assert seat.look()["version"] == version
    done = seat.act(version, plays[0], "assault")
    assert tried["steps"] == done["steps"] and tried["view"] == done["view"]
    refused(422, "bad-action", seat.post, "/preview", {"version": version + 2, "actions": ["dance"]})


def test_a_preview_ends_at_the_next_row() -> None:
    _made, seats = duel("draft")
    seats["A"].act(0, "A pick 0")
    version, *_ = later(seats, [])
    tried = seats["A"].post("/preview", {"version": version, "actions": ["A pick 2", "A pick 2"]})
    assert tried["hidden_from"] == 0 and tried["steps"] == [{"action": "A pick 2", "events": []}]
    assert tried["view"] == seats["A"].look()["view"]


def test_a_preview_ends_at_an_ais_pile() -> None:
    made = create(body_of("solo", "preconstructed"))
    seat = seats_of(made)["A"]
    seat.act(0, "A pick 0")
    seat.act(1, "mana")
    tried = seat.post("/preview", {"version": 2, "actions": ["end-turn"]})
    assert tried["hidden_from"] == 0 and tried["steps"][0]["events"]
    assert not any(event["kind"] == "reveal" for event in tried["steps"][0]["events"])
    assert tried["view"] == seat.look()["view"]


# Consent


def test_a_take_back_alone_happens_at_once() -> None:
    _made, seats = duel()
    version = choose_decks(seats)
    seat = active(seats)
    before = seat.look()["view"]
    done = seat.act(version, "assault")
    refused(409, "stale", seat.post, "/take-back", {"version": version})
    look = seat.post("/take-back", {"version": done["version"]})
    assert look["version"] == version + 2 and look["offers"] == []
    assert look["view"]["actions"] == ["mana"]  # the whole turn
    seat.act(look["version"], "mana")
    assert seat.look()["view"] == before
    steps = seat.get("/steps", since=version + 1)
    assert steps[0]["kind"] == "taken-back" and steps[0]["events"] == [] and steps[0]["action"] is None


def test_a_take_back_between_two_clients() -> None:
    _made, seats = open_duel()
    version = choose_decks(seats)
    seat = active(seats)
    other = seats["B" if seat.seat_name == "A" else "A"]
    refused(409, "barrier", other.post, "/take-back", {"version": version})
    version = seat.act(version, "assault")["version"]
    look = seat.post("/take-back", {"version": version})
    assert look["offers"] == [{"kind": "take-back", "by": seat.seat_name, "answers": {other.seat_name: None}}]
    assert look["version"] == version
    refused(409, "offer-open", seat.post, "/take-back", {"version": version})
    refused(409, "no-offer", seat.post, "/answers", {"offer": "take-back", "accept": True})
    look = other.post("/answers", {"offer": "take-back", "accept": False})
    assert look["offers"] == [] and look["version"] == version
    seat.post("/take-back", {"version": version})
    look = other.post("/answers", {"offer": "take-back", "accept": True})
    assert look["version"] == version + 1 and look["offers"] == []
    assert seat.look()["view"]["actions"] == ["mana"]


def test_an_offer_lapses_with_the_next_entry() -> None:
    _made, seats = open_duel()
    version = choose_decks(seats)
    seat = active(seats)
    other = seats["B" if seat.seat_name == "A" else "A"]
    assert other.post("/draw", {})["offers"][0]["kind"] == "draw"
    seat.act(version, "assault")
    refused(409, "no-offer", seat.post, "/answers", {"offer": "draw", "accept": True})


def test_a_draw_is_agreed_and_a_rematch_swaps_the_sides() -> None:
    made, seats = open_duel()
    refused(409, "not-over", seats["A"].post, "/rematch", {})
    seats["A"].post("/draw", {})
    look = seats["B"].post("/answers", {"offer": "draw", "accept": True})
    assert look["status"] == "over"
    assert look["result"] == {"winners": [], "reason": "agreed", "record": f"{API}/{made['id']}/record"}
    assert [step["kind"] for step in seats["A"].get("/steps", since=1)] == ["draw", "over"]
    assert Seat(made["id"]).get("/record")["actions"] == []
    refused(422, "game-over", seats["A"].act, look["version"], "A pick 0")
    seats["A"].post("/rematch", {})
    seats["B"].post("/answers", {"offer": "rematch", "accept": True})
    again = LiveGame.objects.get(token=made["id"]).rematch
    assert (
        again is not None
        and again.version == 0
        and again.setup["seed"] != LiveGame.objects.get(token=made["id"]).setup["seed"]
    )


def test_who_gave_up_is_asked_for_a_rematch() -> None:
    made, seats = open_duel()
    seats["B"].post("/resign", {})
    look = seats["A"].post("/rematch", {})
    assert look["offers"] == [{"kind": "rematch", "by": "A", "answers": {"B": None}}]
    assert LiveGame.objects.count() == 1
    assert seats["B"].post("/answers", {"offer": "rematch", "accept": False})["offers"] == []
    seats["B"].post("/rematch", {})
    seats["A"].post("/answers", {"offer": "rematch", "accept": True})
    again = LiveGame.objects.get(token=made["id"]).rematch
    assert again is not None and not again.seats.filter(has_left=True).exists()


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        (lambda decks: decks["B"].pop(), "wrong-deck-size", "/decks/B"),
        (lambda decks: decks["A"].__setitem__(3, decks["A"][2]), "duplicate-card", "/decks/A/3"),
    ],
)
def test_a_deck_that_the_rules_do_not_allow_is_named_by_its_seat(change: Any, code: str, at: str) -> None:
    body = body_of("duel", "constructed")
    change(body["decks"])
    with pytest.raises(Refused) as caught:
        create(body)
    assert caught.value.status == 422 and caught.value.code == code
    assert caught.value.body["error"]["at"] == at


@pytest.mark.parametrize(
    ("mode", "winners", "status"),
    [
        ("duel", ["B"], "over"),
        ("solo", ["B"], "over"),
        ("coop", ["B", "D"], "over"),
        ("teams", ["B", "D"], "over"),
        ("ffa", None, "draft"),
    ],
)
def test_who_resigns_has_lost(mode: str, winners: Any, status: str) -> None:
    made = create(body_of(mode, "preconstructed"))
    look = seats_of(made)["A"].post("/resign", {})
    assert look["status"] == status
    if winners:
        assert look["result"]["winners"] == winners and look["result"]["reason"] == "resigned"
    else:
        assert look["version"] > 1 and look["waiting_for"] == ["B"]  # a bot has chosen for A


def test_the_last_person_of_a_free_for_all_resigns() -> None:
    body = body_of("ffa", "preconstructed")
    body["seats"]["C"] = body["seats"]["D"] = {"kind": "bot", "level": "random"}
    seats = seats_of(create(body))
    seats["A"].post("/resign", {})
    look = seats["B"].post("/resign", {})
    assert look["result"]["winners"] == ["C", "D"]


def test_a_late_turn_can_be_claimed() -> None:
    made, seats = open_duel(deadline=3600)
    assert seats["A"].look()["deadline_at"].endswith("Z")
    refused(409, "not-late", seats["B"].post, "/claim", {})
    for entry in LogEntry.objects.all():
        LogEntry.objects.filter(pk=entry.pk).update(at=entry.at - timedelta(hours=2))
    forget_states()
    refused(409, "not-late", seats["A"].post, "/claim", {})
    look = seats["B"].post("/claim", {})
    assert look["result"]["winners"] == ["B"] and look["result"]["reason"] == "deadline"
    assert [step["kind"] for step in Seat(made["id"]).get("/steps", since=1)] == ["deadline", "over"]


def test_champions_are_named_by_each_seat() -> None:
    _made, seats = duel("constructed", champions=True)
    look = seats["A"].look()
    assert look["status"] == "terms" and look["waiting_for"] == ["A", "B"]
    champion = {"name": "Ada", "type": "creature", "cost": 3, "av": 2, "hp": 4, "abilities": ["rage"]}
    refused(
        422,
        "champion-not-a-creature",
        seats["A"].post,
        "/terms",
        {"version": 0, "champion": {"name": "x", "type": "incantation", "cost": 1, "av": 1, "abilities": []}},
    )
    refused(422, "champion-in-deck", seats["A"].post, "/terms", {"version": 0, "champion": creature_of_deck()})
    refused(422, "wrong-phase", seats["A"].act, 0, "mana")
    named = seats["A"].post("/terms", {"version": 0, "champion": champion})
    assert named["version"] == 1 and seats["B"].look()["waiting_for"] == ["B"]
    refused(403, "not-your-turn", seats["A"].post, "/terms", {"version": 1, "champion": champion})
    seats["B"].post("/terms", {"version": 1, "champion": "slyness:1"})
    look = seats["A"].look()
    assert look["status"] == "play" and look["view"]["position"]["players"]["A"]["champion"]["card"] == champion
    assert next(step["action"] for step in seats["B"].get("/steps")) == champion
    refused(422, "no-game-yet", seats["A"].post, "/terms", {"version": 2, "champion": champion})


def creature_of_deck() -> str:
    return next(
        f"initiation:{card.number}" for card in read_set("initiation").cards if card.is_creature and card.number < 9
    )


# Errors


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "bad-json"),
        (b"\xff", "application/json", 400, "bad-json"),
        (b"[]", "application/json", 400, "bad-request"),
        (b'{"version": 0, "actions": ["x"], "more": 1}', "application/json", 400, "unknown-key"),
        (b'{"version": "0", "actions": []}', "application/json", 400, "bad-request"),
        (b"version=0", "application/x-www-form-urlencoded", 415, "not-json"),
        (b" " * 70_000, "application/json", 413, "too-large"),
    ],
)
def test_what_is_no_request(body: bytes, kind: str, status: int, code: str) -> None:
    made, seats = duel()
    path = f"{API}/{made['id']}/actions"
    answer = Client().post(path, body, content_type=kind, headers=seats["A"].headers())
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/json"


def test_other_methods_and_addresses() -> None:
    made, _ = duel()
    answer = Client().delete(f"{API}/{made['id']}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert Client().head(f"{API}/{made['id']}").status_code == 200
    for path in ("/api/v1/nothing", "/api/v1/games/", f"{API}/{made['id']}/dance"):
        assert Client().get(path).json()["error"]["code"] == "not-found"
        assert Client().post(path).status_code == 404


@pytest.mark.noted
def test_limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    now = [1000.0]
    monkeypatch.setattr(meters, "time", SimpleNamespace(time=lambda: now[0], monotonic=lambda: now[0]))
    made, _ = duel()
    answers = [Client().get(f"{API}/{made['id']}").status_code for _ in range(70)]
    # The first of the 60 made the game; what is counted in lumps is over by less than one.
    assert answers[:59] == [200] * 59 and answers[64:] == [429] * 6
    last = Client().get(f"{API}/{made['id']}")
    assert last.json()["error"]["code"] == "too-many-requests" and last.headers["Retry-After"] == "1"
    now[0] += 1
    assert Client().get(f"{API}/{made['id']}").status_code == 200
    monkeypatch.setattr("accounts.request_rate.check_rate", lambda request: None)
    monkeypatch.setattr("accounts.api_requests.check_rate", lambda request: None)
    for _ in range(59):
        create(body_of("duel", "preconstructed"))
    refused(429, "too-many-requests", create, body_of("duel", "preconstructed"))


def test_a_search_moves_in_the_background() -> None:
    body = body_of("duel", "preconstructed")
    body["seats"]["B"] = {"kind": "bot", "level": "search-small"}
    made = create(body)
    seat = seats_of(made)["A"]
    seat.act(0, "A pick 0")
    assert seat.look()["waiting_for"] == ["B"] and BotTurn.objects.get().state == "waiting"
    bots.work(BotTurn.objects.get().pk)
    assert seat.look()["waiting_for"] == ["A"]
    assert BotTurn.objects.get().state == "done"


def test_an_action_writes_one_view_and_looks_for_bots_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the seat foresees is written for a preview alone, and where no bot is to move none is looked for again."""
    _made, seats = duel("draft")
    look, write = seats["A"].look(), DecksGame.view
    written: list[int | None] = []

    def noted(game: DecksGame, seat: int | None) -> dict[str, Any]:
        written.append(seat)
        return write(game, seat)

    def needless(*_given: object) -> None:
        pytest.fail("nobody is to move without a person")

    monkeypatch.setattr(DecksGame, "view", noted)
    monkeypatch.setattr(bots, "run", needless)
    seats["A"].act(look["version"], look["view"]["actions"][0])
    assert written == [0]


def test_a_bot_that_thinks_for_long_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some seconds of thinking its next move waits for a worker like all else; none is left out."""
    monkeypatch.setattr(bots, "STEP", -1.0)
    body = body_of("duel", "preconstructed")
    body["seats"]["B"] = {"kind": "bot", "level": "search-small"}
    seat = seats_of(create(body))["A"]
    seat.act(0, "A pick 0")
    job = BotTurn.objects.get()
    bots.work(job.pk)
    job.refresh_from_db()
    assert job.state == "waiting" and background.is_queued(job)
    for _ in range(9):
        bots.work(job.pk)
    job.refresh_from_db()
    assert seat.look()["waiting_for"] == ["A"] and job.state == "done"


@pytest.mark.slow("plays whole games through the site")
def test_a_random_game_with_random_take_backs_replays() -> None:
    """What was taken back is in the log, and in no record."""
    rng, taken_back = random.Random(2), 0

    def each(seat: Seat, look: Any, action: str, answer: Any) -> None:
        nonlocal taken_back
        if rng.random() < 0.15 and seat.look()["status"] == "play":
            try:
                seat.post("/take-back", {"version": seat.look()["version"]})
            except Refused as wrong:
                assert wrong.code in ("barrier", "nothing-to-take-back", "game-over")
            else:
                taken_back += 1

    for _ in range(9):  # how the cards lie is chance: in some games each try comes after something was revealed
        made, seats = duel()
        look = play_on(seats, rng, each=each)
        if taken_back:
            break
    assert taken_back
    steps = seats["A"].get("/steps")
    assert sum(step["kind"] == "taken-back" for step in steps) == taken_back
    forget_states()
    assert seats["A"].look()["view"] == look["view"]
    record = Seat(made["id"]).get("/record")
    assert game_of(record).result is not None
    assert len(record["actions"]) < sum(step["kind"] == "action" for step in steps)


# Keys of callers without a secret of their own


def test_keys_of_create_and_join_are_long() -> None:
    body = {**body_of("duel", "draft"), "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    refused(422, "key-too-short", create, body, **{"Idempotency-Key": "1"})
    refused(422, "key-too-short", create, body, **{"Idempotency-Key": "x" * 15})
    made = create(body, **{"Idempotency-Key": "x" * 16})
    invitation = {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]}
    stranger = Seat(made["id"])
    refused(422, "key-too-short", stranger.post, "/join", invitation, **{"Idempotency-Key": "1"})
    refused(400, "bad-request", stranger.post, "/join", invitation, **{"Idempotency-Key": "x" * 65})
    assert stranger.post("/join", invitation)["seat"] == "B"  # without one nothing is kept


def test_two_callers_never_get_each_others_answer() -> None:
    """Neither of two addresses, though of one household, nor of two browsers at one address, nor who invites."""
    body = {**body_of("duel", "draft"), "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    key = {"Idempotency-Key": "the same for everybody"}
    account = Client()
    account.force_login(User.objects.create_user("ada"))
    callers = [
        *({"REMOTE_ADDR": address} for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2")),
        *({"HTTP_COOKIE": f"csrftoken={letter * 32}"} for letter in "ab"),
        *({"HTTP_AUTHORIZATION": f"Bearer {name}"} for name in ("one", "two")),
        *({"HTTP_AUTHORIZATION": "Bearer null", "REMOTE_ADDR": f"192.0.2.{end}"} for end in (7, 8)),
    ]

    def sent(path: str, body: Any, caller: dict[str, str], client: Client | None = None) -> tuple[int, Any]:
        client = client or Client()
        answer = client.post(path, json.dumps(body), content_type="application/json", headers=key, **caller)
        return answer.status_code, answer.json()

    answers = [sent(API, body, caller) for caller in callers] + [sent(API, body, {}, account)]
    assert {status for status, _ in answers} == {201}
    assert len({answer["id"] for _, answer in answers}) == len(answers)
    assert [sent(API, body, caller) for caller in callers] + [sent(API, body, {}, account)] == answers
    made = answers[0][1]
    join, invitation = f"{API}/{made['id']}/join", made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]
    status, joined = sent(join, {"invitation": invitation}, callers[1])
    assert status == 200 and sent(join, {"invitation": invitation}, callers[1]) == (200, joined)
    inviter = {"HTTP_AUTHORIZATION": f"Bearer {made['seats']['A']['token']}"}
    for other in (callers[0], *callers[2:], inviter):
        status, answer = sent(join, {"invitation": invitation}, other)
        assert (status, answer["error"]["code"]) == (409, "seat-taken") and joined["token"] not in json.dumps(answer)


# Forms of requests, and seats that a bot plays on


def test_an_empty_body_is_no_json() -> None:
    made, seats = duel()
    path = f"{API}/{made['id']}/draw"
    headers = seats["A"].headers()
    json_of_nothing = {"Content-Type": "application/json"}
    answer = Client().post(path, headers={**headers, **json_of_nothing})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")
    answer = Client().post(API, headers=json_of_nothing)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")
    assert Client().post(path, headers={**headers, "Content-Type": "text/plain"}).status_code == 415
    assert Client().post(path, b"{}", content_type="application/json", headers=headers).status_code == 200


def ffa_where_one_is_late() -> tuple[dict[str, Seat], str]:
    """A Free-for-All in which somebody's turn has just been claimed: the seats, and the one that was late."""
    seats = seats_of(create(body_of("ffa", "constructed", deadline=60)))
    late = seats["A"].look()["waiting_for"][0]
    game = LiveGame.objects.get()
    game.log.update(at=F("at") - timedelta(hours=1))
    LiveGame.objects.update(created=F("created") - timedelta(hours=1), turn_began=F("turn_began") - timedelta(hours=1))
    forget_states()
    next(seat for letter, seat in seats.items() if letter != late).post("/claim", {})
    return seats, late


def test_a_late_seat_of_a_free_for_all_is_told_as_the_bot_that_plays_on() -> None:
    seats, late = ffa_where_one_is_late()
    for seat in seats.values():
        described = seat.look()["seats"]
        assert {**described[late], "connected": None} == {
            "kind": "bot", "name": "greedy", "connected": None, "level": "greedy"
        }  # fmt: skip
        assert all(described[letter]["kind"] == "person" for letter in seats if letter != late)


def test_who_has_left_has_no_deadline() -> None:
    """While nobody but them is to act, there is nothing to claim."""
    seats, late = ffa_where_one_is_late()
    game = LiveGame.objects.get()
    state = state_of(game)
    (acting,) = state.to_act()
    assert acting != late  # the bot has played
    rows = list(game.seats.all())
    assert due_at(game, rows, state) == state.since + timedelta(seconds=60)
    for row in rows:
        row.has_left = row.seat_name == acting
    assert due_at(game, rows, state) is None
    for row in rows:
        row.has_left, row.kind = False, GameSeat.Kind.BOT if row.seat_name == acting else row.kind
    assert due_at(game, rows, state) is None
    game.deadline = None
    assert due_at(game, list(game.seats.all()), state) is None
    assert seats[acting].look()["deadline_at"] is not None


def test_who_resigns_in_a_duel_stays_a_person() -> None:
    _made, seats = duel()
    choose_decks(seats)
    seats["A"].post("/resign", {})
    assert seats["B"].look()["seats"]["A"]["kind"] == "person"
