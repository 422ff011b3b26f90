"""Seats' tokens and invitations of all games, ended at once (``manage.py end_all_sessions``)."""

from __future__ import annotations

from django.db import transaction

from operations.ending import endings
from tables import tokens
from tables.models import Gathering, LiveGame
from web.idempotency import answers_about

SLICE = 200  # games in one transaction


def end_seat_secrets() -> int:
    """Gives all games other secrets: a seat is then had by whoever it belongs to, and by a new link from them.

    Answers that were kept for whoever asks again go too, for they would be given with the new secrets.
    """
    answers_about(LiveGame).delete()
    last = count = 0
    while keys := list(LiveGame.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:SLICE]):
        last = keys[-1]
        with transaction.atomic():
            for game in LiveGame.objects.select_for_update().filter(pk__in=keys).order_by("pk"):
                count += _renew(game)
    return count


def _renew(game: LiveGame) -> int:
    game.nonce = tokens.new_nonce()
    LiveGame.objects.filter(pk=game.pk).update(nonce=game.nonce)
    renewed = 0
    for seat in game.seats.all():
        if seat.token_hash:
            seat.token_hash = tokens.hash_of(tokens.seat_token(game, seat.seat_name, seat.claims))
        if seat.invitation_hash:
            seat.invitation_hash = tokens.hash_of(tokens.invitation(game, seat.seat_name))
        if seat.token_hash or seat.invitation_hash:
            seat.save(update_fields=["token_hash", "invitation_hash"])
            renewed += 1
    return renewed


def end_invitations() -> int:
    """Gives all tables that wait for several other invitations."""
    for gathering in Gathering.objects.all():
        Gathering.objects.filter(pk=gathering.pk).update(nonce=tokens.new_nonce())
    return Gathering.objects.count()


def start() -> None:
    """Has it done when a host asks for it."""
    endings.register("Seats of games", end_seat_secrets)
    endings.register("Tables that wait", end_invitations)
