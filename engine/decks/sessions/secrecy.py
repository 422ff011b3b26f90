"""Views of a session: hands in the draft, and deck choices until all four have chosen, are their seat's alone.

From then on everything is open. The organiser's view is the whole answer; an organiser who plays asks for the view of
the seat. The seed is nobody's: whoever has it has the hands, for good if the sets are drafted again with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decks.sessions.answers import answer
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import CORRECT, DECK, KINDS, ORGANISER, PICK
from engine.decks.sessions.schedule import SEATS

Viewer = str | None  # a seat's letter, ``ORGANISER``, or None for a spectator


def seen_by(ledger: SessionLedger, viewer: Viewer) -> dict[str, Any]:
    """The answer as a viewer may see it, of the same form, with three more keys for each player.

    ``hand_size`` and ``drafted_size`` say how many cards there are, ``has_chosen`` whether the deck is chosen. What is
    hidden is empty: ``hand`` and ``drafted`` [], ``deck`` and ``laboratory`` null. Until all is open the faults and
    warnings of others' events, and of corrections, are left out.
    """
    whole = answer(ledger)
    state = whole["state"]
    for seat, player in state["players"].items():
        player["hand_size"], player["drafted_size"] = len(player["hand"]), len(player["drafted"])
        player["has_chosen"] = player["deck"] is not None
        if is_open(ledger) or viewer in (seat, ORGANISER):
            continue
        player.update(hand=[], drafted=[], deck=None, laboratory=None)
    if not is_open(ledger) and viewer != ORGANISER:
        shown = {entry.n for entry in ledger.entries() if _is_shown(ledger, entry.n, viewer)}
        whole["faults"] = [fault for fault in whole["faults"] if fault["n"] in shown]
        state["warnings"] = [warning for warning in state["warnings"] if "n" not in warning or warning["n"] in shown]
    return whole


def events_seen_by(ledger: SessionLedger, viewer: Viewer) -> list[dict[str, Any]]:
    """The events as a viewer may see them; of a hidden one only ``n``, ``by``, ``for`` and ``kind``."""
    return [
        dict(event) if is_open(ledger) or viewer == ORGANISER or _is_shown(ledger, n, viewer) else _outline(event)
        for n, event in enumerate(map(ledger.written, range(1, len(ledger) + 1)), 1)
    ]


def header_seen_by(ledger: SessionLedger, viewer: Viewer) -> dict[str, Any]:
    """The header as a viewer may see it: for everybody but the organiser ``deal`` is only the name of its kind."""
    header = dict(ledger.header.data)
    return header if viewer == ORGANISER else {**header, "deal": ledger.header.deal}


def is_open(ledger: SessionLedger) -> bool:
    """Whether everybody sees everything: the four decks are chosen."""
    return ledger.state.all_have_chosen


def _is_shown(ledger: SessionLedger, n: int, viewer: Viewer) -> bool:
    """Whether an event may be shown while hands and choices are hidden; what is malformed could hold anything."""
    if ledger.corrected_by(n) is not None:
        return False
    (entry,) = ledger.in_force(n)
    event = entry.event
    if event is None or event.kind == CORRECT:
        return False
    return event.kind not in (PICK, DECK) or SEATS[event.seat] == viewer


def _outline(event: Mapping[str, Any]) -> dict[str, Any]:
    outline: dict[str, Any] = {"n": event["n"]}
    if event.get("kind") in KINDS:
        outline["kind"] = event["kind"]
        for key in ("by", "for"):
            if event.get(key) in (*SEATS, ORGANISER):
                outline[key] = event[key]
    return outline
