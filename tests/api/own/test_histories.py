"""What a program does with what there is: versions gone back to, others' things remixed, Champions tried."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from accounts.models import Visibility
from api.own.examples import CARD, CHAMPION, PUZZLE
from cards.models import Card
from champions import services
from champions.limits import TRIALS
from champions.models import Trial
from grimoire.models import Puzzle
from tests.api.own.programs import Program
from tests.cards.factories import make_card, make_cards, make_owner, make_set
from tests.grimoire.factories import make_puzzle

pytestmark = pytest.mark.django_db


# Versions


@pytest.mark.parametrize(("kind", "example"), [("cards", CARD), ("champions", CHAMPION)])
def test_a_version_is_gone_back_to(ada: Program, kind: str, example: dict[str, Any]) -> None:
    made = ada.made(f"/own/{kind}", {**example, "set": None, "visibility": "private"})
    path = f"/own/{kind}/{made.told['token']}"
    ada.owner.refresh_from_db()
    Card.objects.get().versions.update(kept=True)  # so that the next save is a version of its own
    data = {**made.told, "card": {**made.told["card"], "name": "Later"}}
    changed = ada.ask("put", path, data, if_match=made["ETag"])
    assert changed.status_code == 200
    versions = ada.ask("get", f"{path}/versions").told["items"]
    assert [(version["number"], version["card"]["name"], version["kept"]) for version in versions] == [
        (2, "Later", False),
        (1, example["card"]["name"], True),
    ]
    assert versions[1]["card"] == made.told["card"]
    at = f"{path}/versions/1/restore"
    assert ada.ask("post", at).status_code == 428
    assert ada.ask("post", at, if_match=made["ETag"]).status_code == 412
    back = ada.ask("post", at, if_match=changed["ETag"])
    assert (back.status_code, back.told["card"], back.told["revision"]) == (200, made.told["card"], 3)
    assert ada.ask("post", f"{path}/versions/99/restore", if_match="*").status_code == 404
    assert [version["number"] for version in ada.ask("get", f"{path}/versions").told["items"]] == [3, 2, 1]
    bob, reader = Program(make_owner("bob")), Program(ada.owner, "read:own")
    assert bob.ask("get", f"{path}/versions").status_code == bob.ask("post", at, if_match="*").status_code == 404
    assert (reader.ask("get", f"{path}/versions").status_code, reader.ask("post", at).status_code) == (200, 403)


# Remixing


def test_a_card_is_remixed_with_credit_and_once(ada: Program) -> None:
    bob = make_owner("bob")
    lamps = make_set("lamps")
    site = make_card("Wick", lamps, slug="wick", cost=3, av=2, hp=4)
    theirs = make_card("Lantern", None, owner=bob, visibility=Visibility.UNLISTED)
    secret = make_card("Secret", None, owner=bob, visibility=Visibility.PRIVATE)
    copy = ada.ask("post", "/own/remixes/cards", {"of": "lamps/wick"}, idempotency_key="one")
    again = ada.ask("post", "/own/remixes/cards", {"of": "lamps/wick"}, idempotency_key="one")
    assert copy.status_code == 201 and copy.told["remixed"] and copy.told["card"]["name"] == "Wick"
    assert again.told == copy.told and again["Idempotent-Replayed"] == "true"
    assert copy["Location"] == f"/api/v1/own/cards/{copy.told['token']}"
    made = Card.objects.get(token=copy.told["token"])
    assert (made.remixed_from, made.owner, made.visibility) == (site, ada.owner, Visibility.PRIVATE)
    of_theirs = ada.made("/own/remixes/cards", {"of": f"own/{theirs.token}"}).told
    assert "Lantern" in Card.objects.get(token=of_theirs["token"]).credit
    own = ada.made("/own/remixes/cards", {"of": f"own/{of_theirs['token']}"}).told
    assert own["remixed"] is False  # one more of one's own
    for of in (f"own/{secret.token}", "lamps/nothing", "nonsense", ""):
        answer = ada.ask("post", "/own/remixes/cards", {"of": of})
        assert answer.status_code == 422 and answer.told["errors"][0]["pointer"] == "/of", of
    assert ada.ask("post", "/own/remixes/champions", {"of": "lamps/wick"}).status_code == 422
    assert ada.ask("post", "/own/remixes/cards", {}).status_code == 400
    assert Program(ada.owner, "decks").ask("post", "/own/remixes/cards", {"of": "lamps/wick"}).status_code == 403


def test_a_puzzle_is_remixed_without_its_solution(ada: Program) -> None:
    bob = make_owner("bob")
    page, draft = make_puzzle(bob, title="The Gate", intended=["assault"]), make_puzzle(bob, published=False)
    made = ada.made("/own/remixes/puzzles", {"of": page.token}).told
    assert (made["title"], made["remixed"], made["intended"], made["published"]) == ("The Gate", True, [], None)
    assert Puzzle.objects.get(token=made["token"]).remixed_from == page
    assert ada.ask("post", "/own/remixes/puzzles", {"of": draft.token}).status_code == 422
    own = ada.made("/own/puzzles", PUZZLE).told
    assert ada.made("/own/remixes/puzzles", {"of": own["token"]}).told["token"] != own["token"]


# Trials


def test_a_champion_is_tried(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    champion = ada.made("/own/champions", CHAMPION).told
    path = f"/own/champions/{champion['token']}/trial"
    assert ada.ask("get", path).told == {"state": "none"}
    assert ada.ask("post", path).told["code"] == "not-ready"  # nobody to play with
    make_cards(16, make_set("lamps"))
    monkeypatch.setattr("api.own.trials.services.ask", partial(services.ask, games=40))
    answer = ada.ask("post", path)
    assert (answer.status_code, answer.told["state"], answer["Location"]) == (202, "waiting", f"/api/v1{path}")
    assert answer.told["gain"] is None and int(answer["Retry-After"]) > 0
    assert ada.ask("delete", path).status_code == 204 and ada.ask("get", path).told["state"] == "cancelled"
    assert ada.ask("post", path).told["state"] == "waiting"
    services.step(trial_id=Trial.objects.get().pk, clock=1000)
    trial = ada.ask("get", path).told
    assert (trial["state"], trial["played"], trial["outdated"]) == ("done", 40, False)
    assert 0 <= trial["without"] <= 1 and trial["gain"] == pytest.approx(trial["with"] - trial["without"], abs=0.001)
    assert ada.ask("post", path).status_code == 200  # it is there
    assert Program(make_owner("bob")).ask("get", path).status_code == 404
    monkeypatch.setattr("api.own.trials.TRIALS", TRIALS.__class__("trial", 0, 3600))
    assert ada.ask("post", path).status_code == 429
