"""A session as files: its ledger as JSON, decks, ledger, standings and games as CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.decks.sessions.document import HANDS, SEED
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.secrecy import is_open
from engine.decks.sessions.tables import decks_csv, games_csv, ledger_csv, standings_csv
from mutation.viewers import SessionViewer

JSON_FILE: Final = "session.json"
TABLES: Final[Mapping[str, Callable[[SessionLedger], str]]] = {
    "decks.csv": decks_csv,
    "ledger.csv": ledger_csv,
    "standings.csv": standings_csv,
    "games.csv": games_csv,
}
FILES: Final = (JSON_FILE, *TABLES)


def may_export(viewer: SessionViewer, ledger: SessionLedger) -> bool:
    """Whether somebody may have the files: while hands are hidden an organiser who sees all, then everybody."""
    return is_open(ledger) or (viewer.is_organiser and viewer.session.sees_all)


def export_of(ledger: SessionLedger, file: str) -> tuple[str, str]:
    """(content, content type) of a file. Raises ``KeyError``."""
    if file == JSON_FILE:
        return json.dumps(shown_document(ledger), ensure_ascii=False, indent=1), "application/json"
    return TABLES[file](ledger), "text/csv; charset=utf-8"


def shown_document(ledger: SessionLedger) -> dict[str, Any]:
    """The document (``clash-session/1``) with the hands in the place of the seed, which is nobody's: sets that are
    drafted again with it would deal the same. It folds to the same session."""
    document = ledger.document()
    header = document["header"]
    if SEED in header["deal"]:
        hands = {seat: list(ids) for seat, ids in zip(SEATS, ledger.header.dealt, strict=True)}
        document["header"] = {**header, "deal": {HANDS: hands}}
    return document
