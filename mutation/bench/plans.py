"""A plan on the bench: mutations that are not in the ledger yet, tried out on a copy of it.

A plan is text in the page's address, as that of a mutated deck: ``2.av.3;4.rage.1.cursed`` are places in deck and
Laboratory, from 1. Nothing of it is kept; what has become impossible stays in it and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cards.decks.mutations import MutationRequest, MutationsError, read
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import MUTATE
from engine.decks.sessions.ledger_state import MutatingCard, SeatSheet
from engine.decks.sessions.schedule import SEATS
from mutation.services.entering import MAX_AT_ONCE

NO_GAME: Final = "phase-closed"

Plan = tuple[MutationRequest, ...]


@dataclass(frozen=True)
class PlannedMutation:
    """A mutation of a plan: its ``event``, or None where there are no such places; ``code`` why it cannot be."""

    request: MutationRequest
    event: dict[str, Any] | None
    code: str | None


@dataclass(frozen=True)
class BenchPlan:
    """A plan as it lies on the bench: ``planned`` is the ledger as it would be with all of it that can be."""

    letter: str
    lines: tuple[PlannedMutation, ...]
    before: SessionLedger
    planned: SessionLedger

    @property
    def sheet(self) -> SeatSheet:
        """The seat as it would be."""
        return sheet_of(self.planned, self.letter)

    @property
    def is_sound(self) -> bool:
        """Whether there is a plan, and all of it can be."""
        return bool(self.lines) and all(line.code is None for line in self.lines)

    def is_planned(self, number: int) -> bool:
        """Whether an event's number is one of the plan's."""
        return number > len(self.before)


def read_plan(text: str) -> Plan:
    """The plan of an address; an unreadable one is empty, of one that is too long what can be entered at once."""
    try:
        return read(text)[:MAX_AT_ONCE]
    except MutationsError:
        return ()


def sheet_of(ledger: SessionLedger, letter: str) -> SeatSheet:
    """The sheet of a seat: its cards and points."""
    return ledger.state.seats[SEATS.index(letter)]


def lay_out(ledger: SessionLedger, letter: str, plan: Plan) -> BenchPlan:
    """Tries a plan out, in its order, in the Mutation Phase that is open."""
    planned = ledger.copy()
    game = ledger.state.open_game(SEATS.index(letter))
    lines = []
    for request in plan:
        event = event_of(sheet_of(ledger, letter), request, game or 0)
        if event is None:
            lines.append(PlannedMutation(request, None, "not-on-that-card"))
        elif game is None:
            lines.append(PlannedMutation(request, event, NO_GAME))
        else:
            fault = planned.append({"by": letter, **event})
            lines.append(PlannedMutation(request, event, None if fault is None else fault.code))
    return BenchPlan(letter, tuple(lines), ledger, planned)


def event_of(sheet: SeatSheet, request: MutationRequest, game: int) -> dict[str, Any] | None:
    """The event of a planned mutation, before a game; None where there are no such places."""
    if not 1 <= request.place <= len(sheet.deck) or not 1 <= request.source <= len(sheet.laboratory):
        return None
    return {
        "kind": MUTATE,
        "game": game,
        "card": sheet.deck[request.place - 1].id,
        "element": request.element,
        "from": sheet.laboratory[request.source - 1].id,
        "covers": list(request.covers),
    }


def place_of(cards: Sequence[MutatingCard] | Sequence[Any], card_id: str) -> int:
    """The place of a card in a deck or Laboratory, from 1."""
    return next(place for place, card in enumerate(cards, 1) if card.id == card_id)
