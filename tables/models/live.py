"""Models of what streams send beside the log: notices, and who is there."""

from __future__ import annotations

from django.db import models

from tables.models.games import LiveGame


class GameNotice(models.Model):
    """Something that is no part of the log: an offer, an answer, a phrase, somebody who came or went. Kept a day."""

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="notices")
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.game}: {self.data.get('kind')}"


class StreamPresence(models.Model):
    """An open stream. It counts while its process beats; ``seat`` is empty for a spectator.

    A page gives signs of life, and says when nobody looks at it; other clients do neither, and are never away.
    """

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="+")
    seat = models.CharField(max_length=40, blank=True)
    client = models.CharField(max_length=64, db_index=True)  # a keyed hash, as the address
    address = models.CharField(max_length=64, db_index=True, default="", db_default="")
    process = models.CharField(max_length=80)
    heartbeat_at = models.DateTimeField()
    is_away = models.BooleanField(default=False, db_default=False)
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.game}, {self.seat}"
