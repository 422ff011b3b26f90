"""A score sheet, what was written on it line by line, and the tables whose games it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned
from tables.models import LiveGame


class ScoreSheet(Owned):
    """A sheet of a kind of ``scores.kinds``. Its entries are the truth; all points follow by the engine.

    ``setup`` are the players by name and what else is settled before the first game, as the kind has it. ``version`` is
    the number of the last entry, ``is_over`` whether the sheet has its end.
    """

    class Kind(models.TextChoices):
        CURRICULUM = "curriculum", _("Curriculum")
        CHAMPIONSHIP = "championship", _("Championship")
        PAD = "pad", _("Score pad to 1,000")

    kind = models.CharField(max_length=12, choices=Kind)
    name = models.CharField(max_length=60, blank=True)
    setup = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    is_over = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")
        ordering = ("-updated",)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("scores:sheet", args=[self.token])

    @property
    def title(self) -> str:
        """Its name, else its kind."""
        return self.name or str(self.get_kind_display())

    @property
    def players(self) -> list[str]:
        names: list[str] = self.setup["players"]
        return names


class SheetEntry(models.Model):
    """A line of a sheet. Lines are only ever added.

    ``data`` is what was written, as the kind has it. A correction ``corrects`` the number of an earlier line, which it
    replaces, or strikes out with no data. ``game`` is the game played here that it was read from.
    """

    part_of = "sheet"  # goes along when its owner takes everything

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    corrects = models.PositiveIntegerField(null=True, blank=True)
    data = models.JSONField(null=True, blank=True)
    game = models.ForeignKey(LiveGame, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        sheet_id: int
        game_id: int | None

    class Meta:
        ordering = ("sheet", "number")
        constraints = (models.UniqueConstraint(fields=("sheet", "number"), name="one_sheet_entry_a_number"),)

    def __str__(self) -> str:
        return f"{self.sheet}: {self.number}"


class SheetTable(models.Model):
    """A table of ``play`` whose game belongs on a sheet.

    ``players`` are the names by seat. ``outcome`` says what became of it: it is on the sheet, or did not fit any more.
    """

    class Outcome(models.TextChoices):
        OPEN = ""
        ENTERED = "entered"
        REFUSED = "refused"

    part_of = "sheet"

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="tables")
    game = models.OneToOneField(LiveGame, models.SET_NULL, null=True, related_name="sheet_table")
    players = models.JSONField()
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default=Outcome.OPEN)
    created = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        sheet_id: int
        game_id: int | None

    class Meta:
        ordering = ("sheet", "created", "pk")

    def __str__(self) -> str:
        return f"{self.sheet}: {self.game}"
