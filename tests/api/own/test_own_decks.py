"""Decks by a program: the cards that its owner may see, each once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from accounts.models import Visibility
from api.own.examples import DECK
from cards.models import Deck, Kind
from cards.workshop import services
from tests.api.own.programs import Program
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set

pytestmark = pytest.mark.django_db


def test_made_changed_and_deleted(ada: Program, django_assert_num_queries: Any) -> None:
    lamps = make_set("lamps")
    cards = [f"lamps/{card.slug}" for card in make_cards(8, lamps)]
    tower = f"lamps/{make_card('Tower', lamps, kind=Kind.STRONGHOLD).slug}"
    own = f"own/{make_card('Mine', owner=ada.owner, kind=Kind.CHAMPION, visibility=Visibility.PRIVATE).token}"
    made = ada.made("/own/decks", {**DECK, "cards": cards, "stronghold": tower, "champion": own})
    path = f"/own/decks/{made.told['token']}"
    assert made["Location"] == f"/api/v1{path}"
    assert (made.told["cards"], made.told["stronghold"], made.told["champion"]) == (cards, tower, own)
    assert Deck.objects.get().visibility == Visibility.PRIVATE
    assert ada.ask("get", path)["ETag"] == made["ETag"]
    assert ada.ask("put", path, made.told).status_code == 428
    changed = ada.changed(made, path, cards=cards[::-1], champion=None, visibility="public")
    assert (changed.status_code, changed.told["cards"], changed.told["champion"]) == (200, cards[::-1], None)
    assert ada.changed(made, path, name="Lost").status_code == 412
    assert ada.ask("delete", path, if_match=made["ETag"]).status_code == 412
    with django_assert_num_queries(3 + (connection.vendor == "postgresql")):  # token, decks, cards, the horizon
        ada.ask("get", "/own/decks")
    assert ada.ask("delete", path, if_match=changed["ETag"]).status_code == 204
    assert not Deck.objects.exists()


def test_what_is_wrong_is_named(ada: Program) -> None:
    lamps = make_set("lamps")
    card, bridge = make_card("One", lamps), make_card("Bridge", lamps, kind=Kind.BRIDGE)
    secret = make_card("Secret", owner=make_owner("bob"), visibility=Visibility.PRIVATE)
    fine = f"lamps/{card.slug}"
    for changes, pointers in (
        ({"cards": [fine, fine]}, ["/cards/1"]),
        ({"cards": [fine, f"own/{card.token}"]}, ["/cards"]),
        ({"cards": [f"lamps/{bridge.slug}", fine, f"own/{secret.token}"]}, ["/cards/0", "/cards/2"]),
        ({"cards": ["a,b", "nothing"]}, ["/cards/0", "/cards/1"]),
        ({"cards": [None]}, ["/cards/0"]),
        ({"cards": "lamps/one"}, ["/cards"]),
        ({"cards": [f"lamps/{number}" for number in range(17)]}, ["/cards"]),
        ({"stronghold": fine}, ["/stronghold"]),
        ({"champion": "own/nobody"}, ["/champion"]),
        ({"name": ""}, ["/name"]),
        ({"name": "x" * 61, "about": "x" * 401}, ["/name", "/about"]),
        ({"visibility": "all"}, ["/visibility"]),
        ({"owner": 1}, ["/owner"]),
    ):
        answer = ada.ask("post", "/own/decks", {**DECK, **changes})
        assert answer.status_code in (400, 422), changes
        assert [error["pointer"] for error in answer.told["errors"]] == pointers, changes
    assert not Deck.objects.exists()


def test_one_is_made_of_a_list_as_the_deck_builder_takes_it(ada: Program) -> None:
    lamps = make_set("lamps")
    one, two = make_card("Brass Wick", lamps), make_card("Salt Fox", lamps)
    text = "Deck\n1x Brass Wick\n1x Salt Fox\n"
    made = ada.made("/own/decks", {"name": "Lights", "list": text})
    assert made.told["cards"] == [f"lamps/{one.slug}", f"lamps/{two.slug}"]
    again = ada.ask("get", f"/own/decks/{made.told['token']}/text").content.decode()
    assert ada.made("/own/decks", {"name": "Again", "list": again}).told["cards"] == made.told["cards"]
    answer = ada.ask("post", "/own/decks", {"name": "Lost", "list": f"{text}1x No Such Thing\n"})
    (error,) = answer.told["errors"]
    assert (answer.status_code, error["pointer"]) == (422, "/list") and error["detail"].startswith("Line 4: ")
    answer = ada.ask("post", "/own/decks", {"name": "Both", "list": text, "cards": made.told["cards"]})
    assert (answer.status_code, answer.told["errors"][0]["pointer"]) == (422, "/cards")
    assert Deck.objects.count() == 2


def test_what_its_owner_may_not_see_any_more_is_nothing(ada: Program) -> None:
    bobs = make_card("Bobs", owner=make_owner("bob"))
    deck = make_deck("Lights", [bobs], owner=ada.owner)
    services.set_visibility(card=bobs, visibility=Visibility.PRIVATE)
    read = ada.ask("get", f"/own/decks/{deck.token}")
    assert read.told["cards"] == [None]
    assert ada.changed(read, f"/own/decks/{deck.token}").status_code == 400  # what is left out is said
    assert ada.changed(read, f"/own/decks/{deck.token}", cards=[]).status_code == 200


def test_a_private_deck_as_text_is_its_owner_s_alone(ada: Program) -> None:
    own = make_card("Mine", owner=ada.owner, visibility=Visibility.PRIVATE)
    made = ada.made("/own/decks", {"name": "Hidden lights", "cards": [f"own/{own.token}"]})
    path = f"/api/v1/own/decks/{made.told['token']}/text"
    answer = ada.client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert "Deck: Hidden lights" in answer.content.decode() and f"own/{own.token}" in answer.content.decode()
    again = ada.client.get(path, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.headers.get("Content-Type")) == (304, None)
    assert Program(make_owner("bob")).client.get(path).status_code == 404
    assert ada.client.get(path.replace("/own", "")).status_code == 404
