"""Trials: what a Champion does to the games in which it takes part."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models import Card

GAMES: Final = 10_000


class Trial(models.Model):
    """Games of bots with and without a Champion, played in the background.

    ``fingerprint`` is a hash of all that decides the outcome (the card's values, the number of games, the bots, the
    rules' version), so that the same trial is not played twice. ``tally`` is what was counted so far, see
    ``champions.trials``: a run that was broken off goes on from there.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    champion = models.ForeignKey(Card, models.CASCADE, related_name="trials")
    fingerprint = models.CharField(max_length=64)
    games = models.PositiveIntegerField(default=GAMES)
    played = models.PositiveIntegerField(default=0)
    tally = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked = models.DateTimeField(auto_now_add=True)
    beat = models.DateTimeField(null=True, blank=True)  # when the last step was written down
    seconds = models.FloatField(default=0)  # of work so far

    part_of = "champion"  # goes along when its owner takes everything

    class Meta:
        ordering = ("-asked",)
        constraints = (models.UniqueConstraint(fields=("champion", "fingerprint"), name="one_trial_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.champion}: {self.played} / {self.games}"
