"""Mutations: what may be cut and stuck where, and what it costs (rulings 9.2 to 9.4)."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import product

import pytest

from engine.decks.game.mutations import (
    DEFAULT_MUTATION_PRICES,
    MESSAGES,
    Mutant,
    Mutation,
    MutationError,
    MutationPrices,
    mutate,
    points,
    points_to_json,
)
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.cards import Card

MALUSES = {"blackmail", "cursed", "defender", "mercenary"}


def creature(*slugs: str, cost: int = 4, av: int = 3, hp: int = 3) -> Card:
    return Card("Ox", True, cost, av, hp, slugs)


def spell(*slugs: str, cost: int = 2, av: int = 5) -> Card:
    return Card("Bolt", False, cost, av, 0, slugs)


def ability(slug: str, *covers: str) -> Mutation:
    return Mutation(creature(slug), "ability", slug, covers)


def code(card: Card | Mutant, *mutations: Mutation) -> str:
    mutant = card if isinstance(card, Mutant) else Mutant(card)
    with pytest.raises(MutationError) as wrong:
        for mutation in mutations:
            mutant, _ = mutate(mutant, mutation)
    return wrong.value.code


def test_the_price_list_has_the_printed_counts_and_every_ability_that_is_no_malus() -> None:
    table = DEFAULT_MUTATION_PRICES
    counted = Counter([*table.abilities.values(), *table.values.values()])
    assert counted == {0.5: 8, 1.0: 7, 1.5: 4, 2.0: 7, 2.5: 3}
    season_2 = {slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[SEASON_2]}
    assert set(table.abilities) == season_2 - MALUSES
    assert set(table.covering) == MALUSES


@pytest.mark.parametrize("slug", sorted(DEFAULT_MUTATION_PRICES.abilities))
def test_an_ability_covers_an_ability_and_an_aura_costs_the_same(slug: str) -> None:
    price = DEFAULT_MUTATION_PRICES.abilities[slug]
    other = "rage" if slug != "rage" else "splash"
    mutant, paid = mutate(Mutant(creature(other)), ability(slug, other))
    assert (mutant.card.slugs, mutant.mutated, paid) == ((slug,), {slug}, price)
    mutant, paid = mutate(Mutant(creature("aura:" + other)), ability("aura:" + slug, "aura:" + other))
    assert (mutant.card.slugs, paid) == (("aura:" + slug,), price)


@pytest.mark.parametrize(
    ("malus", "more"), [("defender", "1.5"), ("mercenary", "1.5"), ("blackmail", "1.5"), ("cursed", "1")]
)
def test_covering_a_drawback_costs_more(malus: str, more: str) -> None:
    _, price = mutate(Mutant(creature(malus)), ability("rage", malus))
    assert price == DEFAULT_MUTATION_PRICES.abilities["rage"] + Decimal(more)
    _, price = mutate(Mutant(creature(malus, "sprint")), ability("aura:rage", malus, "sprint"))
    assert price == DEFAULT_MUTATION_PRICES.abilities["rage"] + Decimal(more)


@pytest.mark.parametrize(
    ("what", "value", "price"),
    [("av", 4, 1), ("av", 5, 2), ("hp", 4, 0.5), ("hp", 5, 1), ("cost", 3, 1.5), ("cost", 2, 2.5)],
)
def test_values(what: str, value: int, price: float) -> None:
    source = creature(cost=value, av=value, hp=value)
    mutant, paid = mutate(Mutant(creature("rage")), Mutation(source, what))
    assert paid == price
    assert getattr(mutant.card, what) == value
    values = {"cost": 4, "av": 3, "hp": 3, what: value}
    assert {name: getattr(mutant.card, name) for name in values} == values
    assert (mutant.card.name, mutant.card.slugs, mutant.mutated) == ("Ox", ("rage",), {what})


def test_values_of_an_incantation_are_cut_too_but_it_has_no_hp() -> None:
    mutant, price = mutate(Mutant(creature()), Mutation(spell(), "av"))
    assert (mutant.card.av, price) == (5, 2)
    assert code(creature(), Mutation(spell(), "hp")) == "not-on-that-card"


@pytest.mark.parametrize(
    ("card", "mutation", "expected"),
    [
        (spell("splash"), ability("rage", "splash"), "only-creatures-mutate"),
        (creature("splash"), Mutation(creature(), "ability", "rage", ("splash",)), "not-on-that-card"),
        (creature(), Mutation(creature(), "name"), "not-on-that-card"),
        (creature(), Mutation(creature(av=2), "av"), "value-lowered"),
        (creature(), Mutation(creature(hp=1), "hp"), "value-lowered"),
        (creature(hp=8), Mutation(creature(hp=10), "hp"), "value-too-high"),
        (creature(av=9), Mutation(creature(av=10), "av"), "value-too-high"),
        (creature(), Mutation(creature(cost=5), "cost"), "not-for-sale"),
        (creature(), Mutation(creature(av=6), "av"), "not-for-sale"),
        (creature(), Mutation(creature(), "av"), "not-for-sale"),
        (creature("splash"), ability("cursed", "splash"), "not-for-sale"),
        (creature("splash"), ability("rage"), "covers-nothing"),
        (creature("splash"), ability("rage", "sprint"), "covers-nothing"),
        (creature("splash", "sprint"), ability("rage", "splash", "sprint"), "covers-nothing"),
        (creature("splash", "sprint"), ability("aura:rage", "splash"), "covers-nothing"),
        (creature("splash", "sprint"), ability("aura:rage", "splash", "splash"), "covers-nothing"),
        (creature("splash", "aura:sprint"), ability("aura:rage", "splash", "aura:sprint"), "covers-nothing"),
        (creature("splash", "aura:sprint"), ability("aura:rage", "aura:sprint", "splash"), "covers-nothing"),
        (creature("aura:sprint", "aura:splash"), ability("aura:rage", "aura:sprint", "aura:splash"), "covers-nothing"),
        (creature("splash", "aura:sprint"), ability("rage", "splash", "aura:sprint"), "covers-nothing"),
        (creature("splash", "rage"), ability("rage", "splash"), "ability-twice"),
        (creature("splash", "sprint", "aura:rage"), ability("aura:vanish", "splash", "sprint"), "second-aura"),
        (creature("aura:sprint", "splash", "aura:rage"), ability("vanish", "splash"), "second-aura"),
        (creature("aura:sprint", "aura:rage"), ability("aura:vanish", "aura:rage"), "second-aura"),
    ],
)
def test_what_is_not_allowed(card: Card, mutation: Mutation, expected: str) -> None:
    assert code(card, mutation) == expected
    assert expected in MESSAGES


def test_a_mutation_never_covers_an_earlier_one() -> None:
    assert code(creature("splash"), ability("rage", "splash"), ability("sprint", "rage")) == "already-mutated"
    assert code(creature(), Mutation(creature(av=4), "av"), Mutation(creature(av=5), "av")) == "already-mutated"


def test_several_mutations_of_one_card() -> None:
    mutant = Mutant(creature("splash", "defender"))
    total = Decimal(0)
    for mutation in (ability("rage", "defender"), Mutation(creature(hp=4), "hp"), Mutation(creature(cost=3), "cost")):
        mutant, price = mutate(mutant, mutation)
        total += price
    assert mutant.card.slugs == ("splash", "rage")
    assert (mutant.card.cost, mutant.card.hp, mutant.mutated) == (3, 4, {"rage", "hp", "cost"})
    assert total == 2 + 1.5 + 0.5 + 1.5


def test_an_aura_over_two_abilities_frees_their_places() -> None:
    mutant, _ = mutate(Mutant(creature("splash", "sprint", "rage")), ability("aura:vanish", "splash", "sprint"))
    assert mutant.card.slugs == ("aura:vanish", "rage")
    assert code(mutant, ability("sprint", "aura:vanish")) == "already-mutated"


def test_the_ability_that_is_covered_may_come_back() -> None:
    """An element of the same name over itself is no second one."""
    mutant, _ = mutate(Mutant(creature("rage")), ability("rage", "rage"))
    assert mutant.card.slugs == ("rage",)


def test_an_organiser_may_give_another_table() -> None:
    prices = MutationPrices(abilities={"rage": Decimal("9.5")}, covering={})
    _, price = mutate(Mutant(creature("defender")), ability("rage", "defender"), prices)
    assert price == 9.5
    with pytest.raises(MutationError) as wrong:
        mutate(Mutant(creature("defender")), ability("splash", "defender"), prices)
    assert wrong.value.code == "not-for-sale" and "splash" in wrong.value.message


def test_no_mutation_breaks_the_limits() -> None:
    """Whatever two mutations come together: no ability twice, one Aura at most, nothing lowered, 9 at most."""
    slugs = ("rage", "splash", "aura:rage", "aura:sprint", "defender")
    start = Mutant(creature("splash", "defender", "aura:vanish", av=8, hp=8))
    tries = [
        ability(slug, *covers)
        for slug in slugs
        for covers in (("splash",), ("defender",), ("aura:vanish",), ("splash", "defender"), ("splash", "aura:vanish"))
    ]
    tries += [Mutation(creature(av=value, hp=value), what) for value in (7, 9, 10) for what in ("av", "hp")]
    for first, other in product(tries, tries):
        mutant = start
        for mutation in (first, other):
            try:
                mutant, price = mutate(mutant, mutation)
            except MutationError:
                continue
            assert price > 0
        card = mutant.card
        assert len(set(card.slugs)) == len(card.slugs)
        assert sum(slug.startswith("aura:") for slug in card.slugs) <= 1
        assert 8 <= card.av <= 9 and 8 <= card.hp <= 9


# Points


def test_sums_are_exact() -> None:
    prices = MutationPrices(abilities={"rage": points("0.1")}, covering={"defender": points("0.2")})
    _, price = mutate(Mutant(creature("defender")), ability("rage", "defender"), prices)
    assert price == points("0.3") and points_to_json(price) == 0.3
    assert sum([price] * 10, Decimal(0)) == 3


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("2", 2), ("2.50", 2.5), ("0.07", 0.07), ("99.00", 99), ("0.29", 0.29)]
)
def test_points_are_written_as_numbers(text: str, number: float) -> None:
    assert points(text) == Decimal(text)
    written = points_to_json(points(text))
    assert written == number and type(written) is type(number)


@pytest.mark.parametrize(
    "text", ["", ".", "1.", ".5", "-1", "+1", "1.234", "99.01", "100", "1e1", "nan", "inf", "1 ", "٣"]
)
def test_what_are_no_points(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        points(text)


@pytest.mark.parametrize("price", [1.5, 2, Decimal("1.001"), Decimal(-1), Decimal("99.5"), Decimal("nan")])
def test_a_table_takes_no_price_that_is_not_exact(price: Decimal) -> None:
    with pytest.raises(ValueError, match="exact to a hundredth"):
        MutationPrices(abilities={"rage": price})
