"""Glicko-2 against the example that its author publishes, and what must hold of every such system."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from contract.glicko import RatedGame, Rating, aged, expected, rate

values = some.floats(400, 3200)
deviations = some.floats(30, 350)
volatilities = some.floats(0.03, 0.1)
ratings = some.builds(Rating, values, deviations, volatilities)
games = some.lists(some.builds(RatedGame, ratings, some.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=6)


# The published example: "Example of the Glicko-2 system", Mark E. Glickman, 30 November 2013


PLAYER = Rating(1500, 200, 0.06)
OPPONENTS = (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))


def test_the_published_example() -> None:
    """The paper rounds on its way; its rating is 1464.06, unrounded steps give 1464.05."""
    after = rate(PLAYER, [RatedGame(opponent, score) for opponent, score in zip(OPPONENTS, (1, 0, 0), strict=True)])
    assert after.value == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(("opponent", "score"), [*zip(OPPONENTS, (0.639, 0.432, 0.303), strict=True)])
def test_the_published_expectations(opponent: Rating, score: float) -> None:
    assert expected(PLAYER, opponent) == pytest.approx(score, abs=0.0006)


def test_the_published_case_without_games() -> None:
    """Step 6: only the deviation grows, by the volatility."""
    after = rate(PLAYER, [])
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


def test_the_order_of_games_in_a_period_is_nothing() -> None:
    played = [RatedGame(opponent, score) for opponent, score in zip(OPPONENTS, (1, 0, 0), strict=True)]
    assert rate(PLAYER, played).value == pytest.approx(rate(PLAYER, played[::-1]).value)


# What must hold


@given(ratings, games)
def test_numbers_stay_numbers(player: Rating, played: list[RatedGame]) -> None:
    after = rate(player, played)
    assert all(math.isfinite(number) for number in (after.value, after.deviation, after.volatility))
    assert after.deviation > 0
    assert after.volatility > 0


@given(ratings, ratings)
def test_two_expectations_of_equal_certainty_make_one(player: Rating, opponent: Rating) -> None:
    opponent = Rating(opponent.value, player.deviation, opponent.volatility)
    assert expected(player, opponent) + expected(opponent, player) == pytest.approx(1)


@given(deviations, volatilities)
def test_equals_gain_and_lose_the_same(deviation: float, volatility: float) -> None:
    player = Rating(1500, deviation, volatility)
    up, down = rate(player, [RatedGame(player, 1)]), rate(player, [RatedGame(player, 0)])
    assert up.value - 1500 == pytest.approx(1500 - down.value)
    assert up.deviation == pytest.approx(down.deviation)
    assert up.value > 1500


@given(ratings, ratings)
def test_a_win_raises_and_a_loss_lowers(player: Rating, opponent: Rating) -> None:
    win, draw, loss = (rate(player, [RatedGame(opponent, score)]).value for score in (1, 0.5, 0))
    assert win >= draw >= loss
    assert win >= player.value >= loss
    assert win > loss


@given(ratings, values, values, deviations)
def test_a_harder_opponent_is_worth_more(player: Rating, rating: float, other_rating: float, deviation: float) -> None:
    """For the same certainty, compared with the volatility's own change left out."""
    easy, hard = sorted((rating, other_rating))
    for score in (0.0, 1.0):
        against_easy = score - expected(player, Rating(easy, deviation))
        against_hard = score - expected(player, Rating(hard, deviation))
        assert against_hard >= against_easy


@given(ratings, ratings, some.sampled_from([0.0, 1.0]))
def test_a_game_makes_surer_where_no_time_passes(player: Rating, opponent: Rating, score: float) -> None:
    assert rate(player, [RatedGame(opponent, score)], periods=0).deviation < player.deviation


@given(ratings, some.floats(0, 500), some.floats(0, 500))
def test_time_makes_less_sure_and_adds_up(rating: Rating, first: float, second: float) -> None:
    after = aged(aged(rating, first), second)
    assert after.deviation == pytest.approx(aged(rating, first + second).deviation)
    assert after.deviation >= rating.deviation * (1 - 1e-9)
    assert after.value == rating.value


def test_who_is_less_sure_moves_more() -> None:
    moved = [rate(Rating(1500, deviation), [RatedGame(Rating(1500, 50), 1)]).value for deviation in (50, 100, 200, 350)]
    assert moved == sorted(moved)


def test_an_uncertain_opponent_tells_less() -> None:
    moved = [
        rate(Rating(1500, 100), [RatedGame(Rating(1500, deviation), 1)]).value for deviation in (350, 200, 100, 30)
    ]
    assert moved == sorted(moved)


def test_surprises_raise_the_volatility() -> None:
    steady = rate(Rating(1500, 60), [RatedGame(Rating(1500, 60), 1), RatedGame(Rating(1500, 60), 0)])
    wild = rate(Rating(1500, 60), [RatedGame(Rating(800, 60), 0)] * 5)
    assert wild.volatility > 0.06 >= steady.volatility


def test_many_games_find_the_strength() -> None:
    """Somebody who wins three of four against 1500 is about 191 points stronger."""
    player = Rating()
    for number in range(400):
        player = rate(player, [RatedGame(Rating(1500, 30), float(number % 4 != 0))], periods=0)
    assert player.value == pytest.approx(1500 + 400 * math.log10(3), abs=30)
    assert player.deviation < 60
