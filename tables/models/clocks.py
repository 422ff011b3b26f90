"""Games with clocks: the job that looks when time is up, and days on which a player's clock stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from background.models import Job
from tables.models.games import LiveGame


class TimeoutCheck(Job):
    """That a game's clocks are to be looked at when the next one runs out: one for each game.

    ``due`` is the moment for which its task waits, or an earlier one.
    """

    task = "tables.tasks.check_time"

    game = models.OneToOneField(LiveGame, models.CASCADE, related_name="+")
    due = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.game}: {self.due}"

    @property
    def priority(self) -> int:
        """Before all that may wait: a player looks at the clock."""
        return 50

    @property
    def progress(self) -> tuple[float, float]:
        """There is nothing to count."""
        return 0, 0


class DayOff(models.Model):
    """A day, in UTC, on which an account's clocks stand still in games by post. It counts from ``made`` on."""

    part_of = "owner"
    names: ClassVar = (_("day off"), _("days off"))

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    day = models.DateField()
    made = models.DateTimeField()

    if TYPE_CHECKING:
        owner_id: UUID

    class Meta:
        verbose_name = _("day off")
        verbose_name_plural = _("days off")
        ordering = ("day",)
        constraints = (models.UniqueConstraint(fields=("owner", "day"), name="a_day_off_once"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.day}"
