"""How far somebody is in the guided first game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from tables.models.games import LiveGame


class FirstGame(models.Model):
    """Somebody's progress in the first game, one for each owner.

    ``done`` are the slugs of the moments whose point was shown, ``lessons`` those of the board's lessons that were
    looked at. ``table`` is the game of the moment that was sat down to last, ``game`` the real one that followed.
    """

    part_of = "owner"
    names: ClassVar = (_("first game"), _("first games"))

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="+")
    done = models.JSONField(default=list)
    lessons = models.JSONField(default=list)
    table = models.OneToOneField(LiveGame, models.SET_NULL, null=True, blank=True, related_name="first_game_moment")
    game = models.ForeignKey(LiveGame, models.SET_NULL, null=True, blank=True, related_name="+")
    explains = models.BooleanField(default=True)  # whether the bot of the real game does

    if TYPE_CHECKING:
        table_id: int | None
        game_id: int | None

    class Meta:
        verbose_name = _("first game")
        verbose_name_plural = _("first games")

    def __str__(self) -> str:
        return f"{self.owner}: {len(self.done)}"
