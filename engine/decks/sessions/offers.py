"""Offers to a seat: what it may cut and glue now, what it may not and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Any

from engine.decks.game.mutations import POINTS_BEFORE_A_GAME, points_to_json
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.sessions.cutting import price
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import LaboratoryCard, MutatingCard, SessionState
from engine.decks.sessions.referee import why_no_mutation
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.session_errors import EventRefused


@dataclass(frozen=True, slots=True)
class MutationOffer:
    """A mutation that could be thought of: ``element`` of the Laboratory card ``source`` onto ``card``, both ids.

    ``code`` is None when the rules and the points allow it, else the first thing against it. ``price`` is None where
    the rules do not allow it; it is there when only the points are missing (``no-points-left``). ``before`` and
    ``after`` are of values, else None.
    """

    card: str
    element: str
    source: str
    covers: tuple[str, ...]
    price: Decimal | None
    code: str | None
    before: int | None
    after: int | None

    def to_json(self) -> dict[str, Any]:
        """As the answer of ``session legal`` has it."""
        return {
            "card": self.card,
            "element": self.element,
            "from": self.source,
            "covers": list(self.covers),
            "price": None if self.price is None else points_to_json(self.price),
            "before": self.before,
            "after": self.after,
        }

    def to_event(self, seat: str, game: int) -> dict[str, Any]:
        """The event that carries it out, in the seat's phase for a game."""
        keys = {"card": self.card, "element": self.element, "from": self.source, "covers": list(self.covers)}
        return {"by": seat, "kind": "mutate", "game": game, **keys}


@dataclass(frozen=True, slots=True)
class MutationBench:
    """A seat's bench: all offers to it, and the points by which they were judged.

    ``game`` is that of the open phase (None if none is open), ``why`` the code that every mutation would have now (None
    if the phase is open), ``points`` those that the offers were judged by: what is left, or where no phase is open what
    the next one brings. ``offers`` are in the order of ``session legal``, those that cannot be done among them.
    """

    seat: str
    game: int | None
    points: Decimal
    why: str | None
    offers: tuple[MutationOffer, ...]


def legal_mutations(state: SessionState, seat: str) -> dict[str, Any]:
    """Every mutation that a seat may do now, as ``session legal`` answers it."""
    number = SEATS.index(seat)
    why = why_no_mutation(state, number)
    left = state.points_left(number)
    offers = [] if why else [offer for offer in offers_of(state, number, left) if offer.code is None]
    return {
        "seat": seat,
        "game": state.open_game(number),
        "points": points_to_json(left),
        "why": why,
        "mutations": [offer.to_json() for offer in offers],
    }


def bench(state: SessionState, seat: str) -> MutationBench:
    """Every mutation of a seat that could be thought of, with its price or the code why not."""
    number = SEATS.index(seat)
    game = state.open_game(number)
    points = POINTS_BEFORE_A_GAME if game is None else state.points_left(number)
    why = why_no_mutation(state, number)
    return MutationBench(seat, game, points, why, tuple(offers_of(state, number, points)))


def offers_of(state: SessionState, seat: int, points: Decimal) -> Iterator[MutationOffer]:
    """Every conceivable mutation of a seat, judged by the rules and so many points, whatever phase it is.

    In the order of deck cards, Laboratory cards, elements, covers. An element that has been cut is there once for each
    card, and so is an ability on a card that has none to cover, or that is no Creature.
    """
    sheet = state.seats[seat]
    for target in sheet.deck:
        for source in sheet.laboratory:
            for element in source.elements:
                for covers in conceivable_covers(target, source, element):
                    yield judge(state, target, source, element, covers, points)


def judge(
    state: SessionState,
    target: MutatingCard,
    source: LaboratoryCard,
    element: str,
    covers: tuple[str, ...],
    points: Decimal,
) -> MutationOffer:
    code: str | None = None
    cost: Decimal | None = None
    try:
        cost = price(state, target, source, element, covers)
        if cost > points:
            code = "no-points-left"
    except EventRefused as wrong:
        code = wrong.code
    is_value = element in VALUES and target.printed.is_creature
    before = getattr(target.mutant.card, element) if is_value else None
    after = getattr(source.card, element) if is_value else None
    return MutationOffer(target.id, element, source.id, covers, cost, code, before, after)


def conceivable_covers(target: MutatingCard, source: LaboratoryCard, element: str) -> list[tuple[str, ...]]:
    """The places that an element could cover on a card: single ones in order, for an Aura then pairs of them."""
    slugs = target.mutant.card.slugs
    if element in VALUES or not slugs or not target.printed.is_creature or element not in source.left:
        return [()]
    counts = (1, 2) if element.startswith(AURA_PREFIX) else (1,)
    return [covers for count in counts for covers in combinations(slugs, count)]
