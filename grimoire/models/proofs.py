"""Proofs: what the solver found out about a position and its objective, kept by position."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Proof(models.Model):
    """An answer of the solver, or the work on one. It belongs to nobody: whoever asks for the same position gets it.

    ``key`` is ``grimoire.keys.proof_key``: a hash of the position, its objective and the rules' version. ``answer`` is
    what ``Answer.to_json`` writes; it holds the solutions, which leave the server through ``grimoire.secrecy`` only.
    ``nodes`` is what was spent so far while the search runs, and in all when it is done.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    key = models.CharField(max_length=64, unique=True)
    position = models.JSONField()  # clash-position/1 with its objective
    rules_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    answer = models.JSONField(default=dict)
    verdict = models.CharField(max_length=20, blank=True)  # of engine.solving.result
    complete = models.BooleanField(default=False)
    level = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 to 5
    abilities = models.JSONField(default=list)  # slugs of those at work in the solution
    nodes = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)
    asked = models.DateTimeField(auto_now_add=True)
    beat = models.DateTimeField(null=True, blank=True)  # when the search last said that it is alive

    class Meta:
        ordering = ("-asked",)

    def __str__(self) -> str:
        return f"{self.key[:12]}: {self.verdict or self.state}"

    @property
    def is_done(self) -> bool:
        return self.state == self.State.DONE

    @property
    def is_settled(self) -> bool:
        """Whether nothing more comes of it unless somebody asks again."""
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)
