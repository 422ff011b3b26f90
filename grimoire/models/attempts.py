"""Attempts: who has come how far with a page."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from grimoire.models.puzzles import Puzzle, Rated


class Attempt(models.Model):
    """One solver's work on one page, kept from the first play on, so that a reload or another tab loses nothing.

    ``line`` is what is laid out now (actions in text form), ``rung`` how many hints were taken, ``tries`` how many
    answers were judged. ``first_try`` is how the first judged answer went: it counts for ratings if no hint came before
    it (``rung_at_first`` is 0); then ``rated_at`` and ``rating_after`` keep when, and the solver's rating with it.
    ``revision`` counts changes, for tabs that meet.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Under way")
        SOLVED = "solved", _("Solved")
        SHOWN = "shown", _("Solution looked at")

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    line = models.JSONField(default=list)
    answer = models.JSONField(default=dict)  # what was said last to a page on which something is foretold
    rung = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    rung_at_first = models.PositiveSmallIntegerField(default=0)
    is_rated = models.BooleanField(default=False)
    rated_at = models.DateTimeField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)  # None too for what another, given up, rating came of
    revision = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    solved_at = models.DateTimeField(null=True, blank=True)  # also when the solution was looked at before
    shown_at = models.DateTimeField(null=True, blank=True)

    part_of = "owner"

    class Meta:
        ordering = ("-touched",)
        constraints = (models.UniqueConstraint(fields=("owner", "puzzle"), name="one_attempt_of_an_owner"),)
        indexes = (models.Index(fields=("owner", "state")),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}, {self.state}"


class Solver(Rated):
    """How well an owner solves."""

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="solver")

    part_of = "owner"

    def __str__(self) -> str:
        return f"{self.owner}: {self.rating:.0f}"
