"""What is going on at the moment, for those who run the site."""

from __future__ import annotations

from django.db.models import Count
from django.utils import timezone

from tables.models import LiveGame, StreamPresence
from tables.stream_limits import GONE_AFTER


def games_by_status() -> dict[str, int]:
    return dict(LiveGame.objects.order_by().values_list("status").annotate(Count("pk")))


def open_streams() -> dict[str, int]:
    """How many streams are open in all processes, of seats and of spectators."""
    there = StreamPresence.objects.filter(heartbeat_at__gt=timezone.now() - GONE_AFTER)
    spectators = there.filter(seat="").count()
    return {"seat": there.count() - spectators, "spectator": spectators}
