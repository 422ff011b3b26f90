"""Somebody's try at a day's deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from tables.models import LiveGame


class DealTry(models.Model):
    """The one game of an owner at a day's deal. It stays when the game itself is swept away.

    ``score`` is 1, 0.5 or 0, None while it is played; ``turns`` are the player's, ``hp`` of their Fort or, as long as
    ``has_bastion``, of their Bastion. ``helped``: something shown was taken back, so it has no place in the table.
    """

    part_of = "owner"
    names = (_("deal of a day"), _("deals of days"))

    day = models.DateField()
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    game = models.OneToOneField(LiveGame, models.SET_NULL, null=True, blank=True, related_name="+")
    score = models.FloatField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(default=0)
    hp = models.PositiveSmallIntegerField(default=0)
    has_bastion = models.BooleanField(default=False)
    helped = models.BooleanField(default=False)
    begun = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        owner_id: str
        game_id: int | None

    class Meta:
        verbose_name = _("deal of a day")
        verbose_name_plural = _("deals of days")
        ordering = ("-day", "pk")
        constraints = (models.UniqueConstraint(fields=("day", "owner"), name="one_try_a_day"),)
        indexes = (models.Index(fields=("day", "-score", "turns"), name="the_table_of_a_day"),)

    def __str__(self) -> str:
        return f"{self.day}: {self.score}"
