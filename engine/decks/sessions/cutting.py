"""Mutations in a session: an element of one's own Laboratory glued onto a card of one's own deck, and its price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar

from engine.decks.game.mutations import ABILITY, Mutation, MutationError, mutate, price_of
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import (
    CutElement,
    GluedPatch,
    LaboratoryCard,
    MutatingCard,
    SessionState,
)
from engine.decks.sessions.session_errors import EventRefused

T = TypeVar("T")


def element_of(source: LaboratoryCard, element: str, covers: Sequence[str]) -> Mutation:
    """An element as the rules of mutations take it."""
    if element in VALUES:
        return Mutation(source.card, element)
    return Mutation(source.card, ABILITY, element, tuple(covers))


def price(
    state: SessionState, target: MutatingCard, source: LaboratoryCard, element: str, covers: Sequence[str]
) -> Decimal:
    """The price of a mutation, whatever points there are. Raises ``EventRefused`` with the first thing against it."""
    if not target.printed.is_creature:
        raise EventRefused("only-creatures-mutate")
    if element not in source.left:
        raise EventRefused("element-already-cut" if element in source.elements else "not-on-that-card")
    try:
        return price_of(target.mutant, element_of(source, element, covers), state.prices)
    except MutationError as wrong:
        raise EventRefused(wrong.code) from None


def find_card(cards: Sequence[MutatingCard], card_id: str) -> MutatingCard | None:
    return next((card for card in cards if card.id == card_id), None)


def find_source(cards: Sequence[LaboratoryCard], card_id: str) -> LaboratoryCard | None:
    return next((card for card in cards if card.id == card_id), None)


def glue(
    state: SessionState,
    seat: int,
    game: int,
    n: int,
    card: str,
    element: str,
    source: str,
    covers: Sequence[str],
) -> SessionState:
    """The state after a mutation in a seat's phase for a game. Raises ``EventRefused``."""
    sheet = state.seats[seat]
    target = find_card(sheet.deck, card)
    if target is None:
        raise EventRefused("not-in-deck")
    if not target.printed.is_creature:
        raise EventRefused("only-creatures-mutate")
    donor = find_source(sheet.laboratory, source)
    if donor is None:
        raise EventRefused("not-in-laboratory")
    cost = price(state, target, donor, element, covers)
    if cost > state.points_left(seat):
        raise EventRefused("no-points-left")
    covered = tuple([slug for slug in target.mutant.card.slugs if slug in covers])
    mutant, _ = mutate(target.mutant, element_of(donor, element, covered), state.prices)
    values = (getattr(target.mutant.card, element), getattr(donor.card, element)) if element in VALUES else (None, None)
    patch = GluedPatch(n, game, element, source, covered, cost, *values)
    new = sheet._replace(
        deck=_with(sheet.deck, target, replace(target, mutant=mutant, patches=(*target.patches, patch))),
        laboratory=_with(sheet.laboratory, donor, replace(donor, cut=(*donor.cut, CutElement(n, element, card)))),
        spent=sheet.with_spent(game, cost),
    )
    return state.with_seat(seat, new)._replace(locked=True)


def _with(cards: tuple[T, ...], old: T, new: T) -> tuple[T, ...]:
    return tuple([new if card is old else card for card in cards])
