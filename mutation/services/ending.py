"""Seats' tokens and invitations of all Mutation sessions, ended at once (``manage.py end_all_sessions``)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from mutation import tokens
from mutation.models import MutationSession, SessionSeat
from operations.ending import endings
from tables.tokens import hash_of


def end_seat_secrets() -> int:
    """Gives all seats that somebody has another token, and all sessions another invitation. What bots leave to chance
    stays as it is: the sessions keep their random bits."""
    MutationSession.objects.update(invitations=F("invitations") + 1)
    seats = SessionSeat.objects.exclude(token_hash="")
    count = 0
    for key in list(seats.values_list("pk", flat=True)):
        with transaction.atomic():
            for seat in seats.select_for_update().filter(pk=key):
                seat.claims += 1
                seat.token_hash = hash_of(tokens.seat_token(seat.session, seat))
                seat.save(update_fields=["claims", "token_hash"])
                count += 1
    return count


def start() -> None:
    """Has it done when a host asks for it."""
    endings.register("Seats of Mutation sessions", end_seat_secrets)
