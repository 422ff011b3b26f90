"""Cards of positions: written out, named in the reader's language, with their own pictures; keys of positions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from board.naming import face_on_board, in_language, localised, own_card, written_out
from board.services import site_cards
from cards.sets import all_cards
from engine.decks.formats import compact
from engine.decks.formats.interchange import read_position, write_position
from grimoire.keys import position_key, proof_key

CREATURE = next(card for card in all_cards() if card.is_creature and card.name.en != card.name.fr)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from([CREATURE.reference, "bastion"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "type", "cost", "av", "hp", "abilities", "x"]) | st.text(max_size=4), inner
        )
    ),
    max_leaves=12,
)


def position_data(*hand: Any, **more: Any) -> dict[str, Any]:
    return {
        "format": "clash-position/1",
        "edition": "season-2",
        "mode": "duel",
        "active": "A",
        "phase": "summoning",
        "mana": 9,
        "players": {
            "A": {"turn": 3, "hand": [*hand, "bastion", own("Last")], "upper": [], "lower": []},
            "B": {"turn": 3, "hand": ["bastion", own("Last")], "upper": [], "lower": []},
        },
        "objective": {"player": "A", "goal": "win", "turns": 1},
        **more,
    }


def own(name: str = "Mine", cost: int = 3) -> dict[str, Any]:
    return {"name": name, "type": "creature", "cost": cost, "av": 2, "hp": 2, "abilities": ["rage", "sprint"]}


def test_a_card_of_a_set_is_written_out_and_named_in_both_languages() -> None:
    written = written_out(position_data(CREATURE.reference))
    card = written["players"]["A"]["hand"][0]
    assert card["name"] == CREATURE.name.en and card["hp"] == CREATURE.hp
    french = localised(written, "fr")
    assert french["players"]["A"]["hand"][0]["name"] == CREATURE.name.fr
    assert localised(french, "en") == written


def test_a_card_of_the_same_name_with_another_value_is_somebodys_own() -> None:
    card = written_out({"card": CREATURE.reference})["card"]
    changed = {**card, "cost": card["cost"] + 1}
    assert localised([changed], "fr") == [changed]


@given(JSON)
def test_whatever_is_no_card_stays_as_it_is(data: Any) -> None:
    assert written_out(data) == data
    written = written_out({"hand": [data]})
    assert CREATURE.reference not in written["hand"]
    assert localised(written, "en") == written


def test_references_are_written_out_wherever_a_card_may_be() -> None:
    figure = {"card": CREATURE.reference, "symbiote": CREATURE.reference, "enchained": CREATURE.reference}
    seat = {"pile": [CREATURE.reference], "discard": [CREATURE.reference], "upper": [figure]}
    written = written_out({"players": {"A": seat, "B": {"champion": {"card": CREATURE.reference, "state": "ready"}}}})
    assert json.dumps(written).count(CREATURE.name.en) == 6
    assert CREATURE.reference not in json.dumps(written)


def test_a_card_may_be_called_like_a_reference() -> None:
    data = position_data(own(CREATURE.reference))
    assert written_out(data) == data
    renamed = in_language(read_position(data), "fr")
    assert renamed.seats[0].hand[0].name == CREATURE.reference


@pytest.mark.django_db
def test_a_board_shows_a_card_that_is_called_like_a_reference(client: Client) -> None:
    position = read_position(position_data(own(CREATURE.reference)))
    for address in ("/board/", "/fr/board/"):
        response = client.get(address, {"p": compact.pack(position)})
        assert response.status_code == 200
        assert CREATURE.reference in response.content.decode()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_position_keeps_all_but_names(language: str) -> None:
    position = read_position(position_data(CREATURE.reference, own()), site_cards())
    renamed = in_language(position, language)
    hand = renamed.seats[0].hand
    assert [card.name for card in hand] == [CREATURE.name.in_language(language), "Mine", "Last"]
    assert position_key(renamed) == position_key(position)


def test_a_face_on_a_board_has_the_picture_of_its_card() -> None:
    card = read_position(position_data(CREATURE.reference), site_cards()).seats[0].hand[0]
    assert own_card(card) == CREATURE
    face = face_on_board(card, False, "fr")
    assert face.name == CREATURE.name.fr
    assert face.art.icon == CREATURE.art.icon
    other = read_position(position_data(own())).seats[0].hand[0]
    assert own_card(other) is None and face_on_board(other, False, "fr").name == "Mine"


def test_keys_look_at_the_rules_alone() -> None:
    def key(*hand: Any, **more: Any) -> str:
        return position_key(read_position(position_data(*hand, **more)))

    turned = {**own(), "abilities": ["sprint", "rage"]}
    assert key(own()) == key(own("Other")) == key(turned)
    assert key(own()) != key(own(cost=4))
    assert key(own(), own()) == key(own(), own("Other"))
    assert key(own(), objective={"player": "A", "goal": "bastion", "turns": 1}) != key(own())


def test_a_proof_belongs_to_a_version_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position(position_data(own()))
    before = proof_key(position)
    monkeypatch.setattr("grimoire.keys.RULES_VERSION", 99)
    assert proof_key(position) != before
    assert write_position(position)["objective"]["goal"] == "win"


def test_a_proof_says_which_cards_are_equal_and_which_turn_it_is() -> None:
    def key(*hand: Any, turn: int = 2) -> str:
        data = position_data(*hand)
        data["players"]["A"]["turn"] = turn
        return proof_key(read_position(data))

    assert key(own(), own()) != key(own(), own("Other"))  # equal cards are one when solutions are told apart
    assert key(own()) != key(own(), turn=3)
