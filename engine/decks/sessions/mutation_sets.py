"""The legal sets of mutations for the points of a phase, whatever their order.

Mutations on different cards have only the points and the Laboratory's elements in common. So the sets of each card are
found first, and then put together: every set once, without trying orders.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count
from typing import Final

from engine.decks.game.mutations import POINTS_BEFORE_A_GAME, mutate
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.cards import Card
from engine.decks.sessions.cutting import element_of
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import LaboratoryCard, MutatingCard, SessionState
from engine.decks.sessions.offers import MutationOffer, conceivable_covers, judge
from engine.decks.sessions.schedule import SEATS

MAX_LOOKED_AT: Final = 50_000  # sets that are looked at when nothing is said
MAX_SHOWN: Final = 200
_MAX_OF_CARD: Final = 20_000  # sets of one card

Gain = Callable[[Card, Card], float]  # what a card gains: as it stands, and as it would be


@dataclass(frozen=True, slots=True)
class MutationSet:
    """Mutations that can be done together, in an order in which each is legal; ``gain`` is the caller's measure."""

    mutations: tuple[MutationOffer, ...]
    price: Decimal
    gain: float = 0.0


@dataclass(frozen=True, slots=True)
class MutationSets:
    """Sets of mutations: those ``shown``, how many there are in ``total``, and whether these are all (``complete``)."""

    shown: tuple[MutationSet, ...]
    total: int
    complete: bool


@dataclass(frozen=True, slots=True)
class _OfCard:
    """A set of mutations of one card; ``cut`` are the elements that it takes, by their cards."""

    mutations: tuple[MutationOffer, ...]
    cut: frozenset[tuple[str, str]]
    price: Decimal
    gain: float


_NOTHING: Final = _OfCard((), frozenset(), Decimal(0), 0.0)


def mutation_sets(
    state: SessionState,
    seat: str,
    gain: Gain | None = None,
    shown: int = MAX_SHOWN,
    looked_at: int = MAX_LOOKED_AT,
) -> MutationSets:
    """The sets of mutations that the rules and the points of a seat allow now, or in its next phase.

    Shown are those with the highest ``gain`` first (summed over the cards that change), at most so many; without it,
    and among equals, in the order in which they are found: sets that change one card before those that change two. No
    more than ``looked_at`` sets are put together: ``complete`` says whether these were all.
    """
    number = SEATS.index(seat)
    points = POINTS_BEFORE_A_GAME if state.open_game(number) is None else state.points_left(number)
    of_cards: list[list[_OfCard]] = []
    complete = True
    for target in state.seats[number].deck:
        options, whole = _sets_of_card(state, number, target, points, gain)
        complete = complete and whole
        if options:
            of_cards.append(options)
    best: list[tuple[float, int, MutationSet]] = []
    numbers = count()
    total = 0
    for combined in _combined(of_cards, points):
        if total == looked_at:
            complete = False
            break
        total += 1
        entry = (combined.gain, -next(numbers), combined)
        if len(best) < shown:
            heapq.heappush(best, entry)
        elif best and entry > best[0]:
            heapq.heapreplace(best, entry)
    return MutationSets(tuple([option for _, _, option in sorted(best, reverse=True)]), total, complete)


def _sets_of_card(
    state: SessionState, seat: int, target: MutatingCard, points: Decimal, gain: Gain | None
) -> tuple[list[_OfCard], bool]:
    """The sets of one card, smaller ones first, and whether these are all."""
    elements = _affordable(state, seat, target, points)
    known: set[frozenset[tuple[str, str, tuple[str, ...]]]] = set()
    options: list[_OfCard] = []
    layer: list[tuple[MutatingCard, _OfCard]] = [(target, _NOTHING)]
    while layer:
        following: list[tuple[MutatingCard, _OfCard]] = []
        for card, partial in layer:
            for offer, donor in _next_offers(state, card, elements, partial, points):
                mutations = (*partial.mutations, offer)
                key = frozenset([(mutation.source, mutation.element, mutation.covers) for mutation in mutations])
                if key in known:
                    continue
                if len(known) == _MAX_OF_CARD:
                    return options, False
                known.add(key)
                mutant, price = mutate(card.mutant, element_of(donor, offer.element, offer.covers), state.prices)
                gained = gain(target.mutant.card, mutant.card) if gain else 0.0
                cut = partial.cut | {(offer.source, offer.element)}
                combined = _OfCard(mutations, cut, partial.price + price, gained)
                options.append(combined)
                following.append((replace(card, mutant=mutant), combined))
        layer = following
    return options, True


def _affordable(
    state: SessionState, seat: int, target: MutatingCard, points: Decimal
) -> list[tuple[LaboratoryCard, str, Decimal]]:
    """The elements that could go onto a card, each with the least that it costs there."""
    if not target.printed.is_creature:
        return []
    affordable: list[tuple[LaboratoryCard, str, Decimal]] = []
    for donor in state.seats[seat].laboratory:
        for element in donor.left:
            if element in VALUES:
                price = judge(state, target, donor, element, (), points).price
            else:
                price = state.prices.abilities.get(element.removeprefix(AURA_PREFIX))
            if price is not None and price <= points:
                affordable.append((donor, element, price))
    return affordable


def _next_offers(
    state: SessionState,
    card: MutatingCard,
    elements: list[tuple[LaboratoryCard, str, Decimal]],
    partial: _OfCard,
    points: Decimal,
) -> Iterator[tuple[MutationOffer, LaboratoryCard]]:
    """The mutations that a card may still get after some of them."""
    left = points - partial.price
    for donor, element, price in elements:
        if price <= left and (donor.id, element) not in partial.cut:
            for covers in conceivable_covers(card, donor, element):
                offer = judge(state, card, donor, element, covers, left)
                if offer.code is None:
                    yield offer, donor


def _combined(of_cards: list[list[_OfCard]], points: Decimal) -> Iterator[MutationSet]:
    """Every choice of sets for some of the cards, of one card first, with no element twice, within the points."""
    for cards in range(1, len(of_cards) + 1):
        yield from _of_so_many(of_cards, 0, cards, _NOTHING, points)


def _of_so_many(
    of_cards: list[list[_OfCard]], first: int, cards: int, partial: _OfCard, points: Decimal
) -> Iterator[MutationSet]:
    """The choices for so many more cards, from the first on."""
    if cards == 0:
        yield MutationSet(partial.mutations, partial.price, partial.gain)
        return
    left = points - partial.price
    for place in range(first, len(of_cards) - cards + 1):
        for option in of_cards[place]:
            if option.price <= left and partial.cut.isdisjoint(option.cut):
                mutations, cut = (*partial.mutations, *option.mutations), partial.cut | option.cut
                both = _OfCard(mutations, cut, partial.price + option.price, partial.gain + option.gain)
                yield from _of_so_many(of_cards, place + 1, cards - 1, both, points)
