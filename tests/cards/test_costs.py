"""The cost model: what it looks at, how it adds up, and that it says what anybody who plays would."""

import pytest

from cards import costs
from cards.costs import Estimate, explain, fair_cost, features, model, part_of
from cards.sets import all_cards
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_1, SEASON_2
from engine.decks.rules.cards import Card


def creature(*slugs: str, cost: int = 3, av: int = 3, hp: int = 3) -> Card:
    return Card("Somebody", True, cost, av, hp, slugs)


def incantation(*slugs: str, cost: int = 3, av: int = 3) -> Card:
    return Card("Something", False, cost, av, 0, slugs)


def mana_of(estimate: Estimate) -> dict[str, float]:
    return {part.slug: part.mana for part in estimate.parts}


def test_parts_add_up_and_the_base_comes_first() -> None:
    for card in all_cards():
        estimate = explain(card.card)
        assert sum(part.mana for part in estimate.parts) == pytest.approx(estimate.fair)
        assert estimate.parts[0].slug == ("creature" if card.is_creature else "incantation")
        sizes = [abs(part.mana) for part in estimate.parts[1:]]
        assert sizes == sorted(sizes, reverse=True)
        assert estimate.difference == pytest.approx(card.cost - estimate.fair)
        assert estimate.error > 0


def test_parts_are_named_as_the_card_is_written() -> None:
    card = creature("rage", "aura:sprint", "defender", "aerial")
    assert set(mana_of(explain(card))) == {"creature", "av", "hp", *card.slugs, "aerial+defender"}
    assert set(mana_of(explain(incantation("splash")))) == {"incantation", "av", "splash"}
    assert part_of("season-1:aura:aerial") == "aura:aerial"
    assert part_of("incantation:cursed") == "cursed"
    assert part_of("rage*av") == "rage"


def test_the_model_knows_every_card_that_can_be_made() -> None:
    known = set(model().mana)
    for slug in FLAG_OF_SLUG:
        assert set(features(creature(slug))) <= known
        if slug not in ("focus", "lucidity", "price-of-blood", "symbiote"):  # such an Aura does nothing
            assert set(features(creature(f"aura:{slug}"))) <= known
    for slug in ("counter-order", "cursed", "lucidity", "mercenary", "perforation", "price-of-blood", "regeneration"):
        assert set(features(incantation(slug))) <= known
    assert set(model().errors) == known - {"creature"}
    assert set(features(creature("aerial", "aura:aerial"), SEASON_1)) <= known


def test_what_does_nothing_costs_nothing() -> None:
    assert fair_cost(creature("aura:lucidity")) == pytest.approx(fair_cost(creature()))
    assert fair_cost(incantation("rage")) == pytest.approx(fair_cost(incantation()))


def test_more_costs_more() -> None:
    for slugs in ((), ("rage",), ("splash",), ("protection",)):
        assert fair_cost(creature(*slugs, av=4)) > fair_cost(creature(*slugs)) + 0.3
        assert fair_cost(creature(*slugs, hp=4)) > fair_cost(creature(*slugs)) + 0.2
    assert fair_cost(incantation(av=4)) > fair_cost(incantation()) + 0.3


@pytest.mark.parametrize("slug", ["blackmail", "defender", "mercenary"])
def test_a_malus_costs_less(slug: str) -> None:
    assert mana_of(explain(creature(slug)))[slug] < -0.3


@pytest.mark.parametrize("slug", ["rage", "aerial", "berserk", "protection", "catalyst", "price-of-blood", "symbiote"])
def test_a_bonus_costs_more(slug: str) -> None:
    assert mana_of(explain(creature(slug)))[slug] > 0.3


def test_abilities_that_strike_are_worth_more_on_those_that_strike_hard() -> None:
    for slug in ("rage", "aerial", "berserk", "aquatic"):
        weak, strong = (mana_of(explain(creature(slug, av=av)))[slug] for av in (1, 5))
        assert strong > weak


def test_the_edition_matters_to_what_it_changed() -> None:
    card = creature("aerial")
    assert fair_cost(card, SEASON_1) < fair_cost(card, SEASON_2) == fair_cost(card)
    assert costs.edition_of(creature("aim")) == SEASON_1
    assert costs.edition_of(creature("aura:wrecker")) == SEASON_1
    assert fair_cost(creature("rage"), SEASON_1) == fair_cost(creature("rage"))


def test_a_card_that_is_far_off_is_called_so() -> None:
    gift = explain(creature("rage", "protection", cost=0, av=6, hp=6))
    assert gift.is_off and gift.difference < -4
    waste = explain(creature(cost=8, av=1, hp=1))
    assert waste.is_off and waste.difference > 4
    fair = round(fair_cost(creature()))
    assert not explain(creature(cost=fair)).is_off


def test_the_cards_of_the_sets_cost_what_they_should_on_the_whole() -> None:
    off = [explain(card.card).difference for card in all_cards()]
    assert abs(sum(off) / len(off)) < 0.2
    assert sum(abs(value) > 2 for value in off) < len(off) / 20
