"""The answer to a ledger (``clash-session-state/1``), as JSON: everything, the organiser's view."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.game.mutations import GAMES_EACH, POINTS_BEFORE_A_GAME, points_to_json
from engine.decks.sessions.ledger import LedgerEntry, SessionLedger
from engine.decks.sessions.ledger_state import (
    CLOSED,
    DISPUTED,
    DRAFT,
    OPEN,
    REPORTED,
    LaboratoryCard,
    MutatingCard,
    SessionState,
)
from engine.decks.sessions.price_reading import write_prices
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS, SessionPairing
from engine.decks.sessions.standings import is_final, seat_name, winners_of, write_standings

STATE_FORMAT: Final = "clash-session-state/1"


def answer(ledger: SessionLedger) -> dict[str, Any]:
    """``{"state", "faults"}`` as the contract has it."""
    return {"state": write_state(ledger), "faults": [fault.to_json() for fault in ledger.faults]}


def write_state(ledger: SessionLedger) -> dict[str, Any]:
    state = ledger.state
    return {
        "format": STATE_FORMAT,
        "edition": state.header.edition,
        "phase": state.phase,
        "events": len(ledger),
        "players": {SEATS[seat]: write_player(state, seat) for seat in range(len(SEATS))},
        "games": [write_game(state, pairing) for pairing in SCHEDULE],
        "next": [_next(state, pairing) for pairing in SCHEDULE if state.can_be_played(pairing.number)],
        "standings": write_standings(state),
        "final": is_final(state),
        "winners": [SEATS[seat] for seat in winners_of(state)],
        "prices": write_prices(state.prices),
        "warnings": write_warnings(ledger),
    }


def write_player(state: SessionState, seat: int) -> dict[str, Any]:
    """A seat with its cards, its phases and its points."""
    sheet = state.seats[seat]
    return {
        "name": state.header.players[seat],
        "withdrawn": sheet.withdrawn,
        "excluded": seat in state.excluded,
        "hand": list(sheet.before_it) if state.phase == DRAFT else [],
        "drafted": list(sheet.drafted),
        "deck": [write_deck_card(card) for card in sheet.deck] or None,
        "laboratory": [_laboratory_card(card) for card in sheet.laboratory] or None,
        "phases": [_phase(state, seat, game) for game in GAMES_OF_SEAT[seat]],
        "next": state.next_game(seat),
        "points": points_to_json(state.points_left(seat)),
    }


def write_deck_card(card: MutatingCard) -> dict[str, Any]:
    """A card of a deck, as printed and as it stands."""
    return {
        "id": card.id,
        "card": card.mutant.card.written_out(),
        "printed": card.printed.written_out(),
        "patches": [
            {
                "n": patch.n,
                "game": patch.game,
                "element": patch.element,
                "from": patch.source,
                "covers": list(patch.covers),
                "price": points_to_json(patch.price),
                "before": patch.before,
                "after": patch.after,
            }
            for patch in card.patches
        ],
    }


def _laboratory_card(card: LaboratoryCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "card": card.card.written_out(),
        "cut": [{"n": cut.n, "element": cut.element, "onto": cut.onto} for cut in card.cut],
        "left": list(card.left),
    }


def _phase(state: SessionState, seat: int, game: int) -> dict[str, Any]:
    phase, spent = state.mutation_phase(seat, game), state.seats[seat].spent_before(game)
    rest = points_to_json(POINTS_BEFORE_A_GAME - spent)
    return {
        "game": game,
        "opponent": SEATS[SCHEDULE[game - 1].opponent(seat)],
        "phase": phase,
        "spent": points_to_json(spent),
        "left": rest if phase == OPEN else 0,
        "lost": rest if phase == CLOSED else 0,
    }


def write_game(state: SessionState, pairing: SessionPairing) -> dict[str, Any]:
    sheet = state.games[pairing.number - 1]
    return {
        "game": pairing.number,
        "round": pairing.round,
        "table": pairing.table,
        "first": SEATS[pairing.first],
        "second": SEATS[pairing.second],
        "status": state.status(pairing.number),
        "winner": seat_name(state.winner(pairing.number)),
        "claimed": seat_name(sheet.claimed),
        "reported_by": seat_name(sheet.reported_by),
        "ready": [SEATS[seat] for seat in sorted(sheet.ready)],
    }


def _next(state: SessionState, pairing: SessionPairing) -> dict[str, Any]:
    ready = state.games[pairing.number - 1].ready
    return {
        "game": pairing.number,
        "first": SEATS[pairing.first],
        "second": SEATS[pairing.second],
        "ready": [SEATS[seat] for seat in sorted(ready)],
        "waiting": [SEATS[seat] for seat in sorted(pairing.seats) if seat not in ready],
    }


_TOLD: Final = {
    "result-unconfirmed": "the result is not confirmed",
    "result-disputed": "the result is disputed: the organiser decides",
    "player-withdrawn": "this player has withdrawn",
    "player-excluded": f"this player has played fewer than half of {GAMES_EACH} games: all of them are annulled",
    "event-revived": "this event was illegal when it was appended, and takes effect since a correction",
    "played-with-broken-mutation": "a game was played with a mutation that is illegal since a correction",
}


def write_warnings(ledger: SessionLedger) -> list[dict[str, Any]]:
    """The warnings for the organiser."""
    state = ledger.state
    warnings: list[dict[str, Any]] = []
    for pairing in SCHEDULE:
        code = {REPORTED: "result-unconfirmed", DISPUTED: "result-disputed"}.get(state.status(pairing.number))
        if code:
            warnings.append(_warning(code, game=pairing.number))
    for seat in range(len(SEATS)):
        if seat in state.gone:
            warnings.append(_warning("player-withdrawn", seat=SEATS[seat]))
        if seat in state.excluded:
            warnings.append(_warning("player-excluded", seat=SEATS[seat]))
    for entry in ledger.entries():
        warnings += _of_entry(state, entry)
    return warnings


def _of_entry(state: SessionState, entry: LedgerEntry) -> list[dict[str, Any]]:
    if entry.is_revived:
        return [_warning("event-revived", n=entry.n, part=entry.part, since=entry.since)]
    event = entry.event
    if event is not None and entry.is_broken_mutation and state.games[event.game - 1].raw:
        names = {"n": entry.n, "part": entry.part, "seat": SEATS[event.seat], "game": event.game}
        return [_warning("played-with-broken-mutation", **names)]
    return []


def _warning(code: str, **details: Any) -> dict[str, Any]:
    return {"code": code, "message": _TOLD[code], **details}
