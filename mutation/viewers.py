"""For whom a request speaks at a session: seats, by their owner's cookie or a seat's token; the organiser; a guest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accounts.models import Owner, Visibility
from engine.decks.sessions.ledger_events import ORGANISER
from engine.decks.sessions.schedule import SEATS
from mutation.former_seats import lost_seats
from mutation.models import MutationSession, SessionSeat
from tables.tokens import hash_of
from web.refusals import RequestRefused, not_found

TOKEN_LENGTH: Final = 16
SEAT_LOST: Final = "seat-lost"


@dataclass(frozen=True)
class SessionViewer:
    """A session, its seats, and who looks at it.

    ``held`` are the letters of the seats that this device holds, ``seat`` the one that is spoken for: the one that was
    asked for, else the only one that is held, else "" (a curtain hangs before several).
    """

    session: MutationSession
    seats: tuple[SessionSeat, ...]
    owner: Owner | None
    is_organiser: bool
    held: tuple[str, ...]
    seat: str = ""

    @property
    def sees(self) -> str | None:
        """For whom the engine says what may be seen: a seat, the organiser who does not play, or a spectator (None)."""
        if self.is_organiser and self.session.sees_all:
            return ORGANISER
        return self.seat or None

    @property
    def scope(self) -> str:
        """Whose Idempotency-Keys are meant."""
        return f"owner {self.owner.pk}" if self.owner is not None else f"seat {self.seat}"

    @property
    def may_invite(self) -> bool:
        """Whether the session's invitation is shown: to all who take part."""
        return self.is_organiser or bool(self.held)

    def seat_of(self, letter: str) -> SessionSeat:
        """A seat by its letter. Raises ``KeyError``."""
        return {seat.letter: seat for seat in self.seats}[letter]

    def name_of(self, letter: str) -> str:
        return self.session.players[letter]


def find_session(token: str) -> MutationSession:
    """A session by its token, whoever asks. Raises ``RequestRefused``."""
    is_token = len(token) <= TOKEN_LENGTH and token.isascii() and "\0" not in token
    queryset = MutationSession.objects.select_related("deal").filter(token=token) if is_token else None
    session = queryset.first() if queryset is not None else None
    if session is None:
        raise not_found()
    return session


def find_session_viewer(token: str, owner: Owner | None, letter: str = "", secret: str | None = None) -> SessionViewer:
    """Who looks at a session. A seat's ``secret`` speaks for that seat alone.

    Raises ``RequestRefused`` where there is no such session, or it is private and not for them: ``seat-lost`` to those
    who had a seat, ``not-found`` to strangers, who are not told of it.
    """
    session = find_session(token)
    seats = tuple(session.seats.select_related("owner__user").order_by("letter"))
    if secret is not None:
        hashed = hash_of(secret)
        held = tuple(seat.letter for seat in seats if seat.token_hash == hashed and _is_held(seat))
        viewer = SessionViewer(session, seats, None, False, held, held[0] if held else "")
    else:
        own = owner is not None
        held = tuple(seat.letter for seat in seats if own and seat.owner_id == owner.pk and _is_held(seat))  # type: ignore[union-attr]
        spoken = letter if letter in held else held[0] if len(held) == 1 else ""
        viewer = SessionViewer(session, seats, owner, session.is_owned_by(owner), held, spoken)
    if not viewer.held and not viewer.is_organiser and not is_open_to_all(session):
        if lost_seats(session, owner, secret or ""):
            raise RequestRefused(403, SEAT_LOST, "this seat is no longer theirs")
        raise not_found()
    return viewer


def is_open_to_all(session: MutationSession) -> bool:
    """Whether everybody who has the address may look."""
    return session.visibility != Visibility.PRIVATE and session.hidden_at is None


def _is_held(seat: SessionSeat) -> bool:
    return seat.is_taken and not seat.is_bot


def by(viewer: SessionViewer, letter: str) -> dict[str, str]:
    """Who enters an event of a seat: the seat itself, or the organiser ``for`` it. Raises ``RequestRefused``.

    While hands are hidden an organiser who plays does not enter for others: what can be picked is theirs to know.
    """
    if letter not in SEATS:
        raise RequestRefused(400, "bad-request", "there are the seats A to D", "/seat")
    if letter in viewer.held:
        return {"by": letter}
    if not viewer.is_organiser:
        raise RequestRefused(403, "not-your-seat", f"seat {letter} is not yours")
    if viewer.session.phase in MutationSession.HIDDEN and not viewer.session.sees_all:
        raise RequestRefused(403, "hidden-hand", f"the cards of seat {letter} are not shown to an organiser who plays")
    return {"by": ORGANISER, "for": letter}


def by_organiser(viewer: SessionViewer) -> dict[str, str]:
    """Who enters what is the organiser's alone. Raises ``RequestRefused``."""
    if not viewer.is_organiser:
        raise RequestRefused(403, "organiser-only", "only the organiser may do this")
    return {"by": ORGANISER}
