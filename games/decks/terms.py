"""Naming a Champion, which settles the terms of a game after its decks are known."""

from __future__ import annotations

from contract.log import Kind, NewEntry
from engine.decks.game.errors import SetUpError
from engine.decks.game.stages import AT_TERMS
from engine.decks.game.terms import faults_of_champion
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.state import DecksState
from tables.services import acting
from tables.services.idempotency import KeyedRequest
from tables.states import state_of
from tables.viewers import Viewer
from web.refusals import RequestRefused


def name_champion(viewer: Viewer, version: int, card: Card, attempt: KeyedRequest) -> str:
    """A seat names its Champion; the answer as JSON. Raises ``RequestRefused`` and ``ReplayedResponse``."""
    attempt.look()
    seat = acting.claim_seat(viewer)
    if version != viewer.game.version:
        raise acting.stale(viewer)
    state = state_of(viewer.game)
    engine = state.engine if isinstance(state, DecksState) else None
    if engine is None or engine.stage != AT_TERMS or state.result is not None:
        wrong = SetUpError("no-game-yet")
        raise RequestRefused(422, wrong.code, wrong.message)
    if seat.seat_name not in state.to_act() or seat.seat_name in state.left:
        raise RequestRefused(403, "not-your-turn", f"{seat.seat_name} has named a Champion")
    deck = engine.decks.players[state.players().index(SEAT_NAMES.index(seat.seat_name))]
    for fault in faults_of_champion(card, deck, engine.setup.edition, "/champion"):
        raise RequestRefused(422, fault.code, fault.message, fault.at)
    written = card.written_out() if card.reference is None else {**card.written_out(), "reference": card.reference}
    return acting.enter(viewer, state, NewEntry(Kind.TERMS, seat.seat_name, card.to_json(), {"card": written}), attempt)
