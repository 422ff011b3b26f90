"""A client of the network API, as others would write one: it knows addresses, keys and codes, no code of ours."""

from __future__ import annotations

import json
import random
from typing import Any

from django.test import Client

API = "/api/v1/games"
FORMATS = {
    "duel": ("preconstructed", "draft", "constructed"),
    "solo": ("preconstructed", "draft"),
    "coop": ("preconstructed", "draft"),
    "ffa": ("preconstructed", "draft", "constructed"),
    "teams": ("preconstructed", "draft", "constructed"),
}
PERSONS = {"duel": "AB", "solo": "A", "coop": "AC", "ffa": "ABCD", "teams": "ABCD"}
GAMES = [(mode, form) for mode, forms in FORMATS.items() for form in forms]


class Refused(Exception):
    """An answer that is none of success."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body
        self.code = body["error"]["code"] if body else None


class Seat:
    """A client that holds a seat, or none (it watches)."""

    def __init__(self, game: str, token: str | None = None, letter: str = "") -> None:
        self.game = game
        self.token = token
        self.seat_name = letter
        self.http = Client()
        self.payloads: list[tuple[str, str]] = []

    def headers(self, **more: str) -> dict[str, str]:
        return {**({"Authorization": f"Bearer {self.token}"} if self.token else {}), **more}

    def get(self, what: str = "", **query: Any) -> Any:
        response = self.http.get(f"{API}/{self.game}{what}", query, headers=self.headers())
        return self._read(f"GET {what}", response)

    def post(self, what: str, body: Any, **headers: str) -> Any:
        response = self.http.post(
            f"{API}/{self.game}{what}",
            json.dumps(body),
            content_type="application/json",
            headers=self.headers(**headers),
        )
        return self._read(f"POST {what}", response)

    def _read(self, what: str, response: Any) -> Any:
        text = response.content.decode()
        self.payloads.append((what, text + str(sorted(response.headers.items()))))
        body = json.loads(text) if text else None
        if response.status_code not in (200, 201, 304):
            raise Refused(response.status_code, body)
        return body

    def look(self) -> Any:
        return self.get()

    def act(self, version: int, *actions: str, **headers: str) -> Any:
        return self.post("/actions", {"version": version, "actions": list(actions)}, **headers)


def body_of(mode: str, form: str, **more: Any) -> dict[str, Any]:
    """A game for whose seats somebody may ask."""
    body: dict[str, Any] = {"mode": mode, "format": form}
    if form == "draft" and mode == "coop":
        body["sets"] = ["initiation", "treachery"]
    if form == "constructed":
        sets = ("initiation", "treachery", "submersion", "elusive")
        body["decks"] = {
            letter: [f"{sets[number]}:{card}" for card in range(1, 9)] for number, letter in enumerate(PERSONS[mode])
        }
    body["seats"] = {letter: {"kind": "me"} for letter in PERSONS[mode]}
    return {**body, **more}


def create(body: dict[str, Any], **headers: str) -> Any:
    response = Client().post(API, json.dumps(body), content_type="application/json", headers=headers)
    answer = json.loads(response.content)
    if response.status_code != 201:
        raise Refused(response.status_code, answer)
    return answer


def seats_of(made: Any) -> dict[str, Seat]:
    """A client for each seat of a game just created: who was invited joins."""
    seats = {}
    for letter, seat in made["seats"].items():
        if seat["kind"] == "me":
            seats[letter] = Seat(made["id"], seat["token"], letter)
        elif seat["kind"] == "open":
            joining = Seat(made["id"])
            joined = joining.post("/join", {"invitation": seat["url"].rstrip("/").rpartition("/")[2]})
            assert joined["seat"] == letter
            seats[letter] = Seat(made["id"], joined["token"], letter)
    return seats


def at_random(actions: list[str], rng: random.Random) -> str:
    """One of some actions, rather one of the first, so that games end."""
    return rng.choice(actions[:3] if len(actions) > 3 and rng.random() < 0.5 else actions)


def play_on(
    seats: dict[str, Seat], rng: random.Random, limit: int = 2000, each: Any = None, choose: Any = at_random
) -> Any:
    """Lets clients play at random until the game is over; the last look."""
    anyone = next(iter(seats.values()))
    for _ in range(limit):
        look = anyone.look()
        if look["status"] == "over":
            return look
        letter = next((letter for letter in look["waiting_for"] if letter in seats), None)
        assert letter is not None, look["waiting_for"]
        seat = seats[letter]
        look = look if seat is anyone else seat.look()
        if look["status"] == "terms":
            seat.post("/terms", {"version": look["version"], "champion": CHAMPION})
            continue
        action = choose(look["view"]["actions"], rng)
        answer = seat.act(look["version"], action)
        assert answer["version"] > look["version"]
        assert [step["action"] for step in answer["steps"]] == [action]
        if each is not None:
            each(seat, look, action, answer)
    raise AssertionError("the game does not end")


CHAMPION = {"name": "Ada", "type": "creature", "cost": 3, "av": 2, "hp": 4, "abilities": ["rage"]}
