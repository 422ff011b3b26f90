"""Whether an event is legal in a state, and the state after it: one function for each kind.

Where several codes apply the first in the contract's order of its kind is given. Corrections are no steps from one
state to the next, see ``ledger``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decks.game.decks import DECK_SIZE
from engine.decks.game.mutations import Mutant
from engine.decks.sessions import ledger_events as kinds
from engine.decks.sessions.cutting import glue
from engine.decks.sessions.ledger_events import LedgerEvent
from engine.decks.sessions.ledger_state import (
    ANNULLED,
    CONFIRMED,
    DECKS,
    DISPUTED,
    DRAFT,
    GAMES,
    NOBODY,
    OPEN,
    OVER,
    REPORTED,
    RULED,
    SETTLED,
    VOID,
    WALKOVER,
    LaboratoryCard,
    MutatingCard,
    SeatSheet,
    SessionState,
)
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE
from engine.decks.sessions.session_errors import EventRefused


def advance(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    """The state after an event with the number ``n``, which is no correction. Raises ``EventRefused``."""
    if event.kind not in kinds.SEAT_KINDS and event.seat != NOBODY:
        raise EventRefused("organiser-only")
    if state.phase == OVER:
        raise EventRefused("session-over")
    return _STEPS[event.kind](state, n, event)


# Draft and decks


def _pick(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    sheet = state.seats[event.seat]
    if state.phase != DRAFT:
        raise EventRefused("draft-over")
    if sheet.pick is not None:
        raise EventRefused("not-your-turn")
    if event.card not in sheet.hand:
        raise EventRefused("no-such-card")
    picked = sheet._replace(pick=event.card, drafted=(*sheet.drafted, event.card))
    state = state.with_seat(event.seat, picked)
    return state if any(seat.pick is None for seat in state.seats) else _pass_hands(state)


def _pass_hands(state: SessionState) -> SessionState:
    hands = [sheet.before_it for sheet in state.seats]
    passed = [
        SeatSheet(hand, drafted=sheet.drafted)
        for sheet, hand in zip(state.seats, [hands[-1], *hands[:-1]], strict=True)
    ]
    over = not passed[0].hand
    return state._replace(seats=tuple(passed), phase=DECKS if over else DRAFT)


def _deck(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    sheet = state.seats[event.seat]
    if state.phase == DRAFT:
        raise EventRefused("wrong-phase")
    if sheet.deck:
        raise EventRefused("deck-chosen")
    if len(event.cards) != DECK_SIZE:
        raise EventRefused("wrong-deck-size")
    if len(set(event.cards)) != DECK_SIZE:
        raise EventRefused("duplicate-card")
    if not set(event.cards) <= set(sheet.drafted):
        raise EventRefused("not-drafted")
    card = state.header.card
    deck = tuple([MutatingCard(card_id, card(card_id), Mutant(card(card_id))) for card_id in event.cards])
    laboratory = tuple(
        [LaboratoryCard(card_id, card(card_id)) for card_id in sheet.drafted if card_id not in event.cards]
    )
    state = state.with_seat(event.seat, sheet._replace(deck=deck, laboratory=laboratory))
    return state._replace(phase=GAMES) if state.all_have_chosen else state


# Mutation Phases


def check_of_game(state: SessionState, seat: int, game: int) -> None:
    """The first five of what is common to events about a game. Raises ``EventRefused``."""
    _check_present(state, seat)
    if not 1 <= game <= len(SCHEDULE):
        raise EventRefused("no-such-game")
    if seat not in SCHEDULE[game - 1].seats:
        raise EventRefused("not-your-game")


def _check_present(state: SessionState, seat: int) -> None:
    if state.phase != GAMES:
        raise EventRefused("wrong-phase")
    if seat in state.gone:
        raise EventRefused("withdrawn")


def _check_open(state: SessionState, seat: int, game: int) -> None:
    """The first seven."""
    check_of_game(state, seat, game)
    if state.next_game(seat) is None:
        raise EventRefused("no-more-games")
    if state.status(game) != OPEN:
        raise EventRefused("game-played")


def _check_phase(state: SessionState, seat: int, game: int) -> None:
    _check_open(state, seat, game)
    if state.next_game(seat) != game:
        raise EventRefused("wrong-order")
    if seat in state.games[game - 1].ready:
        raise EventRefused("phase-closed")


def why_no_mutation(state: SessionState, seat: int) -> str | None:
    """The code that any mutation of a seat's would have now; None when its phase is open."""
    try:
        if state.phase == OVER:
            raise EventRefused("session-over")
        _check_present(state, seat)
        own = state.next_game(seat)
        _check_phase(state, seat, GAMES_OF_SEAT[seat][0] if own is None else own)
    except EventRefused as wrong:
        return wrong.code
    return None


def _mutate(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    _check_phase(state, event.seat, event.game)
    return glue(state, event.seat, event.game, n, event.card, event.element, event.source, event.covers)


def _ready(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    _check_phase(state, event.seat, event.game)
    sheet = state.games[event.game - 1]
    return state.with_game(event.game, sheet._replace(ready=sheet.ready | {event.seat}))._replace(locked=True)


# Results


def _result(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    _check_open(state, event.seat, event.game)
    pairing, sheet = SCHEDULE[event.game - 1], state.games[event.game - 1]
    if not state.can_be_played(event.game):
        raise EventRefused("wrong-order")
    if event.winner not in pairing.seats:
        raise EventRefused("no-such-winner")
    if not sheet.ready.issuperset(pairing.seats):
        raise EventRefused("not-ready")
    winner = event.winner
    new = sheet._replace(raw=REPORTED, winner=winner, claimed=winner, reported_by=event.seat)
    return state.with_game(event.game, new)._replace(locked=True)


def _answer(state: SessionState, event: LedgerEvent, raw: str) -> SessionState:
    """The other player's answer to a report."""
    check_of_game(state, event.seat, event.game)
    sheet, status = state.games[event.game - 1], state.status(event.game)
    if status in SETTLED:
        raise EventRefused("already-settled")
    if status == OPEN:
        raise EventRefused("no-result")
    if status == DISPUTED:
        raise EventRefused("result-disputed")
    if sheet.reported_by == event.seat:
        raise EventRefused("own-report")
    return state.with_game(event.game, sheet._replace(raw=raw))


def _confirm(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    return _answer(state, event, CONFIRMED)


def _dispute(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    return _answer(state, event, DISPUTED)


def _withdraw(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    _check_present(state, event.seat)
    sheet = state.seats[event.seat]._replace(withdrawn=n)
    return state.with_seat(event.seat, sheet)._replace(gone=state.gone | {event.seat})


# The organiser's


def _prices(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    if state.locked:
        raise EventRefused("prices-locked")
    assert event.prices is not None  # an event without a table is malformed
    return state._replace(prices=event.prices)


def _rule(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    if state.phase in (DRAFT, DECKS):
        raise EventRefused("wrong-phase")
    if not 1 <= event.game <= len(SCHEDULE):
        raise EventRefused("no-such-game")
    pairing, sheet = SCHEDULE[event.game - 1], state.games[event.game - 1]
    if event.winner != NOBODY and event.winner not in pairing.seats:
        raise EventRefused("no-such-winner")
    if not event.has_reason:
        raise EventRefused("reason-needed")
    if state.status(event.game) in (WALKOVER, ANNULLED):
        raise EventRefused("withdrawn")
    if not sheet.raw and not state.can_be_played(event.game):
        raise EventRefused("wrong-order")
    raw = VOID if event.winner == NOBODY else RULED
    return state.with_game(event.game, sheet._replace(raw=raw, winner=event.winner))._replace(locked=True)


def _end(state: SessionState, n: int, event: LedgerEvent) -> SessionState:
    if not event.has_reason and not state.all_settled:
        raise EventRefused("reason-needed")
    return state._replace(phase=OVER)


_STEPS: Final[dict[str, Callable[[SessionState, int, LedgerEvent], SessionState]]] = {
    kinds.PICK: _pick,
    kinds.DECK: _deck,
    kinds.MUTATE: _mutate,
    kinds.READY: _ready,
    kinds.RESULT: _result,
    kinds.CONFIRM: _confirm,
    kinds.DISPUTE: _dispute,
    kinds.WITHDRAW: _withdraw,
    kinds.PRICES: _prices,
    kinds.RULE: _rule,
    kinds.END: _end,
}
