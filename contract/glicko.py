"""Glicko-2, as Mark Glickman publishes it ("Example of the Glicko-2 system"): how strong, how surely, how steadily.

Pure arithmetic on small values; what counts as a game, and what a rating may do at most, is ``ratings``'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178  # points of a rating to one of the system's own unit
MIDDLE: Final = 1500.0
TAU: Final = 0.5  # how fast a volatility may change
PRECISION: Final = 1e-6  # of the volatility's logarithm


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in points, its deviation in points (twice that to both sides holds 95 %), and its volatility."""

    value: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game of a rating period: the opponent as before it, and the score, 1 for a win, 0 for a loss."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """The same after ``periods`` rating periods without a game, parts of one too: less sure (step 6)."""
    phi = rating.deviation / SCALE
    grown = SCALE * sqrt(phi * phi + periods * rating.volatility**2)
    return Rating(rating.value, grown, rating.volatility)


def expected(player: Rating, opponent: Rating) -> float:
    """The score that the system expects of the player, between 0 and 1."""
    return _expected(_mu(player), _mu(opponent), opponent.deviation / SCALE)


def rate(player: Rating, games: Sequence[RatedGame], periods: float = 1.0) -> Rating:
    """The player after the games of a period. Without games only the deviation grows.

    ``periods`` is how long the player had not been rated before, in rating periods: 1 in the published system.
    """
    if not games:
        return aged(player, periods)
    mu, phi = _mu(player), player.deviation / SCALE
    information, surprise = 0.0, 0.0
    for game in games:
        opponent = game.opponent.deviation / SCALE
        weight = _weight(opponent)
        hope = _expected(mu, _mu(game.opponent), opponent)
        information += weight * weight * hope * (1 - hope)
        surprise += weight * (game.score - hope)
    variance = 1 / information
    volatility = _volatility(phi, player.volatility, variance, variance * surprise)
    before = phi * phi + periods * volatility * volatility
    after = 1 / (1 / before + information)
    return Rating(MIDDLE + SCALE * (mu + after * surprise), SCALE * sqrt(after), volatility)


def _mu(rating: Rating) -> float:
    return (rating.value - MIDDLE) / SCALE


def _weight(phi: float) -> float:
    """g: how much a game against somebody so uncertain tells."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(mu: float, other: float, phi: float) -> float:
    """E, kept from being so sure that nothing could be learnt: numbers stay finite however far two are apart."""
    return min(max(1 / (1 + exp(min(-_weight(phi) * (mu - other), 500.0))), 1e-9), 1 - 1e-9)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois variant of regula falsi."""
    start = log(sigma * sigma)

    def slope(x: float) -> float:
        power = exp(x)
        total = phi * phi + variance + power
        return power * (delta * delta - total) / (2 * total * total) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
