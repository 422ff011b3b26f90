"""The estimated cost of cards: the cost model of ``data/cost_model.toml``, fitted on self-play.

docs/contributor/balance.md says how. The model adds up parts, in Mana: what a body or an Incantation is worth by
itself, its attack value and Health Points, and its abilities, some of which are worth more the higher the values that
they work with. ``python -m tools.balancing`` measures and writes the data; this module names the parts and adds them
up.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path
from typing import Final

from engine.decks.rules.abilities import (
    ABILITIES_OF_EDITION,
    AURA_PREFIX,
    FLAG_OF_SLUG,
    INCANTATION_ABILITIES,
    SEASON_1,
    SEASON_2,
)
from engine.decks.rules.cards import CREATURE, INCANTATION, Card

FILE: Final = Path(__file__).resolve().parent / "data" / "cost_model.toml"

AV: Final = "av"
HP: Final = "hp"
_KNOWN: Final = 65536  # different cards of which the fair cost is remembered
# Abilities of Creatures that are worth more, or less, for each attack value or Health Point beside them.
WITH_AV: Final = frozenset({
    "aerial", "aquatic", "berserk", "defender", "focus", "instinct", "perforation", "rage", "sharpening", "splash",
    "vulnerability", "wrecker",
})  # fmt: skip
WITH_HP: Final = frozenset({"defender", "enchain", "instinct", "protection", "regeneration", "symbiote", "vanish"})
# Features of values are counted from these, so that "rage" is what Rage is worth on a middling card.
MIDDLING: Final = 3.0
# Pairs that are worth more, or less, than their sum.
PAIRS: Final = (("aerial", "defender"), ("aquatic", "vulnerability"), ("berserk", "rage"))
# Worth something else under the rules of season 1.
OTHER_IN_SEASON_1: Final = frozenset({"aerial"})


@dataclass(frozen=True, slots=True)
class CostPart:
    """A part of what a card should cost.

    ``slug`` is ``creature`` or ``incantation`` (what either is worth without anything on it), ``av``, ``hp``, an
    ability's slug, ``aura:SLUG``, or two abilities joined by ``+``; ``mana`` what it adds, negative for a malus.
    """

    slug: str
    mana: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated cost of a card, in Mana.

    ``fair`` is the cost at which the card would win as often as the mean card; ``error`` its standard error, of the
    model and of the measurement together; ``difference`` is the printed cost less ``fair``: negative for a card that is
    too cheap. ``parts`` add up to ``fair``; the largest comes first after the card's base.
    """

    fair: float
    error: float
    difference: float
    parts: tuple[CostPart, ...]

    @property
    def is_off(self) -> bool:
        """Whether the printed cost is farther from the fair one than twice the standard error, and half a Mana."""
        return abs(self.difference) > max(2 * self.error, 0.5)


@dataclass(frozen=True, slots=True)
class Model:
    """The coefficients, by feature: ``mana``, and ``errors``, their standard errors, taken as independent.

    ``spread`` is the standard deviation, in Mana, of what the model does not see in a card.
    """

    mana: Mapping[str, float]
    errors: Mapping[str, float]
    spread: float


@cache
def model() -> Model:
    """The model as it was fitted last. Raises ``KeyError`` for what the file lacks."""
    with FILE.open("rb") as file:
        data = tomllib.load(file)
    return Model(data["mana"], data["errors"], data["spread"])


def edition_of(card: Card) -> str:
    """The edition in whose games a card is judged: season 2, if it may be played there."""
    allowed = ABILITIES_OF_EDITION[SEASON_2]
    return SEASON_1 if (card.abilities | card.auras) & ~allowed else SEASON_2


def features(card: Card, edition: str | None = None) -> dict[str, float]:
    """The features of a card: the names of its features and how often each counts.

    A feature is named by its part's slug and, after a ``*``, by what multiplies it (``rage*av``). On an Incantation,
    whose abilities do another work, the names begin with ``incantation:``; what an ability is worth more or less under
    the rules of season 1, with ``season-1:``. Values count from ``MIDDLING``.
    """
    edition = edition or edition_of(card)
    av = card.av - MIDDLING
    hp = card.hp - MIDDLING
    if not card.is_creature:
        values = {INCANTATION: 1.0, f"{INCANTATION}:{AV}": av}
        for slug, flag in FLAG_OF_SLUG.items():
            if card.abilities & flag & INCANTATION_ABILITIES:
                values[f"{INCANTATION}:{slug}"] = 1.0
        return values
    values = {CREATURE: 1.0, AV: av, HP: hp}
    for slug, flag in FLAG_OF_SLUG.items():
        if card.abilities & flag:
            values[slug] = 1.0
            if slug in WITH_AV:
                values[f"{slug}*{AV}"] = av
            if slug in WITH_HP:
                values[f"{slug}*{HP}"] = hp
            if edition == SEASON_1 and slug in OTHER_IN_SEASON_1:
                values[f"{SEASON_1}:{slug}"] = 1.0
        if card.auras & flag:
            values[f"{AURA_PREFIX}{slug}"] = 1.0
            if edition == SEASON_1 and slug in OTHER_IN_SEASON_1:
                values[f"{SEASON_1}:{AURA_PREFIX}{slug}"] = 1.0
    for ability, partner in PAIRS:
        if card.abilities & FLAG_OF_SLUG[ability] and card.abilities & FLAG_OF_SLUG[partner]:
            values[f"{ability}+{partner}"] = 1.0
    return values


def part_of(feature: str) -> str:
    """The slug of the part that a feature is counted under."""
    return feature.removeprefix(f"{SEASON_1}:").removeprefix(f"{INCANTATION}:").partition("*")[0]


def explain(card: Card, edition: str | None = None) -> Estimate:
    """The estimated cost of a card and the parts that it is made up of. A card can be looked at in either edition."""
    fitted = model()
    base = CREATURE if card.is_creature else INCANTATION
    sums = {base: 0.0}
    variance = fitted.spread**2
    for feature, times in features(card, edition).items():
        mana = fitted.mana.get(feature, 0.0)
        part = part_of(feature)
        sums[part] = sums.get(part, 0.0) + times * mana
        if part in (AV, HP):  # of the printed value, not of what it is above the middling one
            sums[part] += MIDDLING * mana
            sums[base] -= MIDDLING * mana
        variance += (times * fitted.errors.get(feature, 0.0)) ** 2
    fair = sum(sums.values())
    ordered = sorted(sums.items(), key=lambda entry: (entry[0] != base, -abs(entry[1]), entry[0]))
    parts = tuple(CostPart(slug, mana) for slug, mana in ordered)
    return Estimate(fair, sqrt(variance), card.cost - fair, parts)


def fair_cost(card: Card, edition: str | None = None) -> float:
    """The cost, in Mana, at which a card would win as often as the mean card; it may lie below 0."""
    return explain(card, edition).fair


def fair_halves(kind: str, av: int, hp: int | None, abilities: Sequence[str]) -> int | None:
    """The fair cost of a card in halves of Mana, to the nearest; None where no model was fitted, or for abilities that
    there are not."""
    if not all(slug.removeprefix(AURA_PREFIX) in FLAG_OF_SLUG for slug in abilities):
        return None
    try:
        return _halves(kind != INCANTATION, av, hp or 0, tuple(abilities))
    except FileNotFoundError:
        return None


@lru_cache(_KNOWN)
def _halves(is_creature: bool, av: int, hp: int, abilities: tuple[str, ...]) -> int:
    return round(2 * fair_cost(Card("", is_creature, 0, av, hp, abilities)))
