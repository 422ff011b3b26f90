"""Whom people follow, mute and block, players and authors alike, and the seats that accounts offer one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from tables.models.games import GameSeat


class Relation(models.Model):
    """That somebody follows an account, mutes it (reads nothing that it says at tables) or blocks it: one at a time.

    Guests follow and mute too, and can be muted.

    ``seen_at`` is when they last saw what the other one has published.
    """

    part_of = "owner"  # goes along when its owner takes everything
    names: ClassVar = (_("player you follow, mute or block"), _("players you follow, mute or block"))

    class Kind(models.TextChoices):
        FOLLOW = "follow"
        MUTE = "mute"
        BLOCK = "block"

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="relations")
    other = models.ForeignKey(Owner, models.CASCADE, related_name="related_by")
    kind = models.CharField(max_length=6, choices=Kind)
    since = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(default=timezone.now, db_default=Now())

    if TYPE_CHECKING:
        owner_id: str
        other_id: str

    class Meta:
        verbose_name = _("player you follow, mute or block")
        verbose_name_plural = _("players you follow, mute or block")
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
