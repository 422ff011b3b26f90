"""The published schema against the reader: a program that keeps to it has its file taken, and the other way round."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cards.exchange import VERSION, CardsRefused, read_set, schema, template
from cards.exchange.table import read_table
from cards.exchange.writing import write_card
from cards.models import Card
from tests.examples import examples

IMP: Final[dict[str, Any]] = {"type": "creature", "name": "Imp", "cost": 1, "av": 1, "hp": 1}
ART: Final[dict[str, Any]] = {"icon": "crab", "scene": "waves", "tint": "tide"}
SCHEMA: Final = Draft202012Validator(schema())


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def is_read(file: Any) -> bool:
    try:
        read_set(file)
    except CardsRefused:
        return False
    return True


def file_of(*cards: Any, **more: Any) -> dict[str, Any]:
    return {"format": VERSION, "cards": list(cards), **more}


@pytest.mark.parametrize(
    ("changes", "good"),
    [
        ({}, True),
        ({"abilities": ["rage", "rage"]}, False),
        ({"abilities": ["rage", "aura:rage"]}, True),
        ({"abilities": ["aura:aura:rage"]}, False),
        ({"cost": None}, False),
        ({"av": None}, False),
        ({"hp": None}, False),
        ({"cost": True}, False),
        ({"cost": 1.0, "hp": 2.0}, True),
        ({"cost": 1.5}, False),
        ({"cost": 21}, False),
        ({"hp": 0}, False),
        ({"name": " "}, False),
        ({"type": "bridge"}, False),
        ({"type": "bridge", "cost": None, "av": 0, "hp": None}, True),
        ({"type": "bridge", "cost": None, "av": 0, "hp": None, "abilities": ["rage"]}, False),
        ({"type": "incantation"}, False),
        ({"type": "incantation", "hp": None}, True),
        ({"art": {}}, True),
        ({"art": ART}, True),
        ({"art": {**ART, "seed": "x", "flip": True}}, True),
        ({"art": {**ART, "flip": 1}}, False),
        ({"art": {**ART, "scene": "moon"}}, False),
        ({"art": {"icon": "crab"}}, False),
        ({"art": {"zoom": 2}}, True),
        ({"art": {"zoom": 9}}, False),
        ({"art": {"x": 0.5, "y": 0.5}}, False),
        ({"art": {"x": 0.5, "y": 1.5, "zoom": 1}}, False),
        ({"art": {**ART, "zoom": 1}}, False),
        ({"art": ART, "picture": "abc"}, True),
        ({"art": {"zoom": 1}, "picture": "abc"}, True),
        ({"picture": "a b"}, False),
        ({"slug": "a-b"}, True),
        ({"slug": "A"}, False),
        ({"strange": 1}, False),
    ],
)
def test_cards_are_taken_or_refused_by_both(changes: dict[str, Any], good: bool) -> None:
    file = file_of({**IMP, **changes})
    assert (SCHEMA.is_valid(file), is_read(file)) == (good, good)


@pytest.mark.parametrize(
    "file",
    [
        [],
        {},
        {"format": VERSION},
        file_of(),
        file_of(IMP, IMP, set={"name": ""}),
        {**file_of(IMP), "format": "clash-cards/2"},
        file_of(IMP, set={"name": "A", "accent": "red"}),
        file_of(IMP, set={"name": "A", "abilities": ["nothing"]}),
        file_of(IMP, more=1),
    ],
)
def test_files_are_refused_by_both(file: Any) -> None:
    assert (SCHEMA.is_valid(file), is_read(file)) == (False, False)


VALUES: Final = st.sampled_from(
    [
        None,
        0,
        1,
        20,
        21,
        -1,
        True,
        "",
        "x",
        "a-b",
        "crab",
        [],
        ["rage"],
        ["rage", "rage"],
        {},
        ART,
        {"zoom": 1},
        {"x": 1},
    ]
)
KEYS: Final = st.sampled_from([*IMP, "abilities", "art", "picture", "slug", "flavour", "credit", "strange"])
TYPES: Final = st.sampled_from(["creature", "incantation", "champion", "stronghold", "bridge", "beast"])


@given(TYPES, st.dictionaries(KEYS, VALUES, max_size=3), st.sets(KEYS, max_size=3))
@settings(max_examples=examples(400), deadline=None)
def test_schema_and_reader_agree(kind: str, changes: dict[str, Any], without: set[str]) -> None:
    card = {key: value for key, value in {**IMP, "type": kind, **changes}.items() if key not in without}
    assert SCHEMA.is_valid(file_of(card)) == is_read(file_of(card))


def test_what_the_site_writes_is_as_the_schema_says() -> None:
    cards = [Card(**card.fields()) for card in read_table(template())]
    assert SCHEMA.is_valid(json.loads(json.dumps(file_of(*map(write_card, cards)))))
