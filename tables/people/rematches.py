"""Rematches that somebody is asked for, wherever they are on the site."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Owner
from tables.models import GameSeat, LiveGame, Relation
from tables.summaries import holder_name


def seats_asked_for_rematch(owner: UUID) -> QuerySet[GameSeat]:
    """The seats that others ask for a rematch, none of whom the owner blocks or is blocked by."""
    own = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, is_taken=True)
    seats = GameSeat.objects.filter(game=OuterRef("game"))
    blocks = Relation.objects.filter(kind=Relation.Kind.BLOCK)
    blocked = seats.filter(owner__in=blocks.filter(owner=owner).values("other"))
    blocking = seats.filter(owner__in=blocks.filter(other=owner).values("owner"))
    return own.asked_for_rematch().exclude(Exists(blocked)).exclude(Exists(blocking)).order_by()


def rematches_for(owner: Owner | None) -> list[tuple[LiveGame, str]]:
    """The games whose opponents ask for a rematch, with who asks first, the latest first."""
    if owner is None:
        return []
    games = LiveGame.objects.filter(pk__in=seats_asked_for_rematch(owner.pk).values("game")).order_by("-updated", "-pk")
    return [(game, _name_in(game, game.offers[0]["by"])) for game in games.prefetch_related("seats__owner__user")]


def _name_in(game: LiveGame, seat_name: str) -> str:
    return next((holder_name(seat) for seat in game.seats.all() if seat.seat_name == seat_name), "")
