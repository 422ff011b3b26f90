"""Mutations: what may be cut from a Laboratory card and put onto a Creature of the deck, and its price (part 9).

Mutation Points are ``Decimal``, exact to a hundredth, and so are all sums of them; ``points`` makes them, and
``points_to_json`` writes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.cards import Card
from engine.kernel.errors import EngineError

POINTS_BEFORE_A_GAME: Final = Decimal("2.5")
GAMES_EACH: Final = 6
HIGHEST_VALUE: Final = 9

COST: Final = "cost"
AV: Final = "av"
HP: Final = "hp"
ABILITY: Final = "ability"

_ABILITIES: Final[dict[str, str]] = {
    "0.5": "counter-order immolation lucidity price-of-blood symbiote vanish vulnerability",
    "1": "aquatic backlash catalyst instinct reinforcement",
    "1.5": "enchain regeneration sprint",
    "2": "aerial indestructible perforation protection rage sharpening",
    "2.5": "berserk splash",
}
_VALUES: Final[dict[str, str]] = {"0.5": "hp+1", "1": "av+1 hp+2", "1.5": "cost-1", "2": "av+2", "2.5": "cost-2"}
_COVERING: Final[dict[str, str]] = {"1.5": "defender mercenary blackmail", "1": "cursed"}
OWN_PRICES: Final = "own prices: the rulebook's list is pictures that were lost (ruling 9.4)"
_HUNDREDTH: Final = Decimal("0.01")
_DEAREST: Final = 99


def points(text: str) -> Decimal:
    """Mutation Points as written: a number from 0 to 99 with at most two decimals. Raises ``ValueError``."""
    whole, dot, decimals = text.partition(".")
    digits = whole + decimals
    if not (digits.isascii() and digits.isdigit() and whole and bool(decimals) == bool(dot) and len(decimals) <= 2):
        raise ValueError(f"not Mutation Points: {text!r}")
    _check_points(Decimal(text))
    return Decimal(text)


def points_to_json(amount: Decimal) -> int | float:
    """Mutation Points as a number of JSON: the shortest that is written like them."""
    return int(amount) if amount == int(amount) else float(amount)


def _check_points(amount: Decimal) -> None:
    exact = isinstance(amount, Decimal) and amount.is_finite() and not amount % _HUNDREDTH
    if not exact or not 0 <= amount <= _DEAREST:
        raise ValueError(f"not a price from 0 to {_DEAREST}, exact to a hundredth: {amount!r}")


def _by_name(names: Mapping[str, str]) -> dict[str, Decimal]:
    return {name: points(price) for price, several in names.items() for name in several.split()}


@dataclass(frozen=True)
class MutationPrices:
    """The prices of mutations, in Mutation Points; an organiser may give another table.

    ``abilities`` by slug; ``values`` by what changes and by how much (``av+2``); ``covering`` what is added for an
    ability that is covered; ``source`` says where the table comes from. Abilities and values are our own prices: those
    of the rulebook are lost pictures (9.4). Raises ``ValueError`` for a price that is not a ``Decimal`` from 0 to 99,
    exact to a hundredth.
    """

    abilities: Mapping[str, Decimal] = field(default_factory=lambda: _by_name(_ABILITIES))
    values: Mapping[str, Decimal] = field(default_factory=lambda: _by_name(_VALUES))
    covering: Mapping[str, Decimal] = field(default_factory=lambda: _by_name(_COVERING))
    source: str = OWN_PRICES

    def __post_init__(self) -> None:
        for table in (self.abilities, self.values, self.covering):
            for price in table.values():
                _check_points(price)


DEFAULT_MUTATION_PRICES: Final = MutationPrices()

MESSAGES: Final[dict[str, str]] = {
    "only-creatures-mutate": "'{}' is no Creature, so it cannot mutate",
    "not-on-that-card": "the Laboratory card has no {}",
    "already-mutated": "a mutation cannot cover another: {}",
    "value-lowered": "a value may not be lowered: {}",
    "value-too-high": "a value may be 9 at most: {}",
    "covers-nothing": "an ability covers one that the card has; an Aura covers two that are no Auras, or an Aura: {}",
    "ability-twice": "the card has it already: {}",
    "second-aura": "a card has one Aura at most: {}",
    "not-for-sale": "the price table has no {}",
}


class MutationError(EngineError):
    """A mutation that the rules do not allow; ``code`` is one of ``MESSAGES``."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, MESSAGES[code].format(detail))


@dataclass(frozen=True)
class Mutant:
    """A card of a deck; ``mutated`` are the values and the abilities on it that are mutations themselves."""

    card: Card
    mutated: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Mutation:
    """A mutation: the part that is cut, and where it goes; ``what`` is ``cost``, ``av``, ``hp`` or ``ability``.

    ``source`` is the Laboratory card that it is cut from; ``ability`` the slug, and ``covers`` the slugs that it hides.
    """

    source: Card
    what: str
    ability: str = ""
    covers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The element, as it is marked on the card that it mutates."""
        return self.ability or self.what


def mutate(
    mutant: Mutant, mutation: Mutation, prices: MutationPrices = DEFAULT_MUTATION_PRICES
) -> tuple[Mutant, Decimal]:
    """The card with a mutation on it, and the price. Raises ``MutationError`` (rulings 9.2, 9.3)."""
    price = price_of(mutant, mutation, prices)
    card = mutant.card
    if mutation.what == ABILITY:
        slugs = covered_by(card.slugs, mutation.ability, mutation.covers)
        new = Card(card.name, True, card.cost, card.av, card.hp, slugs)
    else:
        values = {COST: card.cost, AV: card.av, HP: card.hp, mutation.what: getattr(mutation.source, mutation.what)}
        new = Card(card.name, True, values[COST], values[AV], values[HP], card.slugs)
    return Mutant(new, mutant.mutated | {mutation.name}), price


def price_of(mutant: Mutant, mutation: Mutation, prices: MutationPrices = DEFAULT_MUTATION_PRICES) -> Decimal:
    """The price of a mutation that the rules allow. Raises ``MutationError`` with the first thing against it."""
    if not mutant.card.is_creature:
        raise MutationError("only-creatures-mutate", mutant.card.name)
    return (_price_of_ability if mutation.what == ABILITY else _price_of_value)(mutant, mutation, prices)


def covered_by(slugs: tuple[str, ...], slug: str, covers: Collection[str]) -> tuple[str, ...]:
    """The abilities of a card when one is glued over some of them: it stands in the place of the first."""
    left = [slug if other in covers else other for other in slugs]
    return tuple(dict.fromkeys(left))


def _price_of_value(mutant: Mutant, mutation: Mutation, prices: MutationPrices) -> Decimal:
    what = mutation.what
    if what not in (COST, AV, HP) or (what == HP and not mutation.source.is_creature):
        raise MutationError("not-on-that-card", what)
    if what in mutant.mutated:
        raise MutationError("already-mutated", what)
    value: int = getattr(mutation.source, what)
    change = value - getattr(mutant.card, what)
    if what != COST and change < 0:
        raise MutationError("value-lowered", what)
    if what != COST and value > HIGHEST_VALUE:
        raise MutationError("value-too-high", what)
    name = f"{what}{change:+d}"
    if name not in prices.values:
        raise MutationError("not-for-sale", name)
    return prices.values[name]


def _price_of_ability(mutant: Mutant, mutation: Mutation, prices: MutationPrices) -> Decimal:
    slug, covers = mutation.ability, mutation.covers
    if slug not in mutation.source.slugs:
        raise MutationError("not-on-that-card", slug)
    _check_covered(mutant, slug, covers)
    kept = [other for other in mutant.card.slugs if other not in covers]
    if slug in kept:
        raise MutationError("ability-twice", slug)
    if sum([other.startswith(AURA_PREFIX) for other in (slug, *kept)]) > 1:
        raise MutationError("second-aura", slug)
    plain = slug.removeprefix(AURA_PREFIX)
    if plain not in prices.abilities:
        raise MutationError("not-for-sale", plain)
    return sum((prices.covering[other] for other in covers if other in prices.covering), prices.abilities[plain])


def _check_covered(mutant: Mutant, slug: str, covers: tuple[str, ...]) -> None:
    """An Aura is as large as two abilities: it covers two that are no Auras, or one Aura and nothing beside it."""
    is_aura = slug.startswith(AURA_PREFIX)
    over_an_aura = any(other.startswith(AURA_PREFIX) for other in covers)
    expected = 2 if is_aura and not over_an_aura else 1
    if len(set(covers)) != expected or len(covers) != expected or not set(covers) <= set(mutant.card.slugs):
        raise MutationError("covers-nothing", slug)
    for other in covers:
        if other in mutant.mutated:
            raise MutationError("already-mutated", other)
