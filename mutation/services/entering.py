"""Entering events: the one way in which a session goes on.

Whoever enters says which number they saw last. What has come in between is never swallowed: where it concerns what is
entered, nothing is written and all of it is told (``stale``); where it does not (two people pick, or mutate, at the
same time), the event goes in after it, and what came in between is told as well. Lines and the session's new version
are written in one transaction that holds the session's row.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import (
    CONFIRM,
    CORRECT,
    DISPUTE,
    END,
    ORGANISER,
    PRICES,
    RESULT,
    RULE,
    WITHDRAW,
)
from engine.decks.sessions.session_errors import BadSession
from mutation.models import LedgerLine, MutationSession
from mutation.services import ledgers
from mutation.services.session_messages import tell_after
from mutation.services.waiting import waits_for
from web.idempotency import KeyedRequest, checked_key
from web.refusals import RequestRefused

Source = LedgerLine.Source
MAX_AT_ONCE: Final = 40  # events of one request
_DECIDED: Final = (RESULT, CONFIRM, DISPUTE, RULE)  # what settles a game, one way or another
_STRICT: Final = (CORRECT, END, PRICES)  # what was looked at as a whole before it was decided


@dataclass(frozen=True)
class LedgerReceipt:
    """An entry in the ledger: the numbers of its lines, and those of others that had come ``between``."""

    first: int
    last: int
    between: tuple[int, ...] = ()
    is_again: bool = False  # the same request has been carried out before


@dataclass(frozen=True)
class NewEvents:
    """Events to be entered. ``seen`` is the number of the last event that whoever enters them knows of.

    ``known`` are numbers after it that they know all the same, having entered them themselves. ``key`` is the request's
    Idempotency-Key and ``scope`` says whose it is; without a key it may be entered twice.
    """

    events: Sequence[Mapping[str, Any]]
    seen: int
    source: str = Source.SEAT
    owner: Owner | None = None
    key: str = ""
    scope: str = ""
    known: Collection[int] = ()


@transaction.atomic
def enter(session: MutationSession, entry: NewEvents) -> LedgerReceipt:
    """Enters events, all or none, and brings ``session`` up to date. Raises ``RequestRefused``.

    The codes are ``stale`` (409, with ``number``: the last one now, and ``numbers``: those that came in between),
    ``key-reused`` (409), and those of the engine (422) with the place of the event in ``at``.
    """
    if not entry.events or len(entry.events) > MAX_AT_ONCE:
        raise RequestRefused(400, "bad-request", f"1 to {MAX_AT_ONCE} events at once", "/events")
    lock_row(MutationSession, session.pk)
    session.refresh_from_db(fields=["version", "phase", "waits_for"])
    undated = [{key: part for key, part in event.items() if key != "at"} for event in entry.events]
    keyed = KeyedRequest(answers_scope(session.pk, entry.scope), checked_key(entry.key), undated)
    stored = keyed.find()
    if stored is not None:
        return LedgerReceipt(**json.loads(stored.body), is_again=True)
    now = timezone.now()
    before = ledgers.ledger_of(session).state
    ledger = ledgers.ledger_of(session).copy()
    between = _between(session, ledger, entry)
    lines = []
    for place, event in enumerate(entry.events):
        dated = {**event, "at": now.isoformat(timespec="seconds").replace("+00:00", "Z")}
        _append(ledger, dated, place)
        lines.append(
            LedgerLine(
                session=session,
                number=len(ledger),
                event=dated,
                entered_by=entry.source,
                owner=entry.owner,
                at=now,
            )
        )
    LedgerLine.objects.bulk_create(lines)
    entered = LedgerReceipt(lines[0].number, lines[-1].number, between)
    keyed.store(session, 200, json.dumps({"first": entered.first, "last": entered.last}))
    session.version, session.phase = len(ledger), ledger.state.phase
    session.waits_for = "".join(sorted({task.seat for task in waits_for(ledger.state)}))
    session.save(update_fields=["version", "phase", "waits_for", "updated"])
    tell_after(session, before, ledger.state, entry.events, entry.owner)
    transaction.on_commit(lambda: ledgers.keep(session, ledger))
    return entered


def answers_scope(session: int, who: str) -> str:
    """Whose Idempotency-Key it is: somebody's, in a session."""
    return f"session {session} {who}"


def _append(ledger: SessionLedger, event: Mapping[str, Any], place: int) -> None:
    try:
        fault = ledger.append(event)
    except BadSession as full:
        raise RequestRefused(422, "ledger-full", full.message, place) from None
    if fault is not None:
        raise RequestRefused(422, fault.code, fault.message, place)


def _between(session: MutationSession, ledger: SessionLedger, entry: NewEvents) -> tuple[int, ...]:
    """The numbers of what came in between. Raises ``RequestRefused`` where it concerns what is to be entered."""
    if not 0 <= entry.seen <= len(ledger):
        raise RequestRefused(400, "bad-request", f"there are the events up to {len(ledger)}", "/expected")
    numbers = tuple(number for number in range(entry.seen + 1, len(ledger) + 1) if number not in entry.known)
    if any(concerns(ledger.written(number), event) for number in numbers for event in entry.events):
        more = {"number": session.version, "numbers": list(numbers)}
        raise RequestRefused(409, "stale", "the session has gone on meanwhile", "/expected", more=more)
    return numbers


def seat_of(event: Mapping[str, Any]) -> str:
    """Whose event it is: a seat's letter, or the organiser's."""
    return str(event.get("for", event.get("by", "")))


def concerns(earlier: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether whoever enters an event should have seen an earlier one first."""
    if event.get("kind") in _STRICT or earlier.get("kind") in _STRICT:
        return True
    if seat_of(earlier) == seat_of(event) != ORGANISER:
        return True
    if earlier.get("kind") == WITHDRAW or event.get("kind") == WITHDRAW:
        return True
    about = (earlier.get("kind"), event.get("kind"))
    return any(kind in _DECIDED for kind in about) and earlier.get("game") == event.get("game")
