"""Seats that somebody had and has no longer: they are told so, where strangers are told of no session."""

from __future__ import annotations

from secrets import compare_digest
from typing import Final

from accounts.models import Owner
from mutation import tokens
from mutation.models import MutationSession, SeatChange, SessionSeat

Kind = SeatChange.Kind
OLD_TOKENS: Final = 50  # of a seat, that are known again


def lost_seats(session: MutationSession, owner: Owner | None, secret: str = "") -> list[SessionSeat]:
    """The seats that were somebody's, by their browser or by a seat's former link, and are no longer."""
    letters: set[str] = set()
    if owner is not None:
        held = (Kind.TAKEN, Kind.MOVED, Kind.FREED, Kind.MERGED)
        rows = session.seat_changes.filter(owner=owner, kind__in=held)
        letters = set(rows.values_list("letter", flat=True))
    return [
        seat
        for seat in session.seats.order_by("letter")
        if (seat.letter in letters and (owner is None or seat.owner_id != owner.pk))
        or (secret and _was_token(session, seat, secret.encode("utf-8", "replace")))
    ]


def _was_token(session: MutationSession, seat: SessionSeat, secret: bytes) -> bool:
    latest = seat.claims - 1 if seat.is_taken else seat.claims
    return any(
        compare_digest(tokens.seat_token(session, seat, claims).encode(), secret)
        for claims in range(latest, max(0, latest - OLD_TOKENS), -1)
    )
