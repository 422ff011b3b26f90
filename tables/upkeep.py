"""The daily sweep: notices, and games of guests that nobody plays."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from background.upkeep import register
from tables.models import (
    GameNotice,
    GameSeat,
    Gathering,
    LiveGame,
    PeopleMessage,
    PushSubscription,
    StrangerWait,
    StreamPresence,
    TurnMessage,
    WebhookEvent,
)

NOTICES_FOR: Final = timedelta(days=1)
NEVER_BEGUN_FOR: Final = timedelta(days=7)  # a game whose open seats nobody has taken
ABANDONED_FOR: Final = timedelta(days=60)  # a game of guests that does not go on
UNSEEN_FOR: Final = timedelta(days=180)  # a browser that has asked for messages, and never came back
EVENTS_FOR: Final = timedelta(days=14)  # what addresses were told, for their owners to look at
OVER_FOR: Final = timedelta(days=180)  # a game of guests that has ended


def sweep_games() -> int:
    """Deletes the games in which no account has a seat, and that nobody has gone on with; how many those were."""
    now = timezone.now()
    of_accounts = GameSeat.objects.filter(owner__user__isnull=False).values("game")
    old = (
        Q(status=LiveGame.Status.WAITING, updated__lt=now - NEVER_BEGUN_FOR)
        | Q(status=LiveGame.Status.OVER, updated__lt=now - OVER_FOR)
        | Q(updated__lt=now - ABANDONED_FOR) & ~Q(status=LiveGame.Status.OVER)
    )
    games = LiveGame.objects.filter(old).exclude(pk__in=of_accounts)
    return sum(LiveGame.objects.filter(pk=key).delete()[0] > 0 for key in list(games.values_list("pk", flat=True)))


def sweep_traces() -> int:
    """Deletes what was only for the moment; how much that was."""
    now = timezone.now()
    return (
        GameNotice.objects.filter(at__lt=now - NOTICES_FOR).delete()[0]
        + StreamPresence.objects.filter(heartbeat_at__lt=now - NOTICES_FOR).delete()[0]
        + Gathering.objects.filter(game=None, created__lt=now - NEVER_BEGUN_FOR).delete()[0]
        + StrangerWait.objects.filter(seen__lt=now - NOTICES_FOR).delete()[0]
        + TurnMessage.objects.filter(turn__lt=now - NOTICES_FOR).exclude(state__in=TurnMessage.BUSY).delete()[0]
        + PeopleMessage.objects.filter(at__lt=now - NOTICES_FOR).exclude(state__in=PeopleMessage.BUSY).delete()[0]
        + WebhookEvent.objects.filter(created__lt=now - EVENTS_FOR).exclude(state__in=WebhookEvent.BUSY).delete()[0]
        + PushSubscription.objects.filter(seen__lt=now - UNSEEN_FOR).delete()[0]
    )


def start() -> None:
    register("games that nobody plays", sweep_games)
    register("notices of games", sweep_traces)
