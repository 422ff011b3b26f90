"""Somebody's games: which wait for them, and how each stands."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Owner
from tables.models import GameSeat, LiveGame
from tables.people.rematches import seats_asked_for_rematch
from web.statements import PreparedCount

_GOES_ON: Final = (LiveGame.Status.DRAFT, LiveGame.Status.TERMS, LiveGame.Status.PLAY)


def games_of(owner: Owner | None) -> QuerySet[LiveGame]:
    """All games that somebody has a seat in, or has made, the latest first; moments of the first game are none."""
    if owner is None:
        return LiveGame.objects.none()
    seats = GameSeat.objects.filter(owner=owner).order_by().values("game")
    made = LiveGame.objects.filter(creator=owner).order_by().values("pk")
    # As one list of keys: with OR a database reads all games that are over to find somebody's own.
    games = LiveGame.objects.filter(pk__in=seats.union(made), first_game_moment=None)
    return games.order_by("-updated", "-pk")


def waiting_games(owner: Owner | None) -> QuerySet[LiveGame]:
    """The games in which it is somebody's turn, the latest first."""
    if owner is None:
        return LiveGame.objects.none()
    return LiveGame.objects.filter(pk__in=_turns(owner.pk).values("game")).order_by("-updated", "-pk")


def count_turns(owner: Owner | None) -> int:
    """How many games with other people, challenges and rematches wait for somebody: one query, none for strangers."""
    return 0 if owner is None else _count_turns(owner.pk)


def _turns(owner: UUID) -> QuerySet[GameSeat]:
    """The seats of an owner, named by the key, whose turn it is."""
    own = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, is_taken=True, has_left=False)
    own = own.filter(game__first_game_moment=None)
    return own.to_act().filter(game__status__in=_GOES_ON).order_by()


def _others(owner: UUID) -> QuerySet[GameSeat]:
    """The seats of other people in the game of a seat (``OuterRef``)."""
    people = GameSeat.objects.filter(game=OuterRef("game"), kind=GameSeat.Kind.PERSON)
    return people.filter(Q(owner=None) | ~Q(owner=owner)).order_by()


def _challenges(owner: UUID) -> QuerySet[GameSeat]:
    """The seats that somebody is challenged to take."""
    offered = GameSeat.objects.filter(challenge__challenged=owner, challenge__is_declined=False, is_taken=False)
    return offered.exclude(game__status=LiveGame.Status.OVER).order_by()


_count_turns: Final = PreparedCount(
    lambda owner: (
        _turns(owner)
        .filter(Exists(_others(owner)))
        .values("game")
        .union(_challenges(owner).values("game"), seats_asked_for_rematch(owner).values("game"))
    ),
    UUID,
)
