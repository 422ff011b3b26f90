"""What is known of positions, as it is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar, Final

from django.db import models
from django.utils import timezone

from background.models import Job

WANTED_FOR: Final = timedelta(seconds=12)  # after somebody has last looked


class Thinking(Job):
    """What is best in a position, or the work on it. It belongs to nobody: who asks for the same position gets it.

    ``key`` is a hash of the position, of whose view counts and of the rules' version; ``sight`` is the letter of that
    seat, empty for open hands. ``report`` is what ``games.decks.analysing.thinking`` writes: it may hold the solution
    of a puzzle, and leaves the server through ``thinking_gate`` only. Whoever looks at it notes that it is
    ``wanted_at`` that moment: a worker stops when nobody does any more, and goes on later from there.
    """

    task: ClassVar = "games.decks.analysing.thinking_tasks.think"

    key = models.CharField(max_length=64, unique=True)
    position = models.JSONField()
    sight = models.CharField(max_length=1, blank=True)
    report = models.JSONField(default=dict)
    stopped = models.BooleanField(default=False)  # not read any more
    wanted_at = models.DateTimeField(db_index=True)
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return f"{self.key[:12]}: {self.state}"

    @property
    def is_wanted(self) -> bool:
        return timezone.now() - self.wanted_at < WANTED_FOR

    @property
    def progress(self) -> tuple[float, float]:
        """Stages: done, and all."""
        return self.report.get("stage", 0), 5
