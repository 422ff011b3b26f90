"""Proofs: what the solver found out about a position and its objective, kept by position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import models
from django.db.models import Q

from accounts.models import Owner
from background.models import Job

MAX_SECONDS: Final = 60.0  # that a search may take


class ProofQuerySet(models.QuerySet["Proof"]):
    def open_to(self, owner: Owner | None, keys: Sequence[str]) -> ProofQuerySet:
        """Proofs that somebody may look at: those of their own pages, and those that they asked for, by key."""
        own_puzzles = self.model._default_manager.filter(puzzles__owner=owner) if owner else self.none()
        return self.filter(Q(key__in=keys) | Q(pk__in=own_puzzles.values("pk")))


class Proof(Job):
    """An answer of the solver, or the work on one. It belongs to nobody: whoever asks for the same position gets it.

    ``key`` is ``grimoire.keys.proof_key``: a hash of the position, its objective and the rules' version. ``answer`` is
    what ``Answer.to_json`` writes; it holds the solutions, which leave the server through ``solving.secrecy`` only.
    ``nodes`` is what was spent so far while the search runs, and in all when it is done.
    """

    task = "grimoire.proving.tasks.prove"

    key = models.CharField(max_length=64, unique=True)
    position = models.JSONField()  # clash-position/1 with its objective
    rules_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=40)
    answer = models.JSONField(default=dict)
    verdict = models.CharField(max_length=20, blank=True)  # of engine.decks.solving.result
    complete = models.BooleanField(default=False)
    level = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 to 5
    abilities = models.JSONField(default=list)  # slugs of those at work in the solution
    nodes = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)
    asked = models.DateTimeField(auto_now_add=True)

    objects = ProofQuerySet.as_manager()

    class Meta:
        ordering = ("-asked",)

    def __str__(self) -> str:
        return f"{self.key[:12]}: {self.verdict or self.state}"

    @property
    def is_settled(self) -> bool:
        """Whether nothing more comes of it unless somebody asks again."""
        return not self.is_busy

    @property
    def progress(self) -> tuple[float, float]:
        """Seconds: used up, and all that it may use."""
        return self.seconds, MAX_SECONDS
