"""Mutations: what may be cut from a Laboratory card and put onto a Creature of the deck, and its price (part 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.abilities import AURA_PREFIX
from engine.cards import Card
from engine.errors import EngineError

POINTS_BEFORE_A_GAME: Final = 2.5
GAMES_EACH: Final = 6
HIGHEST_VALUE: Final = 9

COST: Final = "cost"
AV: Final = "av"
HP: Final = "hp"
ABILITY: Final = "ability"

_ABILITIES: Final[dict[float, str]] = {
    0.5: "counter-order immolation lucidity price-of-blood symbiote vanish vulnerability",
    1.0: "aquatic backlash catalyst instinct reinforcement",
    1.5: "enchain regeneration sprint",
    2.0: "aerial indestructible perforation protection rage sharpening",
    2.5: "berserk splash",
}
_VALUES: Final[dict[float, str]] = {0.5: "hp+1", 1.0: "av+1 hp+2", 1.5: "cost-1", 2.0: "av+2", 2.5: "cost-2"}


def _by_name(names: Mapping[float, str]) -> dict[str, float]:
    return {name: price for price, several in names.items() for name in several.split()}


@dataclass(frozen=True)
class MutationPrices:
    """What a mutation costs, in Mutation Points; an organiser may give another table.

    ``abilities`` by slug; ``values`` by what changes and by how much (``av+2``); ``covering`` what is added for an
    ability that is covered. Abilities and values are our own prices: those of the rulebook are lost pictures (9.4).
    """

    abilities: Mapping[str, float] = field(default_factory=lambda: _by_name(_ABILITIES))
    values: Mapping[str, float] = field(default_factory=lambda: _by_name(_VALUES))
    covering: Mapping[str, float] = field(
        default_factory=lambda: {"defender": 1.5, "mercenary": 1.5, "blackmail": 1.5, "cursed": 1.0}
    )


DEFAULT_MUTATION_PRICES: Final = MutationPrices()

MESSAGES: Final[dict[str, str]] = {
    "only-creatures-mutate": "'{}' is no Creature, so it cannot mutate",
    "not-on-that-card": "the Laboratory card has no {}",
    "already-mutated": "a mutation cannot cover another: {}",
    "value-lowered": "a value may not be lowered: {}",
    "value-too-high": "a value may be 9 at most: {}",
    "covers-nothing": "an ability covers an ability that the card has; an Aura covers two, or another Aura: {}",
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
    """What is cut and where it goes: ``what`` is ``cost``, ``av``, ``hp`` or ``ability``.

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
) -> tuple[Mutant, float]:
    """The card with a mutation on it, and the price. Raises ``MutationError`` (rulings 9.2, 9.3)."""
    if not mutant.card.is_creature:
        raise MutationError("only-creatures-mutate", mutant.card.name)
    if mutation.what == ABILITY:
        return _with_ability(mutant, mutation, prices)
    return _with_value(mutant, mutation, prices)


def _with_value(mutant: Mutant, mutation: Mutation, prices: MutationPrices) -> tuple[Mutant, float]:
    what = mutation.what
    card = mutant.card
    if what not in (COST, AV, HP) or (what == HP and not mutation.source.is_creature):
        raise MutationError("not-on-that-card", what)
    if what in mutant.mutated:
        raise MutationError("already-mutated", what)
    value: int = getattr(mutation.source, what)
    change = value - getattr(card, what)
    if what != COST and change < 0:
        raise MutationError("value-lowered", what)
    if what != COST and value > HIGHEST_VALUE:
        raise MutationError("value-too-high", what)
    name = f"{what}{change:+d}"
    if name not in prices.values:
        raise MutationError("not-for-sale", name)
    values = {COST: card.cost, AV: card.av, HP: card.hp, what: value}
    new = Card(card.name, True, values[COST], values[AV], values[HP], card.slugs)
    return Mutant(new, mutant.mutated | {what}), prices.values[name]


def _with_ability(mutant: Mutant, mutation: Mutation, prices: MutationPrices) -> tuple[Mutant, float]:
    card, slug, covers = mutant.card, mutation.ability, mutation.covers
    if slug not in mutation.source.slugs:
        raise MutationError("not-on-that-card", slug)
    _check_covered(mutant, slug, covers)
    kept = [other for other in card.slugs if other not in covers]
    if slug in kept:
        raise MutationError("ability-twice", slug)
    if slug.startswith(AURA_PREFIX) and any(other.startswith(AURA_PREFIX) for other in kept):
        raise MutationError("second-aura", slug)
    plain = slug.removeprefix(AURA_PREFIX)
    if plain not in prices.abilities:
        raise MutationError("not-for-sale", plain)
    price = prices.abilities[plain] + sum(prices.covering.get(other, 0.0) for other in covers)
    new = Card(card.name, True, card.cost, card.av, card.hp, (*kept, slug))
    return Mutant(new, mutant.mutated - set(covers) | {slug}), price


def _check_covered(mutant: Mutant, slug: str, covers: tuple[str, ...]) -> None:
    is_aura = slug.startswith(AURA_PREFIX)
    over_an_aura = len(covers) == 1 and covers[0].startswith(AURA_PREFIX)
    wanted = 2 if is_aura and not over_an_aura else 1
    if len(set(covers)) != wanted or len(covers) != wanted or not set(covers) <= set(mutant.card.slugs):
        raise MutationError("covers-nothing", slug)
    for other in covers:
        if other in mutant.mutated:
            raise MutationError("already-mutated", other)
