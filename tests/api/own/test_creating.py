"""Making something once, and bodies that nobody should send."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.own.examples import CARD, CHAMPION, DECK, PUZZLE, SET
from cards.models import Card, Deck
from tests.api.own.programs import Program
from tests.cards.factories import make_owner
from web.idempotency import sweep
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db


def test_the_same_sent_again_is_answered_again(ada: Program) -> None:
    first, second = (ada.ask("post", "/own/cards", CARD, idempotency_key="lamp-1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert [second[name] for name in ("ETag", "Location")] == [first[name] for name in ("ETag", "Location")]
    assert second["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first
    assert Card.objects.count() == 1
    third = ada.ask("post", "/own/cards", CARD, idempotency_key="lamp-2")
    assert third.told["token"] != first.told["token"]


def test_a_key_is_of_one_request_of_one_account_for_thirty_days(ada: Program) -> None:
    ada.ask("post", "/own/cards", CARD, idempotency_key="k")
    other = {**CARD, "visibility": "private"}
    for path, body in (("/own/cards", other), ("/own/decks", DECK)):
        answer = ada.ask("post", path, body, idempotency_key="k")
        assert (answer.status_code, answer.told["code"]) == (409, "key-reused")
    assert Program(make_owner("bob")).ask("post", "/own/cards", other, idempotency_key="k").status_code == 201
    IdempotentResponse.objects.update(at=timezone.now() - timedelta(days=31))
    assert ada.ask("post", "/own/cards", other, idempotency_key="k").status_code == 201
    assert sweep() == 1
    assert IdempotentResponse.objects.count() == 1


def test_what_was_refused_is_not_kept(ada: Program) -> None:
    assert ada.ask("post", "/own/decks", {}, idempotency_key="k").status_code == 400
    assert ada.ask("post", "/own/decks", DECK, idempotency_key="k").status_code == 201
    for key in ("x" * 65, "a\tb"):
        assert ada.ask("post", "/own/decks", DECK, idempotency_key=key).status_code == 400
    assert Deck.objects.count() == 1


NUL, HALF = '"a\\u0000b"', '"\\ud800"'
HOSTILE: list[tuple[Any, int]] = [
    ("", 400),
    ("{", 400),
    ("[]", 400),
    ("7", 400),
    ("null", 400),
    ('"text"', 400),
    (b"\xff\xfe", 400),
    ("[" * 900 + "]" * 900, 400),
    ("[" * 960 + "]" * 960, 400),
    ("[" * 990 + "]" * 990, 400),
    ("[" * 100_00 + "]" * 100_00, 400),
    ('{"name": ' + "9" * 5000 + "}", 400),
    ('{"name": NaN}', 400),
    ('{"name": Infinity}', 400),
    ('{"name": 1e999}', 400),
    (f'{{"name": {NUL}}}', 400),
    (f'{{"name": {HALF}}}', 400),
    (f"{{{NUL}: 1}}", 400),
    (f"{{{HALF}: 1}}", 400),
    ('{"name": {"name": []}}', 400),
    ('{"name": true}', 400),
    ('{"name": null}', 400),
    (json.dumps({"name": "x" * 70_000}), 413),
    (json.dumps({f"k{number}": 1 for number in range(3000)}), 400),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_bodies_are_refused(ada: Program, number: int) -> None:
    body, status = HOSTILE[number]
    for path in ("/own/cards", "/own/sets", "/own/decks", "/own/puzzles"):
        assert ada.ask("post", path, body).status_code == status, path
    assert not Card.objects.exists() and not Deck.objects.exists()


@pytest.mark.parametrize("value", [7, -1, 1.5, True, None, [], {}, [[]], "", "x" * 5000, "\u202e", "own/\u00e9", "a,b"])
@pytest.mark.parametrize("path", ["/own/cards", "/own/champions", "/own/sets", "/own/decks", "/own/puzzles"])
def test_no_member_of_another_type_fails(ada: Program, path: str, value: Any) -> None:
    """Each member in turn, and each of a card, with what it is not."""
    example = {"cards": CARD, "champions": CARD, "sets": SET, "decks": DECK, "puzzles": PUZZLE}[path.rpartition("/")[2]]
    members = {**example, **dict.fromkeys(("about", "cards", "champion", "questions", "intended", "licence"))}
    for name in members:
        status = ada.ask("post", path, {**example, name: value}).status_code
        assert status in (201, 400, 409, 422, 429), name
    for name in CARD["card"] if "card" in example else ():
        status = ada.ask("post", path, {"card": {**CARD["card"], name: value}}).status_code
        assert status in (201, 400, 422, 429), name


def test_the_body_says_what_it_is(ada: Program) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
        answer = ada.ask("post", "/own/decks", "name=x", content_type=kind)
        assert (answer.status_code, answer.told["code"]) == (415, "not-json")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/own/cards", CARD),
        ("/own/champions", CHAMPION),
        ("/own/sets", SET),
        ("/own/decks", DECK),
        ("/own/puzzles", PUZZLE),
    ],
)
def test_saving_without_a_change_changes_nothing(ada: Program, path: str, body: dict[str, Any]) -> None:
    made = ada.made(path, body)
    address = made["Location"].removeprefix("/api/v1")
    read = ada.ask("get", address)
    first = ada.changed(read, address)
    assert (first.status_code, first["ETag"], first.told) == (200, read["ETag"], read.told)
    assert ada.ask("get", address)["ETag"] == read["ETag"]


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        ("/own/cards", CARD, "card"),
        ("/own/champions", CHAMPION, "card"),
        ("/own/sets", SET, ""),
        ("/own/decks", DECK, ""),
    ],
)
@pytest.mark.parametrize("name", ["\udbbe\udcfe", "\u200b", " \u2028 ", "\ue000 \ufffe"])
def test_names_of_nothing_that_is_kept_are_no_names(
    ada: Program, path: str, body: dict[str, Any], key: str, name: str
) -> None:
    name = name.encode("utf-16", "surrogatepass").decode("utf-16")
    content = {**body, key: {**body[key], "name": name}} if key else {**body, "name": name}
    refused = ada.ask("post", path, content)
    assert refused.status_code == 422, refused.told
    assert refused.told["errors"][0]["pointer"].endswith("/name")
    assert refused.told["error"]["at"] == refused.told["errors"][0]["pointer"]
