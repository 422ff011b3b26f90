"""Seats: taken by the session's link without an account, taken over by their own link, freed by the organiser.

While hands are hidden, whoever organises a session or has a seat in it takes no seat that was another's: they would see
a hand that was not theirs. All that happens to seats is written down for everybody to read (``SeatChange``).
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.locks import lock_row
from accounts.models import Owner
from mutation import tokens
from mutation.models import MutationSession, SeatChange, SessionSeat
from tables.tokens import hash_of
from web.refusals import RequestRefused, not_found

Kind = SeatChange.Kind


def changed(session: MutationSession) -> None:
    """Notes that something beside the ledger has changed, for whoever looks."""
    MutationSession.objects.filter(pk=session.pk).update(changes=F("changes") + 1)


@transaction.atomic
def claim(session: MutationSession, letter: str, invitation: str, owner: Owner) -> SessionSeat:
    """Takes a free seat. Raises ``RequestRefused``: ``not-found``, ``seat-taken``, and those of ``_check_taker``."""
    if not tokens.is_invitation(session, invitation):
        raise not_found()
    lock_row(MutationSession, session.pk)
    seat = session.seats.filter(letter=letter).first()
    if seat is None:
        raise not_found()
    if seat.is_taken and seat.owner_id == owner.pk:
        return seat
    _check_taker(session, seat, owner)
    if not seat.is_free:
        raise RequestRefused(409, "seat-taken", f"seat {letter} is already taken")
    hold(session, seat, owner)
    changed(session)
    return seat


def hold(session: MutationSession, seat: SessionSeat, owner: Owner) -> None:
    """Gives a free seat to an owner, with a new token."""
    seat.is_passed_on = _is_anothers(seat, owner)
    seat.owner, seat.is_taken, seat.claims = owner, True, seat.claims + 1
    seat.token_hash = hash_of(tokens.seat_token(session, seat))
    seat.save(update_fields=["owner", "is_taken", "claims", "token_hash", "is_passed_on"])
    _log(session, seat, Kind.TAKEN, owner)


def is_hidden(session: MutationSession) -> bool:
    """Whether hands and decks are hidden now."""
    return MutationSession.objects.values_list("phase", flat=True).get(pk=session.pk) in MutationSession.HIDDEN


def _check_taker(session: MutationSession, seat: SessionSeat, owner: Owner) -> None:
    """While hands are hidden, refuses who would see one that is not theirs.

    Raises ``RequestRefused``: ``organiser-sees`` (they know every hand), ``seat-was-anothers`` (whoever organises or
    has another seat takes none that was another's, nor one more beside such a seat).
    """
    if not is_hidden(session):
        return
    organises = session.is_owned_by(owner)
    if session.sees_all and organises:
        raise RequestRefused(403, "organiser-sees", "who sees every hand does not play")
    others = _held_by(session, owner, seat)
    if not organises and not others:
        return
    if _is_anothers(seat, owner) or any(held_seat.is_passed_on for held_seat in others):
        raise RequestRefused(403, "seat-was-anothers", f"the hand of seat {seat.letter} is not theirs to see")


def _held_by(session: MutationSession, owner: Owner, but: SessionSeat) -> list[SessionSeat]:
    held = session.seats.filter(owner=owner, is_taken=True, kind=SessionSeat.Kind.PERSON)
    return list(held.exclude(pk=but.pk).order_by("letter"))


def _is_anothers(seat: SessionSeat, owner: Owner) -> bool:
    """Whether somebody else, or a bot, has had the seat before this owner would."""
    if seat.is_passed_on or not seat.claims:
        return seat.is_passed_on
    if seat.is_taken:
        return seat.owner_id != owner.pk
    latest = seat.session.seat_changes.filter(letter=seat.letter, kind__in=(Kind.TAKEN, Kind.MOVED, Kind.FREED)).last()
    return latest is None or latest.owner_id != owner.pk


def _log(session: MutationSession, seat: SessionSeat, kind: str, owner: Owner | None = None) -> None:
    held = ""
    if owner is not None:
        held = "".join(held_seat.letter for held_seat in _held_by(session, owner, seat))
        held += SeatChange.ORGANISES if session.is_owned_by(owner) else ""
    SeatChange.objects.create(session=session, letter=seat.letter, kind=kind, owner=owner, held=held)


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
    if seat.owner_id == owner.pk:
        return seat
    _check_taker(session, seat, owner)
    seat.is_passed_on = True
    seat.owner = owner
    seat.save(update_fields=["owner", "is_passed_on"])
    _log(session, seat, Kind.MOVED, owner)
    changed(session)
    return seat


@transaction.atomic
def free(session: MutationSession, letter: str) -> None:
    """Frees a seat: its link is void, somebody else may take it. Raises ``RequestRefused``."""
    lock_row(MutationSession, session.pk)
    seat = session.seats.select_related("owner").filter(letter=letter).first()
    if seat is None or not seat.is_taken:
        raise RequestRefused(422, "seat-free", f"nobody has seat {letter}")
    _free(session, seat, Kind.FREED)
    changed(session)


def _free(session: MutationSession, seat: SessionSeat, kind: str) -> None:
    _log(session, seat, kind, seat.owner)
    seat.owner, seat.is_taken, seat.token_hash = None, False, ""
    seat.save(update_fields=["owner", "is_taken", "token_hash"])


@transaction.atomic
def put_bot(session: MutationSession, letter: str, level: str) -> None:
    """Has a bot take a free seat, or with level "" leave one. Raises ``RequestRefused``."""
    lock_row(MutationSession, session.pk)
    seat = session.seats.filter(letter=letter).first()
    if seat is None or seat.is_taken:
        raise RequestRefused(422, "seat-taken", f"seat {letter} is already taken")
    if seat.is_bot != bool(level):
        seat.claims += 1  # its hand is no longer nobody's
        _log(session, seat, Kind.BOT if level else Kind.BOT_FREED)
    seat.kind, seat.level = (SessionSeat.Kind.BOT, level) if level else (SessionSeat.Kind.PERSON, "")
    seat.save(update_fields=["kind", "level", "claims"])
    changed(session)


def renew_invitation(session: MutationSession) -> None:
    """Makes the link void that was given away; there is another one."""
    MutationSession.objects.filter(pk=session.pk).update(invitations=F("invitations") + 1, changes=F("changes") + 1)
    session.refresh_from_db(fields=["invitations", "changes"])


def merge(guest: Owner, owner: Owner) -> None:
    """Gives an account the seats of a guest who signs in, and takes from it those that they could not have taken."""
    keys = set(SessionSeat.objects.filter(owner=guest).values_list("session", flat=True))
    keys |= set(MutationSession._base_manager.filter(owner=owner, seats__owner=owner).values_list("pk", flat=True))
    for key in sorted(keys):
        lock_row(MutationSession, key)
    SessionSeat.objects.filter(owner=guest).update(owner=owner)
    SeatChange.objects.filter(owner=guest).update(owner=owner)
    for session in MutationSession._base_manager.filter(pk__in=keys, phase__in=MutationSession.HIDDEN):
        seats = list(session.seats.select_related("owner").filter(owner=owner, is_taken=True).order_by("letter"))
        organises = session.is_owned_by(owner)
        for seat in seats:
            if (organises and session.sees_all) or (seat.is_passed_on and (organises or len(seats) > 1)):
                _free(session, seat, Kind.MERGED)
                changed(session)
