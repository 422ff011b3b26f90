"""Runs of puzzles one after the other: storms, streaks and races."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owner, new_token
from grimoire.models.puzzles import DECKS, GAME_LENGTH


class PuzzleRace(models.Model):
    """Two to eight people who run through the same puzzles, begun for all at the same moment.

    Whoever came first is the host, who starts it. ``starts_at`` is None while people gather; ``again`` is the race that
    its racers go on with.
    """

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    game = models.CharField(max_length=GAME_LENGTH, default=DECKS, db_default=DECKS, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    starts_at = models.DateTimeField(null=True)
    again = models.OneToOneField("self", models.SET_NULL, null=True, related_name="before")

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.token

    def get_absolute_url(self) -> str:
        return reverse("grimoire:race", args=[self.token])

    def is_begun(self, now: datetime) -> bool:
        return self.starts_at is not None and now >= self.starts_at


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
        RACE = "race", pgettext_lazy("training", "Race")

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    game = models.CharField(max_length=GAME_LENGTH, default=DECKS, db_default=DECKS, editable=False)  # of its puzzles
    # Until it starts, ``puzzles`` are empty and ``started`` is when this racer came.
    race = models.ForeignKey(PuzzleRace, models.CASCADE, null=True, related_name="runs")
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
    names = (_("storm, streak or race"), _("storms, streaks and races"))

    class Meta:
        ordering = ("-started",)
        indexes = (
            models.Index(fields=("kind", "started", "score"), name="runs_of_days"),
            models.Index(fields=("owner", "kind", "score"), name="runs_of_owner"),
        )
        constraints = (models.UniqueConstraint(fields=("race", "owner"), name="one_run_a_racer"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.kind}, {self.score}"

    def get_absolute_url(self) -> str:
        return reverse("grimoire:run", args=[self.token])

    def is_over(self, now: datetime) -> bool:
        return (
            self.ended or len(self.answers) >= len(self.puzzles) or (self.ends_at is not None and now >= self.ends_at)
        )
