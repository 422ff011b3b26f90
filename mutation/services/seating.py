"""Seats: taken by the session's link without an account, taken over by their own link, freed by the organiser."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.locks import lock_row
from accounts.models import Owner
from mutation import tokens
from mutation.models import MutationSession, SessionSeat
from play.faults import RequestRefused, not_found
from play.tokens import hash_of


def changed(session: MutationSession) -> None:
    """Notes that something beside the ledger has changed, for whoever looks."""
    MutationSession.objects.filter(pk=session.pk).update(changes=F("changes") + 1)


@transaction.atomic
def claim(session: MutationSession, letter: str, invitation: str, owner: Owner) -> SessionSeat:
    """Takes a free seat. Raises ``RequestRefused``: ``not-found``, ``seat-taken``, ``organiser-sees`` (they know every
    hand)."""
    if not tokens.is_invitation(session, invitation):
        raise not_found()
    lock_row(MutationSession, session.pk)
    seat = session.seats.filter(letter=letter).first()
    if seat is None:
        raise not_found()
    if session.sees_all and session.is_owned_by(owner) and _is_hidden(session):
        raise RequestRefused(403, "organiser-sees", "who sees every hand does not play")
    if seat.is_taken and seat.owner_id == owner.pk:
        return seat
    if not seat.is_free:
        raise RequestRefused(409, "seat-taken", f"somebody has taken seat {letter}")
    hold(session, seat, owner)
    changed(session)
    return seat


def hold(session: MutationSession, seat: SessionSeat, owner: Owner) -> None:
    """Gives a seat to an owner, with a new token."""
    seat.owner, seat.is_taken, seat.claims = owner, True, seat.claims + 1
    seat.token_hash = hash_of(tokens.seat_token(session, seat))
    seat.save(update_fields=["owner", "is_taken", "claims", "token_hash"])


def _is_hidden(session: MutationSession) -> bool:
    phase = MutationSession.objects.values_list("phase", flat=True).get(pk=session.pk)
    return phase in (MutationSession.Phase.DRAFT, MutationSession.Phase.DECKS)


def of_secret(session: MutationSession, secret: str) -> SessionSeat:
    """The seat of a seat's own link. Raises ``RequestRefused``."""
    hashed = hash_of(secret)
    seat = session.seats.filter(token_hash=hashed, is_taken=True, kind=SessionSeat.Kind.PERSON).first()
    if seat is None:
        raise not_found()
    return seat


@transaction.atomic
def take_over(session: MutationSession, secret: str, owner: Owner) -> SessionSeat:
    """A seat's own link: whoever has it holds the seat from now on. Raises ``RequestRefused``."""
    lock_row(MutationSession, session.pk)
    seat = of_secret(session, secret)
    if session.sees_all and session.is_owned_by(owner) and _is_hidden(session):
        raise RequestRefused(403, "organiser-sees", "who sees every hand does not play")
    seat.owner = owner
    seat.save(update_fields=["owner"])
    changed(session)
    return seat


@transaction.atomic
def free(session: MutationSession, letter: str) -> None:
    """Frees a seat: its link is void, somebody else may take it. Raises ``RequestRefused``."""
    lock_row(MutationSession, session.pk)
    seat = session.seats.filter(letter=letter).first()
    if seat is None or not seat.is_taken:
        raise RequestRefused(422, "seat-free", f"nobody has seat {letter}")
    seat.owner, seat.is_taken, seat.token_hash = None, False, ""
    seat.save(update_fields=["owner", "is_taken", "token_hash"])
    changed(session)


@transaction.atomic
def put_bot(session: MutationSession, letter: str, level: str) -> None:
    """Has a bot take a free seat, or with level "" leave one. Raises ``RequestRefused``."""
    lock_row(MutationSession, session.pk)
    seat = session.seats.filter(letter=letter).first()
    if seat is None or seat.is_taken:
        raise RequestRefused(422, "seat-taken", f"somebody has taken seat {letter}")
    seat.kind, seat.level = (SessionSeat.Kind.BOT, level) if level else (SessionSeat.Kind.PERSON, "")
    seat.save(update_fields=["kind", "level"])
    changed(session)


def renew_invitation(session: MutationSession) -> None:
    """Makes the link void that was given away; there is another one."""
    MutationSession.objects.filter(pk=session.pk).update(invitations=F("invitations") + 1, changes=F("changes") + 1)
    session.refresh_from_db(fields=["invitations", "changes"])
