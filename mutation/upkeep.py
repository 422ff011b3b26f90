"""The daily sweep: sessions of guests that were never begun, and messages that were sent.

A session in which anything was entered is kept for good, under its link.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from background.upkeep import register
from mutation.models import MutationSession, SessionMessage, SessionSeat

MESSAGES_FOR: Final = timedelta(days=1)
NEVER_BEGUN_FOR: Final = timedelta(days=30)


def sweep_sessions() -> int:
    """Deletes the sessions of guests in which nobody has entered anything; how many those were."""
    of_accounts = SessionSeat.objects.filter(owner__user__isnull=False).values("session")
    old = MutationSession.objects.filter(
        version=0, owner__user__isnull=True, updated__lt=timezone.now() - NEVER_BEGUN_FOR
    ).exclude(pk__in=of_accounts)
    return sum(session.delete()[0] > 0 for session in list(old))


def sweep_messages() -> int:
    """Deletes messages to browsers that were sent or dropped; how many those were."""
    old = SessionMessage.objects.filter(asked__lt=timezone.now() - MESSAGES_FOR)
    return old.exclude(state__in=SessionMessage.BUSY).delete()[0]


def start() -> None:
    register("messages about Mutation sessions", sweep_messages)
    register("Mutation sessions that were never begun", sweep_sessions)
