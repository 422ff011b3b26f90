"""Whom accounts follow, whom they block, and the seats that they offer one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from accounts.models import Owner
from tables.models.games import GameSeat


class Relation(models.Model):
    """That an account follows another one, or blocks it: one of both, or neither."""

    class Kind(models.TextChoices):
        FOLLOW = "follow"
        BLOCK = "block"

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="relations")
    other = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    since = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        owner_id: str
        other_id: str

    class Meta:
        ordering = ("-since", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("owner", "other"), name="one_relation_to_another"),
            models.CheckConstraint(condition=~models.Q(owner=models.F("other")), name="no_relation_to_oneself"),
        )

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"


class Challenge(models.Model):
    """An open seat that its game's creator offers to one account. A refused one stays as long as its seat, so that
    whoever asked is told."""

    seat = models.OneToOneField(GameSeat, models.CASCADE, related_name="challenge")
    challenger = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    challenged = models.ForeignKey(Owner, models.CASCADE, related_name="challenges")
    is_declined = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        challenger_id: str
        challenged_id: str

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.challenger_id} to {self.challenged_id}: {self.seat}"
