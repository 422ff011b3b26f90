"""Armies, points, winners: against a search that leaves out nothing, and the score pad for real cards."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.armies.pack.cards import CARD_OF_NAME, WILD, Card, number_of
from engine.armies.pack.options import KIDS, options_of
from engine.armies.rules.score_pad import Entry, check_hand, standing
from engine.armies.rules.scoring import army_value, best_armies, most_armies, points_of, sixes_of, winners_of
from engine.kernel.errors import EngineError


def cards(text: str) -> list[Card]:
    return sorted(CARD_OF_NAME[name] for name in text.split())


def can_all_be(armies: tuple[int, ...], hand: list[Card]) -> bool:
    """Whether these armies can lie on the table together: each has a card of its number and four cards in all."""
    wilds = hand.count(WILD)
    for number in set(armies):
        own = sum(card < WILD and number_of(card) == number for card in hand)
        count = armies.count(number)
        if own < count:
            return False
        wilds -= max(0, 4 * count - own)
    return wilds >= 0


def by_trying_all(hand: list[Card], needed: int, reverse: bool) -> tuple[int, ...] | None:
    """The best armies, by going through all that there could be."""
    ways = [
        armies
        for count in range(needed, (len(hand) // 4) + 1)
        for armies in combinations_with_replacement(range(1, 11), count)
        if can_all_be(armies, hand)
    ]
    return min(
        ways,
        key=lambda armies: (-sum(army_value(number, reverse) for number in armies), -len(armies), armies),
        default=None,
    )


@given(st.integers(0, 10**9), st.integers(0, 4), st.integers(4, 15), st.integers(2, 10), st.booleans())
def test_the_best_armies(seed: int, wilds: int, size: int, numbers: int, reverse: bool) -> None:
    rng = random.Random(seed)
    hand = sorted(rng.sample(range(6 * numbers), min(size, 6 * numbers))) + [WILD] * wilds
    for needed in range(4):
        best = by_trying_all(hand, needed, reverse)
        assert (best is not None) == (most_armies(hand, None) >= needed)
        if best is None:
            with pytest.raises(ValueError):
                best_armies(hand, None, needed, reverse)
        else:
            assert best_armies(hand, None, needed, reverse) == best


@pytest.mark.parametrize(
    ("hand", "chest", "needed", "armies"),
    [
        ("7.1 7.2 7.3 7.4 7.5 7.6 wild wild", "", 2, (7, 7)),
        ("9.1 9.2 9.3 10.1 10.2 10.3 1.1 wild wild wild", "", 2, (9, 10)),  # the ender may not spend all on the 1
        ("9.1 9.2 9.3 10.1 10.2 10.3 1.1 wild wild wild", "", 0, (1,)),
        ("5.1 5.2 5.3 6.1 6.2 6.3 wild", "", 0, (5,)),
        ("1.1 1.2 1.3 1.4", "7.1 7.2 7.3 wild", 2, (1, 7)),
        ("7.5 7.6 wild", "7.1 7.2 7.3 7.4", 0, (7,)),  # what lies under a Chest is of no other army (C16.5)
        ("wild wild wild wild", "", 0, ()),
    ],
)
def test_armies_of_hands(hand: str, chest: str, needed: int, armies: tuple[int, ...]) -> None:
    assert best_armies(cards(hand), cards(chest) if chest else None, needed) == armies


def test_sixes_count_hand_and_chest_together_and_no_wilds() -> None:
    assert sixes_of(cards("7.5 7.6 1.1 1.2 1.3 1.4 1.5 wild"), cards("7.1 7.2 7.3 7.4")) == 1


def test_points() -> None:
    points = points_of((10, 1, 3), sixes=1, bonuses=2, ended=True, death=True)
    assert points.to_json() == {
        **{"armies": [1, 3, 10], "army_points": 650, "six": 50, "bonus": 100, "ended": 50, "death": -150},
        "total": 700,
    }
    assert [army_value(number) for number in range(1, 11)] == [300, 300, 250, 250, 200, 200, 150, 150, 100, 100]
    assert [army_value(number, True) for number in range(1, 11)] == [100, 100, 150, 150, 200, 200, 250, 250, 300, 300]
    assert points_of((), death=True).total == -150


@pytest.mark.parametrize(
    ("scores", "last", "winners"),
    [
        ((1000, 900), (0, 900), (0,)),
        ((1100, 1150, 1150), (1100, 200, 300), (2,)),
        ((1100, 1100, 1000), (300, 300, 1000), (0, 1)),
    ],
)
def test_winners(scores: tuple[int, ...], last: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert winners_of(scores, last) == winners


# The pad


def test_the_pad_runs_to_1000() -> None:
    hands = [(650, 300, -150), (349, 100, 0)]
    now = standing(3, hands)
    assert (now.hands, now.scores, now.is_over) == (2, (999, 400, -150), False)
    end = standing(3, [*hands, (1, 600, 0)])
    assert (end.scores, end.winners, end.reason) == ((1000, 1000, -150), (1,), "target")
    with pytest.raises(EngineError) as wrong:
        standing(3, [*hands, (1, 600, 0), (0, 0, 0)])
    assert (wrong.value.code, wrong.value.at) == ("bad-pad", 3)


def test_the_pad_has_a_hundred_hands() -> None:
    assert not standing(2, [(0, 0)] * 99).is_over
    end = standing(2, [(0, 1), *[(0, 0)] * 99])
    assert (end.winners, end.reason) == ((1,), "hand-limit")


@pytest.mark.parametrize(("players", "hands"), [(1, []), (7, []), (2, [(1, 2, 3)])])
def test_a_pad_that_cannot_be(players: int, hands: list[tuple[int, ...]]) -> None:
    with pytest.raises(EngineError):
        standing(players, hands)


def test_a_hand_of_a_table_with_real_cards() -> None:
    entries = [Entry((1, 7), (7,), bonuses=2, ended=True), Entry((5,), death=True), Entry()]
    check_hand(entries)
    assert [entry.points().total for entry in entries] == [650, 50, 0]
    assert entries[0].points(options_of(reverse=True)).army_points == 350


@pytest.mark.parametrize(
    ("entries", "options"),
    [
        ([Entry((1,), ended=True), Entry()], {}),
        ([Entry((1, 2), ended=True, death=True), Entry()], {}),
        ([Entry((1, 2), ended=True), Entry((3, 4), ended=True)], {}),
        ([Entry(death=True), Entry(death=True)], {}),
        ([Entry(bonuses=3), Entry(bonuses=2)], {}),
        ([Entry(bonuses=-1), Entry()], {}),
        ([Entry((11,)), Entry()], {}),
        ([Entry((1,), (2,)), Entry()], {}),
        ([Entry((1,), (1, 1)), Entry()], {}),
        ([Entry((1,), (1,)), Entry((1,))], {}),
        ([Entry((1, 1)), Entry((2, 2)), Entry((3, 3))], {}),  # two Wilds for each pair
        ([Entry((1, 1)), Entry((1, 1)), Entry((1, 1)), Entry((1,))], {}),
        ([Entry((1, 1)), Entry()], {"options": KIDS}),
        ([Entry(bonuses=1), Entry()], {"options": KIDS}),
        ([Entry(death=True), Entry()], {"options": KIDS}),
    ],
)
def test_a_hand_that_cannot_be(entries: list[Entry], options: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as wrong:
        check_hand(entries, **options)
    assert wrong.value.code == "bad-pad"
