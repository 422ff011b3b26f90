"""Many changes in one request: each as if it were sent by itself."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.limits import Limit
from accounts.models import ApiToken
from api.own import doors
from api.own.batch import MOST
from api.own.examples import CARD, DECK, PUZZLE
from cards.models import Card, Deck
from cards.workshop import services
from tests.api.own.programs import Program
from tests.cards.factories import make_deck, make_owner

pytestmark = pytest.mark.django_db


def new(name: str) -> dict[str, Any]:
    return {"method": "POST", "path": "/own/decks", "body": {**DECK, "name": name}}


def sent(program: Program, *changes: dict[str, Any], **headers: str) -> Any:
    return program.ask("post", "/own/batch", {"changes": changes}, **headers)


def statuses(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.told
    return [item["status"] for item in answer.told["items"]]


def test_each_is_answered_as_if_it_were_sent_by_itself(ada: Program) -> None:
    old = ada.made("/own/decks", {**DECK, "name": "Old"})
    place, tag = old["Location"], old["ETag"]
    whole = {**old.told, "name": "Newer"}
    answer = sent(
        ada,
        {"method": "POST", "path": "/own/cards", "body": CARD},
        {"method": "PUT", "path": place, "body": whole},
        {"method": "PUT", "path": place, "body": whole, "if_match": tag},
        {"method": "PUT", "path": place, "body": whole, "if_match": tag},
        {"method": "POST", "path": "/own/puzzles", "body": PUZZLE},
        {"method": "POST", "path": "/own/decks", "body": {"name": ""}},
        new("Last"),
    )
    assert statuses(answer) == [201, 428, 200, 412, 201, 422, 201]
    card, unnamed, changed, late, puzzle, wrong, last = answer.told["items"]
    assert ada.ask("get", card["location"].removeprefix("/api/v1"))["ETag"] == card["etag"]
    assert ada.ask("get", puzzle["location"].removeprefix("/api/v1")).told == puzzle["body"]
    read = ada.ask("get", place.removeprefix("/api/v1"))
    assert (read.told, read["ETag"]) == (changed["body"], changed["etag"])
    assert unnamed["body"]["code"] == "state-unnamed"
    assert late["etag"] == changed["etag"] and late["body"]["code"] == "stale"
    assert [error["pointer"] for error in wrong["body"]["errors"]] == ["/name"] and "location" not in wrong
    gone = sent(ada, {"method": "DELETE", "path": last["location"], "if_match": last["etag"]})
    assert gone.told["items"] == [{"status": 204}]
    assert set(Deck.objects.values_list("name", flat=True)) == {"Newer"}


def test_what_is_another_s_stays_so(ada: Program) -> None:
    bobs = make_deck("Bob's", [], owner=make_owner("bob"))
    place = f"/own/decks/{bobs.token}"
    changes = [{"method": "DELETE", "path": place}, {"method": "PUT", "path": place, "body": DECK, "if_match": "*"}]
    assert statuses(sent(ada, *changes)) == [404, 404]
    assert Deck.objects.get().name == "Bob's"


def test_each_asks_for_its_scope(ada: Program) -> None:
    program = Program(ada.owner, ApiToken.Scope.DECKS)
    card = {"method": "POST", "path": "/own/cards", "body": CARD}
    answer = sent(program, card, new("One"))
    assert statuses(answer) == [403, 201] and answer.told["items"][0]["body"]["code"] == "scope-missing"
    assert statuses(sent(Program(ada.owner, ApiToken.Scope.READ), new("Two"))) == [403]
    assert not Card.objects.exists() and Deck.objects.count() == 1


def test_sent_again_with_its_key_it_happens_once(ada: Program) -> None:
    old = make_deck("Old", [], owner=ada.owner)
    changes = [new("One"), {"method": "DELETE", "path": f"/own/decks/{old.token}"}]
    first, second = (sent(ada, *changes, idempotency_key="k") for _ in range(2))
    assert statuses(first) == statuses(second) == [201, 204] and first.content == second.content
    assert second["Idempotent-Replayed"] == "true" and Deck.objects.count() == 1
    assert sent(ada, new("Two"), idempotency_key="k").told["code"] == "key-reused"
    assert statuses(sent(ada, new("One"))) == [201]


def test_each_counts_for_the_limits(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "CHANGES", Limit("api-changes", times=3, seconds=3600))
    answer = sent(ada, new("One"), new("Two"), new("Three"))
    assert statuses(answer) == [201, 201, 429] and answer.told["items"][2]["body"]["code"] == "too-many-requests"


def test_only_changes_of_ones_own_things(ada: Program) -> None:
    for path in (
        *("/own/batch", "/own/pictures", "/own/events", "/cards", "/games", "/nothing", "/own/decks?limit=1"),
        *("https://elsewhere.example/", "/../../../me/tokens/", ""),
    ):
        (item,) = sent(ada, {"method": "POST", "path": path, "body": {}}).told["items"]
        assert item["status"] in (400, 404), path
    assert statuses(sent(ada, {"method": "PUT", "path": "/own/decks", "body": {}})) == [405]
    assert not Deck.objects.exists()


def test_the_form_is_looked_at_before_anything_is_done(ada: Program) -> None:
    for changes, pointers in (
        ([], ["/changes"]),
        ([new("x")] * (MOST + 1), ["/changes"]),
        ([new("x"), {"method": "GET", "path": "/own"}], ["/changes/1/method"]),
        ([new("x"), {"path": 1, "more": 2}], ["/changes/1", "/changes/1/more", "/changes/1/path"]),
        ([new("x"), "post"], ["/changes/1"]),
    ):
        answer = sent(ada, *changes)
        assert answer.status_code in (400, 422), changes[:2]
        assert {error["pointer"] for error in answer.told["errors"]} <= {*pointers}, changes[:2]
    assert not Deck.objects.exists()


def test_an_error_of_the_server_undoes_all(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(services, "create_card", broken)
    with pytest.raises(RuntimeError, match="out of order"):
        sent(ada, new("One"), {"method": "POST", "path": "/own/cards", "body": CARD})
    assert not Deck.objects.exists()
