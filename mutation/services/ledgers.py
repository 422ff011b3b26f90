"""The ledger of a session as the engine folds it, from its lines, kept in memory while it does not go on.

What is kept is only ever read: whoever tries something out takes a ``copy``.
"""

from __future__ import annotations

from typing import Any, Final

from engine.decks.sessions.document import SessionHeader, read_header
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.secrecy import seen_by
from mutation.models import LedgerLine, MutationSession
from tables.folds import LatestStates

MAX_KEPT: Final = 64  # sessions in a process


class CachedLedger:
    """A ledger at a version, with the answers that were made of it."""

    def __init__(self, ledger: SessionLedger) -> None:
        self.ledger = ledger
        self.answers: dict[str | None, dict[str, Any]] = {}


_ledgers: Final = LatestStates[CachedLedger](MAX_KEPT)


def whole_header(session: MutationSession) -> dict[str, Any]:
    return {**session.header, "deal": session.deal.deal}


def ledger_of(session: MutationSession) -> SessionLedger:
    """The ledger at the version that ``session`` shows. To be read only."""
    return _cached_ledger(session).ledger


def seen(session: MutationSession, viewer: str | None) -> dict[str, Any]:
    """The view of a seat, a spectator (None) or the organiser: ``{"state", "faults"}``. To be read only."""
    cached = _cached_ledger(session)
    if viewer not in cached.answers:
        cached.answers[viewer] = seen_by(cached.ledger, viewer)
    return cached.answers[viewer]


def keep(session: MutationSession, ledger: SessionLedger) -> None:
    """Keeps a ledger that has just been written down."""
    _ledgers.keep(session.token, len(ledger), CachedLedger(ledger))


def _cached_ledger(session: MutationSession) -> CachedLedger:
    cached = _ledgers.get(session.token)
    if cached is not None and dict(zip(SEATS, cached.ledger.header.players, strict=True)) != session.players:
        cached = None  # somebody has left, and their name with them
    if cached is None or len(cached.ledger) != session.version:
        header = _header(session) if cached is None else cached.ledger.header
        cached = CachedLedger(_read(session, header, None if cached is None else cached.ledger))
        _ledgers.keep(session.token, len(cached.ledger), cached)
    return cached


def _header(session: MutationSession) -> SessionHeader:
    return read_header(whole_header(session))


def _read(session: MutationSession, header: SessionHeader, earlier: SessionLedger | None) -> SessionLedger:
    """The ledger from its lines; from an earlier state of it where there is one."""
    begun = len(earlier) if earlier is not None else 0
    lines = LedgerLine.objects.filter(session=session, number__lte=session.version)
    if earlier is not None and 0 < begun < session.version:
        ledger = earlier.copy()
        later = lines.filter(number__gt=begun).order_by("number").values_list("event", flat=True)
        if all(ledger.append(event) is None for event in later) and len(ledger) == session.version:
            return ledger
    rows = lines.order_by("number").values_list("number", "event")
    return SessionLedger.resume(header, [{"n": number, **event} for number, event in rows])
