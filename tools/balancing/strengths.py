"""How much too cheap or too dear each card of the sets is, by what its games say and by what the model foretells."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from cards import costs
from cards.sets import all_cards
from tools.balancing.matches import ALTERED, MATCHES, SETS, Match
from tools.balancing.playing import games_of
from tools.balancing.regression import COST, FIRST, Row, logistic


class Strength(NamedTuple):
    """How much stronger than the mean card a card proved, in Mana, its standard error, and what the model foretold."""

    measured: float
    error: float
    foretold: float


class Measured(NamedTuple):
    """Estimates from games with cards of the sets: the strength of each, and a Mana's worth in them, in log-odds.

    ``worth_error`` is the standard error of that worth.
    """

    strengths: dict[str, Strength]
    worth: float
    worth_error: float

    @property
    def spread(self) -> float:
        """The standard deviation of what the model does not see in a card, in Mana, cleared of the measurement's."""
        strengths = self.strengths.values()
        variance = sum(
            (strength.measured - strength.foretold) ** 2 - strength.error**2 for strength in strengths
        ) / len(strengths)
        return math.sqrt(max(variance, 0.0))


def measured(games: Iterable[tuple[Match, float]], mana: dict[str, float]) -> Measured:
    """The strength of each card of the sets, by games with them and whether the first player won.

    ``mana`` are the model's coefficients. Some of the games must have altered costs: they show what a Mana is worth.
    """
    printed = {card.reference: card.card for card in all_cards()}
    rows, outcomes = [], []
    for match, won in games:
        row: Row = {FIRST: 1.0}
        for cards, sign in ((match.first, 1.0), (match.second, -1.0)):
            for card in cards:
                name = str(card.reference)
                row[name] = sign
                row[COST] = row.get(COST, 0.0) + sign * (card.cost - printed[name].cost)
        rows.append(row)
        outcomes.append(won)
    fit = logistic(rows, outcomes, ridge=0.5, free=(FIRST, COST))
    worth = -fit.value(COST)
    foretold_by_name = {
        name: sum(mana.get(feature, 0.0) * times for feature, times in costs.features(card).items()) - card.cost
        for name, card in printed.items()
    }
    told_mean = sum(foretold_by_name.values()) / len(foretold_by_name)
    mean = sum(fit.value(name) for name in foretold_by_name) / len(foretold_by_name)
    strengths = {
        name: Strength((fit.value(name) - mean) / worth, fit.error(name) / worth, foretold - told_mean)
        for name, foretold in foretold_by_name.items()
    }
    return Measured(strengths, worth, fit.error(COST))


def games_of_cards(level: str) -> list[tuple[Match, float]]:
    """The games with the cards of the sets that have been played, with printed and with altered costs."""
    return [(MATCHES[kind](game["n"]), game["won"]) for kind in (SETS, ALTERED) for game in games_of(kind, level)]


def leanings(measurement: Measured) -> dict[str, float]:
    """How much too cheap each card is, in Mana, by what it proved and what the model foretold, each by its weight."""
    unseen = measurement.spread**2
    leaning = {}
    for name, strength in measurement.strengths.items():
        weight = unseen / (unseen + strength.error**2)
        leaning[name] = weight * strength.measured + (1 - weight) * strength.foretold
    return leaning
