"""Tables of a session as CSV: UTF-8 with a byte order mark, RFC 4180, safe for spreadsheets.

The organiser's: everything is in them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from engine.decks.game.mutations import POINTS_BEFORE_A_GAME, points_to_json
from engine.decks.rules.cards import Card
from engine.decks.sessions.answers import write_game
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import MUTATE
from engine.decks.sessions.ledger_state import CLOSED, LaboratoryCard, MutatingCard, SessionState
from engine.decks.sessions.schedule import SCHEDULE, SEATS, SessionPairing
from engine.decks.sessions.standings import is_final, write_standings

DECKS_COLUMNS: Final = (
    *("seat", "player", "pile", "place", "id", "set", "name", "type"),
    *("printed_cost", "printed_av", "printed_hp", "printed_abilities", "cost", "av", "hp", "abilities"),
    *("patches", "points", "cut", "left"),
)
LEDGER_COLUMNS: Final = (
    *("n", "part", "at", "by", "seat", "kind", "game", "card", "element", "from", "covers", "price", "winner"),
    *("event", "cards", "reason", "record", "in_force", "corrected_by", "fault", "since"),
)
STANDINGS_COLUMNS: Final = (
    *("place", "tied", "seat", "player", "games", "wins", "losses", "unconfirmed", "withdrawn", "final"),
)
GAMES_COLUMNS: Final = (
    *("game", "round", "table", "first", "second", "status", "winner", "claimed", "reported_by"),
    *("first_spent", "first_lost", "second_spent", "second_lost"),
)

# Columns of a ledger that stand in its events themselves.
_WRITTEN: Final = (
    *("at", "by", "kind", "game", "card", "element", "from", "covers", "winner", "event", "cards", "reason", "record"),
)
_FORMULA: Final = re.compile(r"[=+\-@\t\r\n]")
_MARK: Final = "\ufeff"

Row = Mapping[str, Any]


def decks_csv(ledger: SessionLedger) -> str:
    """``decks.csv``: a row for each card of the decks and Laboratories that are chosen."""
    return _table(DECKS_COLUMNS, _deck_rows(ledger.state))


def ledger_csv(ledger: SessionLedger) -> str:
    """``ledger.csv``: a row for each event in force and each part of it, each corrected original, each correction."""
    return _table(LEDGER_COLUMNS, _ledger_rows(ledger))


def standings_csv(ledger: SessionLedger) -> str:
    final = is_final(ledger.state)
    rows = ({**row, "player": row["name"], "final": final} for row in write_standings(ledger.state))
    return _table(STANDINGS_COLUMNS, rows)


def games_csv(ledger: SessionLedger) -> str:
    """``games.csv``: the schedule with what was spent."""
    return _table(GAMES_COLUMNS, (_game_row(ledger.state, pairing) for pairing in SCHEDULE))


# Rows


def _deck_rows(state: SessionState) -> Iterator[Row]:
    for seat, sheet in enumerate(state.seats):
        whose = {"seat": SEATS[seat], "player": state.header.players[seat]}
        for place, card in enumerate(sheet.deck, 1):
            common = {**whose, "pile": "deck", "place": place, **_printed(state, card.id)}
            yield {**common, **_values(card.mutant.card), **_patches(card)}
        for place, source in enumerate(sheet.laboratory, 1):
            common = {**whose, "pile": "laboratory", "place": place, **_printed(state, source.id)}
            yield {**common, **_cut(source)}


def _printed(state: SessionState, card_id: str) -> Row:
    known = state.header.cards[card_id]
    data = {f"printed_{key}": value for key, value in _values(known.card).items()}
    kind = known.card.written_out()["type"]
    return {"id": card_id, "set": known.set_slug, "name": known.card.name, "type": kind, **data}


def _values(card: Card) -> Row:
    hp = card.hp if card.is_creature else None
    return {"cost": card.cost, "av": card.av, "hp": hp, "abilities": card.slugs}


def _patches(card: MutatingCard) -> Row:
    text = "; ".join(f"{patch.n} {patch.element} {patch.source}" for patch in card.patches)
    return {"patches": text, "points": sum([patch.price for patch in card.patches], Decimal(0))}


def _cut(source: LaboratoryCard) -> Row:
    return {"cut": "; ".join(f"{cut.n} {cut.element} {cut.onto}" for cut in source.cut), "left": source.left}


def _ledger_rows(ledger: SessionLedger) -> Iterator[Row]:
    prices = {
        (patch.n, patch.element, patch.source): patch.price
        for sheet in ledger.state.seats
        for card in sheet.deck
        for patch in card.patches
    }
    for n in range(1, len(ledger) + 1):
        correction = ledger.corrected_by(n)
        if correction is not None:
            yield {**_event_row(ledger.written(n)), "n": n, "part": 0, "in_force": False, "corrected_by": correction}
        for entry in ledger.in_force(n):
            row = {**_event_row(entry.data), "n": n, "part": entry.part, "in_force": True}
            event = entry.event
            if event is not None and event.kind == MUTATE and entry.code is None:
                row["price"] = prices[n, event.element, event.source]
            yield {**row, "fault": entry.code, "since": None if entry.code is None else entry.since}


def _event_row(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an event, well-formed or not: words, numbers, and lists of words."""
    row = {key: data[key] for key in _WRITTEN if key in data and _is_simple(data[key])}
    seat = data.get("for", data.get("by"))
    return {**row, "seat": seat if seat in tuple(SEATS) else None}


def _is_simple(value: Any) -> bool:
    """Whether a cell can hold it."""
    if isinstance(value, list):
        return all(isinstance(part, str) for part in value)
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _game_row(state: SessionState, pairing: SessionPairing) -> Row:
    row = write_game(state, pairing)
    del row["ready"]
    for name, seat in (("first", pairing.first), ("second", pairing.second)):
        spent = state.seats[seat].spent_before(pairing.number)
        closed = state.mutation_phase(seat, pairing.number) == CLOSED
        row |= {f"{name}_spent": spent, f"{name}_lost": POINTS_BEFORE_A_GAME - spent if closed else 0}
    return row


# Cells


def _table(columns: Sequence[str], rows: Iterable[Row]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return _MARK + text.getvalue()


def _cell(value: Any) -> str:
    """A cell: empty for null, yes or no for flags, lists joined by spaces, nothing that a spreadsheet would reckon."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return str(points_to_json(value))
    text = " ".join(value) if isinstance(value, (list, tuple)) else str(value)
    text = text.encode("utf-8", "replace").decode()
    return f"'{text}" if isinstance(value, (str, list, tuple)) and _FORMULA.match(text) else text
