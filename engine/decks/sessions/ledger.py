"""The ledger of a session and its fold: events in order, corrections as if they had stood there from the beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.decks.sessions.document import MAX_EVENTS, SESSION_FORMAT, SessionHeader, read_document
from engine.decks.sessions.ledger_events import CORRECT, MUTATE, LedgerEvent, MalformedEvent, read_event
from engine.decks.sessions.ledger_state import NOBODY, SessionState
from engine.decks.sessions.referee import advance
from engine.decks.sessions.session_errors import BadSession, EventRefused, LedgerFault
from engine.kernel.errors import Fault


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An event in force (or a correction): the ``part`` of what stands at ``n``, and what was made of it.

    ``data`` is as it was written, ``event`` the same read (None when it is malformed, ``detail`` says why). ``code`` is
    None while it is legal; ``since`` the correction with which the present run of legality or illegality began, None
    for a run from the beginning; ``began_legal`` whether it was legal when it was appended or brought.
    """

    n: int
    part: int
    data: Mapping[str, Any]
    event: LedgerEvent | None
    code: str | None = None
    detail: str = ""
    since: int | None = None
    began_legal: bool = True

    @property
    def fault(self) -> LedgerFault | None:
        return None if self.code is None else LedgerFault(self.n, self.part, self.code, self.since, self.detail)

    @property
    def is_revived(self) -> bool:
        """Whether it was illegal once and takes effect now."""
        return self.code is None and not self.began_legal

    @property
    def is_broken_mutation(self) -> bool:
        """Whether it is a mutation that a correction has made illegal."""
        broken = self.code is not None and self.since is not None
        return broken and self.event is not None and self.event.kind == MUTATE

    def judged(self, code: str | None, correction: int) -> LedgerEntry:
        """The entry after a correction, by which its code is this one."""
        if (code is None) == (self.code is None):
            return self if code == self.code else replace(self, code=code)
        return replace(self, code=code, since=correction)


class SessionLedger:
    """A ledger, and the ``state`` that its events lead to."""

    def __init__(self, header: SessionHeader) -> None:
        self.header = header
        self.state = SessionState.begin(header)
        self._events: list[Mapping[str, Any]] = []
        self._entries: list[tuple[LedgerEntry, ...]] = []  # of each number, what is in force there
        self._before: list[SessionState] = []  # of each number, the state before it
        self._corrected: dict[int, int] = {}  # numbers of events, and of their latest corrections

    @classmethod
    def open(cls, document: Any, catalogue: Mapping[str, Any] | None = None) -> SessionLedger:
        """The ledger of a document; ``catalogue`` has the cards behind references. Raises ``BadSession``."""
        header, events = read_document(document, catalogue)
        return cls.resume(header, events)

    @classmethod
    def resume(cls, header: SessionHeader, events: list[dict[str, Any]]) -> SessionLedger:
        """The ledger of a header that has been read before, and of numbered events."""
        ledger = cls(header)
        for event in events:
            ledger.enter(event)
        return ledger

    def __len__(self) -> int:
        return len(self._events)

    @property
    def states(self) -> list[SessionState]:
        """The states that the events have led to: the first before all events, the last of now."""
        return [*self._before, self.state]

    def copy(self) -> SessionLedger:
        """An independent copy; what does not change is shared."""
        copy = SessionLedger.__new__(SessionLedger)
        copy.header, copy.state = self.header, self.state
        copy._events, copy._entries, copy._before = self._events[:], self._entries[:], self._before[:]
        copy._corrected = dict(self._corrected)
        return copy

    def document(self) -> dict[str, Any]:
        """The document, secrets and all."""
        return {"format": SESSION_FORMAT, "header": dict(self.header.data), "events": [dict(e) for e in self._events]}

    # Writing

    def append(self, event: Mapping[str, Any]) -> LedgerFault | None:
        """Enters an event, written without ``n``, if it is legal; else answers what is against it, without an effect.

        Raises ``BadSession`` when the ledger is full.
        """
        fault = self.refuses(event)
        if fault is None:
            self.enter({"n": len(self) + 1, **event})
        return fault

    def refuses(self, event: Mapping[str, Any]) -> LedgerFault | None:
        """The answer that ``append`` would give. Raises ``BadSession`` when the ledger is full."""
        n = len(self) + 1
        if n > MAX_EVENTS:
            raise BadSession([Fault("out-of-range", "/events", f"a list of at most {MAX_EVENTS} events")])
        try:
            read = read_event(event, self.header.edition, numbered=False)
            if read.kind == CORRECT:
                self._replacement(n, read)
            else:
                advance(self.state, n, read)
        except MalformedEvent as wrong:
            return LedgerFault(n, 0, "bad-event", None, str(wrong))
        except EventRefused as wrong:
            return LedgerFault(n, 0, wrong.code)
        return None

    def enter(self, data: Mapping[str, Any]) -> None:
        """Takes the next event of a ledger from elsewhere, written with ``n``; an illegal one stays, as a fault."""
        n = len(self) + 1
        before = self.state
        try:
            event = read_event(data, self.header.edition)
        except MalformedEvent as wrong:
            entry = LedgerEntry(n, 0, data, None, "bad-event", str(wrong), began_legal=False)
        else:
            entry = LedgerEntry(n, 0, data, event)
            try:
                if event.kind == CORRECT:
                    self._correct(n, event)
                    before = self.state
                else:
                    self.state = advance(before, n, event)
            except EventRefused as wrong:
                entry = replace(entry, code=wrong.code, began_legal=False)
        self._events.append(data)
        self._entries.append((entry,))
        self._before.append(before)

    # Corrections

    def _replacement(self, n: int, event: LedgerEvent) -> tuple[SessionState, tuple[LedgerEntry, ...]]:
        """The entries of a correction with the number ``n``, and the state after it. Raises ``EventRefused``."""
        if event.seat != NOBODY:
            raise EventRefused("organiser-only")
        if not event.has_reason:
            raise EventRefused("reason-needed")
        at = event.corrected
        if not 1 <= at < n:
            raise EventRefused("no-such-event")
        if any(
            isinstance(event_data, Mapping) and event_data.get("kind") == CORRECT
            for event_data in (self._events[at - 1], *event.replacement)
        ):
            raise EventRefused("not-correctable")
        state = self._before[at - 1]
        entries: list[LedgerEntry] = []
        for part, data in enumerate(event.replacement):
            try:
                read = read_event(data, self.header.edition, numbered=False)
            except MalformedEvent:
                raise EventRefused("bad-event") from None
            state = advance(state, at, read)
            entries.append(LedgerEntry(at, part, data, read))
        return state, tuple(entries)

    def _correct(self, n: int, event: LedgerEvent) -> None:
        """Carries out a correction and takes everything after it anew. Raises ``EventRefused``."""
        state, brought = self._replacement(n, event)
        self._corrected[event.corrected] = n
        self._entries[event.corrected - 1] = brought
        for place in range(event.corrected, len(self._events)):
            if state == self._before[place]:
                return  # from here on everything is as it was
            self._before[place] = state
            judged: list[LedgerEntry] = []
            for entry in self._entries[place]:
                code = entry.code
                if entry.event is not None and entry.event.kind != CORRECT:
                    try:
                        state, code = advance(state, entry.n, entry.event), None
                    except EventRefused as wrong:
                        code = wrong.code
                judged.append(entry.judged(code, n))
            self._entries[place] = tuple(judged)
        self.state = state

    # Reading

    def entries(self) -> Iterator[LedgerEntry]:
        """All events in force and all corrections, in order of number and part."""
        for parts in self._entries:
            yield from parts

    def in_force(self, n: int) -> tuple[LedgerEntry, ...]:
        """The entries in force at a number: one for each part, none of an event that was taken out."""
        return self._entries[n - 1]

    def corrected_by(self, n: int) -> int | None:
        """The latest correction of an event; None when it stands as it was written."""
        return self._corrected.get(n)

    def written(self, n: int) -> Mapping[str, Any]:
        """The event with a number as it was written, whatever was corrected since."""
        return self._events[n - 1]

    @property
    def faults(self) -> list[LedgerFault]:
        """The faults of all events in force, in order of number and part."""
        return [fault for entry in self.entries() if (fault := entry.fault) is not None]
