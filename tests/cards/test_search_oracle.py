"""Searches against an oracle: what a query finds in the database is what plain Python says of each card."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.folding import folded
from cards.models import FIGHTERS, PLAYABLE, VALUED, Card, CardSet, Kind
from cards.queries import Order, search, visible_cards
from cards.searching import SetName, Vocabulary, understand
from tests.cards.factories import make_card, make_set
from tests.examples import examples

Says = Callable[[Card], bool]
Asked = tuple[str, Says]  # a query's text, and what it means in plain Python

SETS = Vocabulary((SetName("north", "North", "Nord"), SetName("south", "South", "Sud")))
NAMES = ("Wolf", "Émile", "Old Bridge", "Œuf d'or", "Ram and Raven", "L'ours")
WORDS = ("wolf", "emile", "oeuf", "moon", "r", "o", "ou", "ol", "s", "old bridge", "d'or", "%", "_")
ABILITIES = ("rage", "aim", "aquatic", "aura:rage", "aura:aim", "symbiote")
SEASON_2_ONLY = {"symbiote"}
SEASON_1_ONLY = {"aim", "aura:aim"}


@pytest.fixture
def many(db: None) -> list[Card]:
    """Eighty cards by chance, always the same."""
    chance = random.Random(4)
    sets = [make_set("north"), make_set("south"), None]
    cards = []
    for _number in range(80):
        kind = chance.choice(Kind.values)
        cards.append(
            make_card(
                chance.choice(NAMES),
                chance.choice(sets),
                kind=kind,
                cost=chance.randrange(7),
                av=chance.randrange(7),
                hp=chance.randrange(1, 7) if kind in FIGHTERS else None,
                abilities=chance.sample(ABILITIES, chance.randrange(4)),
                flavour=chance.choice(("", "The moon rises.", "Wolf's hour.")),
            )
        )
    return cards


def compare(left: int | None, sign: str, right: int | None) -> bool:
    if left is None or right is None:
        return False
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[sign]


def value_of(card: Card, value: str) -> int | None:
    """A value as printed: a Stronghold has no cost, whatever the database keeps for it."""
    if value == "number":
        return card.number if card.set_id is not None else None
    number: int | None = getattr(card, value)
    return number if value == "hp" or card.kind in VALUED else None


def measure(value: str, sign: str, number: int) -> Asked:
    return f"{value}{sign}{number}", lambda card: compare(value_of(card, value), sign, number)


def against(value: str, sign: str, other: str) -> Asked:
    return f"{value}{sign}{other}", lambda card: compare(value_of(card, value), sign, value_of(card, other))


def of_kind(kind: str) -> Asked:
    return f"t:{kind}", lambda card: card.kind == kind


def bears(slug: str) -> Asked:
    return (slug if slug.startswith("aura:") else f"a:{slug}"), lambda card: slug in card.abilities


def says(word: str, where: str) -> Asked:
    def holds(text: str) -> bool:
        if len(word) >= 3:
            return word in text
        return word.isalnum() and any(each.startswith(word) for each in re.split(r"[\W_]", text))

    def meant(card: Card) -> bool:
        lines = {"name": [f"{card.name} {card.name_fr}"], "f": [card.flavour]}
        return any(holds(folded(text)) for text in lines.get(where, [*lines["name"], *lines["f"]]))

    return f'{where}{":" if where else ""}"{word}"', meant


def in_set(slug: str) -> Asked:
    return f"set:{slug}", lambda card: (card.set.slug if card.set else "none") == slug


SIGNS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
FEW_SIGNS = st.sampled_from(["=", "<", ">="])
SIMPLE: st.SearchStrategy[Asked] = st.one_of(
    st.builds(measure, st.sampled_from(["cost", "av", "hp"]), SIGNS, st.integers(0, 7)),
    st.builds(measure, st.just("number"), SIGNS, st.sampled_from([0, 1, 999])),
    st.builds(against, st.sampled_from(["av", "cost", "hp"]), FEW_SIGNS, st.sampled_from(["cost", "av", "hp"])),
    st.builds(of_kind, st.sampled_from(Kind.values)),
    st.builds(bears, st.sampled_from(ABILITIES)),
    st.builds(says, st.sampled_from(WORDS), st.sampled_from(["", "name", "f"])),
    st.builds(in_set, st.sampled_from(["north", "south", "none"])),
    st.just(("is:plain", lambda card: not card.abilities)),
    st.just(("is:fighter", lambda card: card.kind in FIGHTERS)),
    st.just(("is:playable", lambda card: card.kind in PLAYABLE)),
    st.just(("edition:1", lambda card: not SEASON_2_ONLY & set(card.abilities))),
    st.just(("edition:2", lambda card: not SEASON_1_ONLY & set(card.abilities))),
    st.builds(lambda n: (f"abilities>={n}", lambda card: len(card.abilities) >= n), st.integers(0, 4)),
)  # fmt: skip


def negated(query: Asked) -> Asked:
    text, meaning = query
    return f"-({text})", lambda card: not meaning(card)


def every(parts: list[Asked]) -> Asked:
    return f"({' '.join(text for text, _m in parts)})", lambda card: all(meaning(card) for _t, meaning in parts)


def either(parts: list[Asked]) -> Asked:
    return f"({' or '.join(text for text, _m in parts)})", lambda card: any(meaning(card) for _t, meaning in parts)


QUERIES: st.SearchStrategy[Asked] = st.recursive(
    SIMPLE,
    lambda smaller: st.one_of(
        smaller.map(negated),
        st.lists(smaller, min_size=1, max_size=3).map(every),
        st.lists(smaller, min_size=1, max_size=3).map(either),
    ),
    max_leaves=6,
)


def test_queries_find_what_python_says(many: list[Card]) -> None:
    @given(QUERIES)
    @settings(max_examples=examples(300), deadline=None)
    def check(query: Asked) -> None:
        text, meaning = query
        expected = {card.pk for card in many if meaning(card)}
        assert set(visible_cards(None).filter(understand(text, SETS).q(None)).values_list("pk", flat=True)) == expected

    check()


def test_counts_and_pages_are_of_what_is_found(many: list[Card]) -> None:
    @given(QUERIES, st.sampled_from(["number", "-cost", "name", "hp", "newest"]), st.sampled_from([7, 60]))
    @settings(max_examples=examples(60), deadline=None)
    def check(meant_query: Asked, order: str, size: int) -> None:
        text, meaning = meant_query
        query = understand(text, SETS)
        first = search(query, None, Order.of(order), 1, "en", size)
        seen = [
            card.pk
            for page in range(1, first.pages + 1)
            for card in search(query, None, Order.of(order), page, "en", size).cards
        ]
        expected = [card for card in many if meaning(card)]
        assert len(seen) == len(set(seen)) == first.total == len(expected)
        assert set(seen) == {card.pk for card in expected}
        for slug in ("rage", "aura:aim"):
            assert first.counts.abilities[slug] == sum(slug in card.abilities for card in expected)

    check()


@pytest.mark.parametrize("text", ["(t:creature set:north) or -set:north", "-set:south (set:north or -set:north)"])
def test_cards_without_a_set_are_found_beside_those_of_sets(many: list[Card], text: str) -> None:
    meant = [card for card in many if card.set is None]
    matches = search(understand(text, SETS), None, Order.of("number"), 1, "en", 200).cards
    assert meant and {card.pk for card in meant} <= {card.pk for card in matches}


@pytest.mark.parametrize("value", ["cost", "av", "hp"])
def test_orders_are_kept_with_what_has_no_value_last(many: list[Card], value: str) -> None:
    query = understand("", SETS)
    for sign, turned in (("", False), ("-", True)):
        matches = search(query, None, Order.of(sign + value), 1, "en", 200).cards
        values = [value_of(card, value) for card in matches]
        known = [number for number in values if number is not None]
        assert known == sorted(known, reverse=turned)
        assert values[: len(known)] == known


def test_names_are_sorted_as_a_dictionary_does(many: list[Card]) -> None:
    matches = search(understand("", SETS), None, Order("name"), 1, "en", 200).cards
    names = [folded(card.name) for card in matches]
    assert names == sorted(names)
    assert names.index("emile") < names.index("old bridge")
    assert CardSet.objects.count() == 2
