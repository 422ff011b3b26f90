"""Seats that change hands: taken over by their own link, and taken back by whoever sat down first.

A seat has no account that it belongs to, so whoever has its token can hold it. Whoever held it before its first move is
its owner for good: they can always take it back, with a new secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.locks import lock_row
from accounts.models import Owner
from tables import tokens
from tables.models import GameSeat, LiveGame, SeatMove
from tables.services.log import add_notice
from web.refusals import not_found

MOVED = "seat-moved"  # a notice that is sent to nobody: streams look whether their seat is still theirs


class LostSeat(NamedTuple):
    """A seat that somebody held and holds no more; whether it is theirs to take back."""

    seat_name: str
    since: datetime
    is_theirs: bool


def seat_of_secret(game: LiveGame, secret: str) -> GameSeat:
    """The seat of a seat's own link. Raises ``RequestRefused``."""
    hashed = tokens.hash_of(secret)
    seat = game.seats.filter(token_hash=hashed, is_taken=True, kind=GameSeat.Kind.PERSON).first() if secret else None
    if seat is None:
        raise not_found()
    return seat


@transaction.atomic
def take_over(game: LiveGame, secret: str, owner: Owner) -> GameSeat:
    """Whoever has a seat's own link holds it from now on. Raises ``RequestRefused``."""
    lock_row(LiveGame, game.pk)
    seat = seat_of_secret(game, secret)
    if seat.owner_id != owner.pk:
        _move(game, seat, owner, is_taken_back=False)
    return seat


@transaction.atomic
def take_back(game: LiveGame, seat_name: str, owner: Owner) -> GameSeat:
    """Gives a seat back to whoever sat down first, or keeps it with whoever holds it, under a new secret.

    All who have the old token or link are out at once. Raises ``RequestRefused`` for anybody else.
    """
    lock_row(LiveGame, game.pk)
    seat = game.seats.filter(seat_name=seat_name, is_taken=True, kind=GameSeat.Kind.PERSON).first()
    if seat is None or (seat.owner_id != owner.pk and _first_holder(seat) != owner.pk):
        raise not_found()
    seat.claims += 1
    seat.token_hash = tokens.hash_of(tokens.seat_token(game, seat.seat_name, seat.claims))
    _move(game, seat, owner, is_taken_back=True)
    return seat


def _move(game: LiveGame, seat: GameSeat, owner: Owner, *, is_taken_back: bool) -> None:
    former = seat.owner_id
    SeatMove.objects.create(
        seat=seat, former_id=former, was_held=former is not None, owner=owner, is_taken_back=is_taken_back
    )
    seat.owner = owner
    if owner.name_at_tables and former != owner.pk:  # a guest who has said nothing is most likely the same person
        seat.player_name = owner.player_name
    seat.save(update_fields=["owner", "player_name", "claims", "token_hash"])
    add_notice(game, {"kind": MOVED, "seat": seat.seat_name})


def _first_holder(seat: GameSeat) -> object:
    first = seat.moves.order_by("pk").first()
    if first is None:
        return seat.owner_id
    return first.former_id if first.was_held or first.former_id is not None else first.owner_id


def lost_seats(game: LiveGame, owner: Owner | None) -> list[LostSeat]:
    """The seats that somebody held in this browser or with this account, and that another one holds now."""
    if owner is None:
        return []
    seats = game.seats.filter(moves__former=owner, is_taken=True, kind=GameSeat.Kind.PERSON).exclude(owner=owner)
    return [
        LostSeat(seat.seat_name, seat.moves.latest("pk").at, _first_holder(seat) == owner.pk)
        for seat in seats.order_by("pk").distinct()
    ]


def moves_of(seats: Iterable[GameSeat]) -> list[SeatMove]:
    """When which seat of a game changed hands, the last first."""
    return list(SeatMove.objects.filter(seat__in=list(seats)).select_related("seat").order_by("-pk")[:20])
