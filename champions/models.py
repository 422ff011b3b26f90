"""Trials: what a Champion does to the games in which it takes part."""

from __future__ import annotations

from typing import Final

from django.db import models

from background.models import Job
from cards.models import Card

GAMES: Final = 10_000


class Trial(Job):
    """Games of bots with and without a Champion, played in the background.

    ``fingerprint`` is a hash of all that decides the outcome (the card's values, the number of games, the bots, the
    rules' version), so that the same trial is not played twice. ``tally`` is what was counted so far, see
    ``champions.trials``: a run that was broken off goes on from there.
    """

    champion = models.ForeignKey(Card, models.CASCADE, related_name="trials")
    fingerprint = models.CharField(max_length=64)
    games = models.PositiveIntegerField(default=GAMES)
    played = models.PositiveIntegerField(default=0)
    tally = models.JSONField(default=dict)
    asked = models.DateTimeField(auto_now_add=True)
    seconds = models.FloatField(default=0)  # of work so far

    task = "champions.tasks.play_on"
    part_of = "champion"  # goes along when its owner takes everything

    class Meta:
        ordering = ("-asked",)
        constraints = (models.UniqueConstraint(fields=("champion", "fingerprint"), name="one_trial_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.champion}: {self.played} / {self.games}"

    @property
    def progress(self) -> tuple[float, float]:
        """Games: played, to be played."""
        return self.played, self.games
