"""Solo Custom Play: points and prices (ruling 7.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.decks.game.custom_play import DEFAULT_PRICES, Custom, Prices
from engine.decks.rules.abilities import SEASON_1, SEASON_2

PARAMETERS = {
    "fixed_mana": {7: 1, 8: 2, 9: 3, 10: 4},
    "variable_mana": {2: 2},
    "ai_first": {True: 1},
    "resistance": {True: 2},
}
ABILITIES = {
    **dict.fromkeys(("aquatic", "catalyst", "instinct", "perforation", "rage", "sharpening", "sprint", "vanish"), 1),
    **dict.fromkeys(("protection", "splash"), 2),
}


def codes(custom: Custom, champion: bool = False, edition: str = SEASON_2) -> list[str]:
    return [fault.code for fault in custom.faults(edition, champion)]


@pytest.mark.parametrize(
    ("name", "value", "price"),
    [(name, value, price) for name, values in PARAMETERS.items() for value, price in values.items()],
)
def test_the_price_of_each_parameter(name: str, value: int, price: int) -> None:
    custom = replace(Custom(price), **{name: value})  # type: ignore[arg-type]
    assert custom.spent() == price and codes(custom) == []
    assert codes(replace(custom, level=price + 1)) == ["points-not-spent"]


def test_the_price_of_each_ability() -> None:
    assert DEFAULT_PRICES.abilities == ABILITIES
    for slug, price in ABILITIES.items():
        assert codes(Custom(price, abilities=(slug,))) == []


def test_every_level_can_be_spent() -> None:
    slugs = tuple(ABILITIES)[:8]
    for level in range(1, 11):
        fixed, abilities = (6, slugs[:level]) if level <= 8 else (level, slugs[: level - (level - 6)])
        assert codes(Custom(level, fixed_mana=fixed, abilities=abilities)) == []


@pytest.mark.parametrize("level", [-1, 0, 11])
def test_levels_are_1_to_10(level: int) -> None:
    assert codes(Custom(level)) == ["level-out-of-range"]


def test_points_are_spent_exactly() -> None:
    too_few, too_many = Custom(3, fixed_mana=8), Custom(3, fixed_mana=10)
    assert codes(too_few) == codes(too_many) == ["points-not-spent"]
    [fault] = too_few.faults(SEASON_2, False)
    assert fault.message == "the level must be spent exactly: 3 to spend, 2 spent"


def test_a_champion_takes_2_points_off() -> None:
    assert codes(Custom(5, fixed_mana=9), champion=True) == []
    assert codes(Custom(3, fixed_mana=9), champion=True) == ["points-not-spent"]
    assert codes(Custom(3, fixed_mana=7), champion=True) == []
    for level in (1, 2):
        assert codes(Custom(level), champion=True) == ["level-out-of-range"]


def test_what_is_not_for_sale() -> None:
    assert codes(Custom(1, fixed_mana=11, ai_first=True)) == ["not-for-sale"]
    assert codes(Custom(1, fixed_mana=5, ai_first=True)) == ["not-for-sale"]
    assert codes(Custom(1, variable_mana=3, ai_first=True)) == ["not-for-sale"]
    assert codes(Custom(1, ai_first=True, abilities=("berserk",))) == ["not-for-sale"]
    assert codes(Custom(1, ai_first=True, abilities=("no such",))) == ["not-for-sale"]
    assert codes(Custom(2, abilities=("rage", "rage"))) == ["ability-twice"]
    assert codes(Custom(1, abilities=("vanish",)), edition=SEASON_1) == ["ability-of-other-edition"]
    assert codes(Custom(1, abilities=("rage",)), edition=SEASON_1) == []


def test_an_organiser_may_change_the_prices() -> None:
    prices = Prices(fixed_mana={12: 5}, ai_first=3, abilities={"berserk": 4}, champion=0)
    custom = Custom(9, fixed_mana=12, abilities=("berserk",), prices=prices)
    assert codes(custom) == codes(custom, champion=True) == []
    assert codes(replace(custom, fixed_mana=7)) == ["points-not-spent", "not-for-sale"]
    assert codes(Custom(3, ai_first=True, prices=prices)) == []
