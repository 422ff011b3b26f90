"""``clash-cards/1``: strict, every fault with a pointer, and the published schema says the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.exchange import (
    MAX_CARDS,
    VERSION,
    CardsRefused,
    read_card,
    read_file,
    read_set,
    schema,
    slug_of,
    write_card,
    write_json,
    write_set,
)
from cards.models import FLAVOUR_LENGTH, MAX_ABILITIES, MAX_VALUE, NAME_LENGTH, Card, CardSet, Kind
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

IMP: dict[str, Any] = {"type": "creature", "name": "Imp", "cost": 1, "av": 1, "hp": 1}


def pointers(data: Any) -> list[str]:
    with pytest.raises(CardsRefused) as refused:
        read_set(data)
    return [fault.pointer for fault in refused.value.faults]


def with_card(**changes: Any) -> dict[str, Any]:
    return {"format": VERSION, "cards": [{**IMP, **changes}]}


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"cost": -1}, "/cards/0/cost"),
        ({"cost": MAX_VALUE + 1}, "/cards/0/cost"),
        ({"cost": True}, "/cards/0/cost"),
        ({"cost": 1.5}, "/cards/0/cost"),
        ({"cost": "1"}, "/cards/0/cost"),
        ({"cost": None}, "/cards/0/cost"),
        ({"cost": 10**400}, "/cards/0/cost"),
        ({"av": None}, "/cards/0/av"),
        ({"hp": 0}, "/cards/0/hp"),
        ({"hp": None}, "/cards/0/hp"),
        ({"type": "incantation"}, "/cards/0/hp"),
        ({"type": "Creature"}, "/cards/0/type"),
        ({"type": ["creature"]}, "/cards/0/type"),
        ({"name": ""}, "/cards/0/name"),
        ({"name": " \t\n "}, "/cards/0/name"),
        ({"name": 5}, "/cards/0/name"),
        ({"name": "x" * (NAME_LENGTH + 1)}, "/cards/0/name"),
        ({"name": "bell\x07"}, "/cards/0/name"),
        ({"name": "half \ud800"}, "/cards/0/name"),
        ({"name": "turned \u202e"}, "/cards/0/name"),
        ({"slug": "Not A Slug"}, "/cards/0/slug"),
        ({"slug": "-a"}, "/cards/0/slug"),
        ({"slug": "a\n"}, "/cards/0/slug"),
        ({"flavour": "x" * (FLAVOUR_LENGTH + 1)}, "/cards/0/flavour"),
        ({"abilities": "rage"}, "/cards/0/abilities"),
        ({"abilities": ["rage", "rge"]}, "/cards/0/abilities/1"),
        ({"abilities": ["aura:aura:rage"]}, "/cards/0/abilities/0"),
        ({"abilities": ["aura:"]}, "/cards/0/abilities/0"),
        ({"abilities": ["rage", "rage"]}, "/cards/0/abilities/1"),
        ({"abilities": list(FLAG_OF_SLUG)[: MAX_ABILITIES + 1]}, "/cards/0/abilities"),
        ({"art": []}, "/cards/0/art"),
        ({"art": {"icon": "crab"}}, "/cards/0/art/scene"),
        ({"art": {"icon": "crab", "scene": "waves", "tint": "tide", "url": "x"}}, "/cards/0/art/url"),
        ({"art": {"icon": "crab", "scene": "waves", "tint": {}}}, "/cards/0/art/tint"),
        ({"art": {"icon": "../etc/passwd", "scene": "waves", "tint": "tide"}}, "/cards/0/art/icon"),
        ({"art": {"zoom": 99}}, "/cards/0/art/zoom"),
        ({"picture": "../../x"}, "/cards/0/picture"),
        ({"owner": 1}, "/cards/0/owner"),
        ({"visibility": "public"}, "/cards/0/visibility"),
        ({"a/b~c": 1}, "/cards/0/a~1b~0c"),
    ],
)
def test_each_fault_has_its_pointer(changes: dict[str, Any], pointer: str) -> None:
    assert pointers(with_card(**changes)) == [pointer]


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ([], ""),
        ("x", ""),
        ({}, "/format"),
        ({"format": "clash-cards/2", "cards": [IMP]}, "/format"),
        ({"format": VERSION}, "/cards"),
        ({"format": VERSION, "cards": []}, "/cards"),
        ({"format": VERSION, "cards": {}}, "/cards"),
        ({"format": VERSION, "cards": [5]}, "/cards/0"),
        ({"format": VERSION, "cards": [IMP, IMP]}, "/cards/1/name"),
        ({"format": VERSION, "cards": [IMP], "more": 1}, "/more"),
        ({"format": VERSION, "cards": [IMP], "set": 1}, "/set"),
        ({"format": VERSION, "cards": [IMP], "set": {}}, "/set/name"),
        ({"format": VERSION, "cards": [IMP], "set": {"name": "A", "accent": "red"}}, "/set/accent"),
        ({"format": VERSION, "cards": [IMP], "set": {"name": "A", "symbol": "no-such-icon"}}, "/set/symbol"),
        ({"format": VERSION, "cards": [IMP], "set": {"name": "A", "owner": None}}, "/set/owner"),
    ],
)
def test_a_file_is_read_strictly(data: Any, pointer: str) -> None:
    assert pointers(data) == [pointer]


def test_all_faults_are_told_at_once() -> None:
    data = with_card(cost="x", abilities=["rge"], hp=None) | {"set": {"name": ""}}
    assert sorted(pointers(data)) == ["/cards/0/abilities/0", "/cards/0/cost", "/cards/0/hp", "/set/name"]


def test_scenery_has_no_values() -> None:
    assert pointers({"format": VERSION, "cards": [{"type": "bridge", "name": "B", "cost": 1, "hp": 1}]}) == [
        "/cards/0/hp",
        "/cards/0/cost",
    ]
    card = read_card({"type": "stronghold", "name": "S", "cost": 0, "abilities": []})
    assert card.fields()["hp"] is None


def test_too_many_cards_are_refused_before_they_are_looked_at() -> None:
    assert pointers({"format": VERSION, "cards": [{}] * (MAX_CARDS + 1)}) == ["/cards"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": ', "Line 1, character 12"),
        ('{"format": "clash-cards/1", "format": "clash-cards/1"}', "twice"),
        ('{"format": NaN}', "NaN"),
        ('{"format": 1' + "0" * 5000 + "}", "number"),
        ('{"cards": ' + "[" * 50_000, "deep"),
    ],
)
def test_what_is_no_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(CardsRefused) as refused:
        read_file(text)
    assert words in str(refused.value)


def test_faults_are_told_in_french(settings: Any) -> None:
    from django.utils.translation import override

    with override("fr"), pytest.raises(CardsRefused) as refused:
        read_file("nom,type,coût,va,pv\nDiablotin,créature,x,1,1\n")
    fault = refused.value.faults[0]
    assert (fault.row, fault.column) == (2, "coût")


TEXT = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=NAME_LENGTH // 3)
ABILITY = st.sampled_from([*FLAG_OF_SLUG, *(AURA_PREFIX + slug for slug in FLAG_OF_SLUG)])
NUMBER = st.integers(0, MAX_VALUE)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    kind = draw(st.sampled_from(Kind.values))
    plain = kind in (Kind.BRIDGE, Kind.STRONGHOLD)
    art = draw(st.sampled_from([{}, {"icon": "crab", "scene": "waves", "tint": "tide", "seed": "x", "flip": True}]))
    return Card(
        kind=kind,
        name=draw(TEXT),
        name_fr=draw(st.just("") | TEXT),
        cost=0 if plain else draw(NUMBER),
        av=0 if plain else draw(NUMBER),
        hp=draw(st.integers(1, MAX_VALUE)) if kind in (Kind.CREATURE, Kind.CHAMPION) else None,
        abilities=[] if plain else draw(st.lists(ABILITY, max_size=MAX_ABILITIES, unique=True)),
        flavour=draw(st.just("") | TEXT),
        art=art,
        credit=draw(st.just("") | TEXT),
    )


@given(cards())
def test_a_card_round_trips(card: Card) -> None:
    read = read_card(json.loads(json.dumps(write_card(card))))
    again = Card(**read.fields())
    assert read_card(write_card(again)) == read
    for field in ("kind", "cost", "av", "hp", "abilities", "art"):
        assert getattr(again, field) == getattr(card, field)


@given(st.lists(cards(), min_size=1, max_size=6))
def test_a_set_round_trips_with_names_made_to_differ(card_list: list[Card]) -> None:
    card_set = CardSet(name="Gardens", slug="gardens", about="All that grows.", abilities=["rage"])
    text = write_json(write_set(card_set, card_list))
    file = read_file(text)
    assert file.set is not None
    assert file.set.fields()["about"] == "All that grows."
    assert len({slug_of(card) for card in file.cards}) == len(card_list)
    again = [Card(**card.fields(), slug=card.slug) for card in file.cards]
    assert read_file(write_json(write_set(card_set, again))) == file


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from([*IMP, "abilities", "art", "slug", "picture", "flavour"])


@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_junk_is_refused_and_never_crashes(junk: dict[str, Any]) -> None:
    try:
        read_set({"format": VERSION, "cards": [{**IMP, **junk}], "set": {"name": "x"}})
    except CardsRefused as refused:
        assert all(fault.pointer.startswith("/cards/0") for fault in refused.faults)
        assert all(str(fault).encode() for fault in refused.faults)


def test_the_schema_is_published_as_it_is(root: Path) -> None:
    published = root / "docs" / "programmer" / "clash-cards-1.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == schema()


def test_the_schema_names_every_field_and_forbids_others() -> None:
    published = schema()
    assert published["additionalProperties"] is False
    forms = [published["$defs"][form["$ref"].rpartition("/")[2]] for form in published["$defs"]["CardContent"]["oneOf"]]
    types: list[str] = []
    for card in forms:
        assert set(card["properties"]) >= set(IMP) | {"abilities", "art", "slug", "name_fr", "picture", "credit"}
        assert card["additionalProperties"] is False
        assert card["properties"]["name"]["maxLength"] == NAME_LENGTH
        assert set(card["required"]) >= {"type", "name"}
        types += card["properties"]["type"]["enum"]
    assert sorted(types) == ["bridge", "champion", "creature", "incantation", "stronghold"]
