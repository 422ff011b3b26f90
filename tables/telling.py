"""Whether somebody still has to be told of a game, and in which words: the same for browsers and for addresses."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from contract.seating import names_in
from tables.models import GameSeat, LiveGame, StreamPresence
from tables.stream_limits import GONE_AFTER


def is_anybody_told() -> bool:
    """Whether this site tells anybody of turns who has no page of it open."""
    return bool(settings.VAPID_PRIVATE_KEY or settings.WEBHOOKS)


def seats_concerned(game: LiveGame, owner: UUID, seat_names: str, turn: datetime, *, begins: bool) -> list[str]:
    """The names of the owner's seats that are waited for still; none when the game has gone on since ``turn``.

    With ``begins`` the game has just begun, which concerns all of them.
    """
    if game.status == LiveGame.Status.OVER or (game.turn_began != turn and not begins):
        return []
    seats = GameSeat.objects.filter(game=game)
    about = names_in(seat_names, seats.values_list("seat_name", flat=True))
    own = seats.filter(owner=owner, has_left=False, is_taken=True)
    concerned = [seat_name for seat_name in own.values_list("seat_name", flat=True) if seat_name in about]
    return [seat_name for seat_name in concerned if begins or seat_name in game.acting]


def is_looking(game: LiveGame, owner: UUID) -> bool:
    """Whether an owner has the game open in some window, at whichever of their seats."""
    own = GameSeat.objects.filter(game=game, owner=owner).values("seat_name")
    since = timezone.now() - GONE_AFTER
    return StreamPresence.objects.filter(game=game, seat__in=own, heartbeat_at__gt=since).exists()


def title_of(*, is_turn: bool, begins: bool) -> str:
    """What is told, in a sentence, in the language of the moment."""
    if not begins:
        return _("It's your turn.")
    return _("Your game has started: it's your turn.") if is_turn else _("Your game has started.")
