"""Runs of puzzles one after the other: storms and streaks."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owner, new_token


class TrainingRun(models.Model):
    """A solver's run through puzzles.

    ``puzzles`` are the keys of all that may come, in their order, ``answers`` what became of those that have come: the
    key, whether it was right (None: skipped), and the seconds from the start. The next one is the puzzle of the moment;
    ``line`` is what is laid out on it. All of it is changed in one statement that names the ``revision`` it was made
    upon, so that no answer counts twice.
    """

    class Kind(models.TextChoices):
        STORM = "storm", pgettext_lazy("training", "Storm")
        STREAK = "streak", pgettext_lazy("training", "Streak")

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    puzzles = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    line = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)
    started = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)  # None: no clock
    ended = models.BooleanField(default=False)  # before its time, or without a clock
    score = models.PositiveIntegerField(default=0)
    combo = models.PositiveIntegerField(default=0)
    best_combo = models.PositiveIntegerField(default=0)
    skips = models.PositiveSmallIntegerField(default=0)  # that are left

    part_of = "owner"
    names = (_("storm or streak"), _("storms and streaks"))

    class Meta:
        ordering = ("-started",)
        indexes = (
            models.Index(fields=("kind", "started", "score"), name="runs_of_days"),
            models.Index(fields=("owner", "kind", "score"), name="runs_of_owner"),
        )

    def __str__(self) -> str:
        return f"{self.owner}: {self.kind}, {self.score}"

    def get_absolute_url(self) -> str:
        return reverse("grimoire:run", args=[self.token])

    def is_over(self, now: datetime) -> bool:
        return (
            self.ended or len(self.answers) >= len(self.puzzles) or (self.ends_at is not None and now >= self.ends_at)
        )
