"""The open games that people may join."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import CharField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Owner
from contract.seating import names_in
from tables.models import GameSeat, Gathering, LiveGame, StrangerWait
from tables.people.services import blocked_with
from tables.summaries import GameSummary, holder_name, summary_of, summary_of_request, summary_of_wait

# Browsers let a page in the background ask once a minute; whoever has not asked for longer is gone.
THERE_FOR: Final = timedelta(seconds=100)
LISTED_FOR: Final = timedelta(days=14)
MAX_LISTED: Final = 50


@dataclass(frozen=True)
class OpenGame:
    """A game of the lobby: who sits there, how many seats are free, whether the one who looks has one of them."""

    game: LiveGame
    summary: GameSummary
    names: tuple[str, ...]
    free: int
    is_own: bool  # created by the one who looks
    is_seated: bool

    @property
    def is_new(self) -> bool:
        """Whether it was opened less than a minute ago."""
        return timezone.now() - self.game.created < timedelta(minutes=1)


@dataclass(frozen=True)
class OpenWait:
    """Somebody who waits for a stranger, and for what."""

    wait: StrangerWait
    summary: GameSummary
    is_own: bool
    brings_deck: bool


def open_games(owner: Owner | None) -> list[OpenGame]:
    """The games with a seat that anybody may take, the latest first."""
    listed = []
    shown = _listed().exclude(creator__in=blocked_with(owner))
    for game in shown.prefetch_related("seats__owner__user").order_by("-created")[:MAX_LISTED]:
        seats = list(game.seats.all())
        free = len(free_seats(game, seats))
        if free:
            own = owner is not None and any(seat.owner_id == owner.pk for seat in seats)
            is_own = owner is not None and game.creator_id == owner.pk
            names = tuple(name for seat in seats if (name := holder_name(seat)))
            listed.append(OpenGame(game, summary_of(game), names, free, is_own, own))
    return listed


@dataclass(frozen=True)
class OpenGathering:
    """A game to which whoever joins brings a deck: who has come, how many seats are free, whether one is one's own."""

    gathering: Gathering
    summary: GameSummary
    names: tuple[str, ...]
    free: int
    is_own: bool


def open_gatherings(owner: Owner | None) -> list[OpenGathering]:
    """The games that wait for decks, with a seat that anybody may take, the latest first."""
    listed = []
    shown = _listed_gatherings().exclude(owner__in=blocked_with(owner))
    for gathering in shown.prefetch_related("seats__owner__user")[:MAX_LISTED]:
        seats = list(gathering.seats.all())
        listed_here = names_in(gathering.listed, [seat.seat_name for seat in seats])
        free = sum(seat.is_free and seat.seat_name in listed_here for seat in seats)
        if free:
            holders = {gathering.owner_id, *(seat.owner_id for seat in seats)}
            names = tuple(name for seat in seats if (name := holder_name(seat)))
            is_own = owner is not None and owner.pk in holders
            listed.append(OpenGathering(gathering, summary_of_request(gathering.asked), names, free, is_own))
    return listed


def gatherings_of(owner: Owner | None) -> list[tuple[Gathering, GameSummary]]:
    """The games that somebody waits for with others who bring decks."""
    if owner is None:
        return []
    own_gatherings = Gathering.objects.filter(
        Q(owner=owner) | Q(seats__owner=owner), game=None, is_called_off=False
    ).distinct()
    return [(gathering, summary_of_request(gathering.asked)) for gathering in own_gatherings]


def _listed_gatherings() -> QuerySet[Gathering]:
    recent = timezone.now() - LISTED_FOR
    return Gathering.objects.filter(game=None, created__gt=recent).exclude(listed="")


def free_seats(game: LiveGame, seats: list[GameSeat]) -> list[GameSeat]:
    """The seats of a game that the lobby offers and nobody has taken."""
    listed = names_in(game.listed, [seat.seat_name for seat in seats])
    return [seat for seat in seats if seat.seat_name in listed and not seat.is_taken]


def count_open_games() -> int:
    return _listed().count() + _listed_gatherings().count() + waiting_strangers().count()


def waiting_strangers() -> QuerySet[StrangerWait]:
    """Those who wait now, the one who came first in front."""
    now = timezone.now()
    there = (now - THERE_FOR, now + THERE_FOR)
    return StrangerWait.objects.filter(game=None, seen__range=there).order_by("since", "pk")


def open_waits(owner: Owner | None) -> list[OpenWait]:
    own = None if owner is None else owner.pk
    shown = waiting_strangers().exclude(owner__in=blocked_with(owner))
    return [
        OpenWait(wait, summary_of_wait(wait), wait.owner_id == own, wait.deck is not None)
        for wait in shown.select_related("owner__user")[:MAX_LISTED]
    ]


def _listed() -> QuerySet[LiveGame]:
    recent = timezone.now() - LISTED_FOR
    waiting = LiveGame.objects.filter(status=LiveGame.Status.WAITING, created__gt=recent).exclude(listed="")
    free = GameSeat.objects.filter(game=OuterRef("pk"), is_taken=False)
    # No name of a seat has another one's of the same game in it.
    offered = free.alias(listed=ExpressionWrapper(OuterRef("listed"), CharField()))
    return waiting.filter(Exists(offered.filter(listed__contains=F("seat_name"))))
