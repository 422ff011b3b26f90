"""What happens in sessions to somebody, as the stream of their account tells it: that a session waits for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from accounts.models import Owner
from mutation.models import LedgerLine, MutationSession, SessionSeat
from mutation.services.ledgers import ledger_of
from mutation.services.turns import marks_of, name_of
from mutation.services.waiting import waits_for
from tables.occasions import SESSION_WAITS, Happening

MAX_TOLD: Final = 200  # sessions at once


def happened(owner: Owner, root: str, since: datetime) -> Iterator[Happening]:
    """The sessions that have begun to wait for somebody since: the same task has the same name."""
    for session, letters in _sessions(owner, Q(updated__gte=since)).items():
        marks = marks_of(ledger_of(session).state, letters)
        if marks:
            name = " ".join((session.token, *marks))
            yield Happening(SESSION_WAITS, name, _began(session, letters), {"session": _told(session, letters, root)})


def waiting(owner: Owner, root: str) -> list[dict[str, Any]]:
    """The sessions that wait for somebody now."""
    sessions = [_told(session, letters, root) for session, letters in _sessions(owner, Q()).items()]
    return [session for session in sessions if session["tasks"]]


def _sessions(owner: Owner, which: Q) -> Mapping[MutationSession, list[str]]:
    """Somebody's sessions that go on, the latest first, with the letters of their seats; "" is the organiser's."""
    seats = SessionSeat.objects.filter(owner=owner, kind=SessionSeat.Kind.PERSON, is_taken=True)
    own = Q(owner=owner) | Q(pk__in=seats.order_by().values("session"))
    sessions = MutationSession.objects.filter(own, which).exclude(phase=MutationSession.Phase.OVER)
    held: dict[MutationSession, list[str]] = {}
    for session in sessions.select_related("deal").order_by("-updated", "-pk")[:MAX_TOLD]:
        held[session] = [""] if session.owner_id == owner.pk else []
    for seat in seats.filter(session__in=held).order_by("letter"):
        next(letters for session, letters in held.items() if session.pk == seat.session_id).append(seat.letter)
    return held


def _began(session: MutationSession, letters: list[str]) -> datetime:
    """When the latest of what these letters have to do now came about."""
    ledger = ledger_of(session)
    now = set(marks_of(ledger.state, letters))
    states = ledger.states
    number = next((n for n in range(len(ledger), 0, -1) if not now <= set(marks_of(states[n - 1], letters))), 0)
    line = LedgerLine.objects.filter(session=session, number=number).values_list("at", flat=True).first()
    began: datetime = line or session.created
    return began


def _told(session: MutationSession, letters: list[str], root: str) -> dict[str, Any]:
    return {
        "token": session.token,
        "name": name_of(session),
        "phase": session.phase,
        "tasks": [
            {"seat": task.seat or None, "what": task.what, "game": task.game or None}
            for task in waits_for(ledger_of(session).state)
            if task.seat in letters
        ],
        "url": root + session.get_absolute_url(),
    }
