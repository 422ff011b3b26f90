"""That each level beats the one below: a glance at what ``benchmarks/bots.py`` measures (docs/bots.md)."""

from __future__ import annotations

import pytest

from benchmarks.bots import HARDER, against, against_ai, gain
from engine.decks.rules.modes import DUEL, FREE_FOR_ALL, SOLO, TEAMS, Mode
from engine.kernel.shares import wilson_interval


@pytest.mark.parametrize("mode", [DUEL, TEAMS, FREE_FOR_ALL])
def test_greedy_beats_random(mode: Mode) -> None:
    scores = list(against(mode, "greedy", "random", 16))
    assert sum(scores) / 16 > 0.75


def test_greedy_beats_the_ai() -> None:
    assert sum(against_ai(SOLO, "greedy", 10, None)) > sum(against_ai(SOLO, "random", 10, None))


@pytest.mark.long
@pytest.mark.parametrize(
    ("level", "other", "games"), [("search-small", "greedy", 200), ("search-large", "greedy", 100)]
)
def test_searching_beats_greedy(level: str, other: str, games: int) -> None:
    assert wilson_interval(sum(against(DUEL, level, other, games)) / games, games)[0] > 0.5


@pytest.mark.long
@pytest.mark.parametrize(("level", "other"), [("search-small", "greedy"), ("search-large", "search-small")])
def test_searching_more_beats_searching_less_among_four(level: str, other: str) -> None:
    """An even share would be a quarter."""
    assert wilson_interval(sum(against(FREE_FOR_ALL, level, other, 160)) / 160, 160)[0] > 0.25


@pytest.mark.long
def test_searching_beats_greedy_against_the_ai() -> None:
    small, greedy = (list(against_ai(SOLO, level, 150, HARDER)) for level in ("search-small", "greedy"))
    assert gain(small, greedy)[1] > 0


def test_gains_game_by_game() -> None:
    """Differences 1, 0, 0, 0: mean 0.25, deviation 0.5, so 1.96 * 0.5 / 2 to either side."""
    assert gain([1, 1, 0, 0], [0, 1, 0, 0]) == pytest.approx((0.25, -0.24, 0.74))
