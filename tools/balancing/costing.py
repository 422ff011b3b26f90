"""The cost model: fitted on games with made-up cards, checked, and written for ``cards.costs``."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from cards import costs
from cards.sets import all_cards
from engine.decks.rules.cards import CREATURE, INCANTATION
from tools.balancing.matches import MADE, Match, made_match
from tools.balancing.playing import games_of
from tools.balancing.regression import COST, FIRST, Fit, Row, logistic
from tools.balancing.strengths import games_of_cards, measured


def row_of(match: Match) -> Row:
    """The difference between two players, by the features of the cost model: the first one's less the other's."""
    row: Row = {FIRST: 1.0}
    for cards, sign in ((match.first, 1), (match.second, -1)):
        for card in cards:
            row[COST] = row.get(COST, 0.0) + sign * card.cost
            for name, times in costs.features(card, match.edition).items():
                row[name] = row.get(name, 0.0) + sign * times
    row.pop(CREATURE, None)  # all decks have eight cards: only what Incantations are worth more can be seen
    return row


def fitted(rows: Sequence[Row], outcomes: Sequence[float], start: Fit | None = None) -> Fit:
    """The cost model's coefficients, in log-odds; ``start`` as for ``logistic``."""
    return logistic(rows, outcomes, free=(FIRST, COST, costs.AV, costs.HP), start=start)


class Check(NamedTuple):
    """How well a model foretells games that it was not fitted on.

    ``right`` is the share of games of which it named the winner; ``loss`` the mean of the negative logarithm of the
    chance that it gave to what happened, ``even`` the same for always saying one half.
    """

    right: float
    loss: float
    even: float


def cross_validated(rows: Sequence[Row], outcomes: Sequence[float], whole: Fit, folds: int = 5) -> Check:
    """Each fold of the games foretold by the model of the others; ``whole`` is the model of all."""
    right = loss = 0.0
    decided = 0
    for fold in range(folds):
        learnt = [place for place in range(len(rows)) if place % folds != fold]
        fit = fitted([rows[place] for place in learnt], [outcomes[place] for place in learnt], whole)
        values = dict(zip(fit.names, fit.values, strict=True))
        for place in range(fold, len(rows), folds):
            outcome = outcomes[place]
            if outcome == 0.5:
                continue
            sum_of = sum(values.get(name, 0.0) * times for name, times in rows[place].items())
            chance = 1 / (1 + math.exp(-sum_of))
            loss -= math.log(chance if outcome else 1 - chance)
            right += (chance > 0.5) == bool(outcome)
            decided += 1
        print(f"fold {fold + 1} of {folds}", file=sys.stderr)
    return Check(right / decided, loss / decided, math.log(2))


def model_of(games: Sequence[dict[str, Any]]) -> tuple[Fit, dict[str, float], dict[str, float]]:
    """The cost model by games of the kind ``made``: the fit in log-odds; Mana, and standard errors, by feature."""
    fit = fitted([row_of(made_match(game["n"])) for game in games], [game["won"] for game in games])
    a_mana = -fit.value(COST)
    names = [name for name in fit.names if name not in (FIRST, COST)]
    mana = {name: fit.value(name) / a_mana for name in names}
    return fit, mana, {name: fit.error(name) / a_mana for name in names}


def fit_model(level: str) -> None:
    games = games_of(MADE, level)
    fit, mana, errors = model_of(games)
    print(f"fitted on {len(games)} games", file=sys.stderr)
    of_cards = games_of_cards(level)
    fitted = measured(of_cards, mana)
    print(f"checked on {len(of_cards)} games", file=sys.stderr)
    check = cross_validated([row_of(made_match(game["n"])) for game in games], [game["won"] for game in games], fit)
    facts = {
        "games": f"{len(games)}",
        "games_of_cards": f"{len(of_cards)}",
        "log_odds_of_a_mana": f"{-fit.value(COST):.4f}",
        "log_odds_of_a_mana_in_sets": f"{fitted.worth:.4f}",
        "log_odds_of_beginning": f"{fit.value(FIRST):.4f}",
        "spread": f"{fitted.spread:.3f}",
        "right": f"{check.right:.4f}",
        "loss": f"{check.loss:.4f}",
        "loss_of_even": f"{check.even:.4f}",
    }
    costs.FILE.parent.mkdir(exist_ok=True)
    costs.FILE.write_text(written(level, facts, settled(mana), errors), encoding="utf-8")


def settled(mana: dict[str, float]) -> dict[str, float]:
    """Mana by feature, and by CREATURE what a bare Creature is worth: the mean card costs what it should."""
    cards = [card.card for card in all_cards()]
    fair = [sum(mana.get(name, 0.0) * times for name, times in costs.features(card).items()) for card in cards]
    base = sum(card.cost - worth for card, worth in zip(cards, fair, strict=True)) / len(cards)
    return {CREATURE: base, **mana, INCANTATION: mana[INCANTATION] + base}


def written(level: str, facts: dict[str, str], mana: dict[str, float], errors: dict[str, float]) -> str:
    """The text of the cost model's file."""
    lines = [
        "# What a card should cost, in Mana: written by python -m tools.balancing fit (docs/contributor/balance.md)",
        "# mana and errors: of each feature of cards.costs.features, and its standard error.",
        f'bot = "{level}"',
        *(f"{name} = {value}" for name, value in facts.items()),
        "",
        "[mana]",
        *(f'"{name}" = {worth:.3f}' for name, worth in mana.items()),
        "",
        "[errors]",
        *(f'"{name}" = {error:.3f}' for name, error in errors.items()),
    ]
    return "\n".join(lines) + "\n"
