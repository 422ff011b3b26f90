"""The models of work that takes longer than a request."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

STALLED_AFTER: Final = timedelta(seconds=90)  # a job that has noted nothing for so long is not being worked on
SILENT: Final = timedelta(minutes=3)  # after which a worker counts as gone: no task may take that long


class Job(models.Model):
    """A row that a worker works on, in one step or in many; what changes it is in ``background.services``.

    ``heartbeat_at`` says when something was last written down. It is also the pledge of whoever works on the job: a
    worker's notes count only while the heartbeat is the one that it wrote itself (``services.Lease``).
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    BUSY: ClassVar = (State.WAITING, State.RUNNING)
    task: ClassVar[str]  # dotted path of the task that does the next step, given the row's key

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    lane = models.CharField(max_length=32, blank=True, editable=False)  # of whoever asked, while it waits or runs

    class Meta:
        abstract = True

    @property
    def is_busy(self) -> bool:
        """Whether there is still something to wait for."""
        return self.state in self.BUSY

    @property
    def is_done(self) -> bool:
        return self.state == self.State.DONE

    @property
    def is_overdue(self) -> bool:
        """Whether nothing has been heard of it for long. A job that waits in a long queue may be so, too."""
        # Either way: a heartbeat from the future is what a clock leaves behind that was put back.
        return self.is_busy and (self.heartbeat_at is None or abs(timezone.now() - self.heartbeat_at) > STALLED_AFTER)

    @property
    def priority(self) -> int:
        """Of its tasks: a worker takes those of a higher one first, -100 to 100."""
        return 0

    @property
    def progress(self) -> tuple[float, float]:
        """How much of it is done, and of how much, in whatever it counts."""
        raise NotImplementedError

    @property
    def percent(self) -> int:
        """How far it is, 0 to 100."""
        done, whole = self.progress
        return min(100, int(100 * done / whole)) if whole else 0


class Heartbeat(models.Model):
    """A worker that is at work, and when it last said so."""

    worker = models.CharField(max_length=64, primary_key=True)
    heartbeat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker}, {self.heartbeat_at}"


class Pulse(models.Model):
    """When a process of a kind (``background.pulse``) was last there, of whichever machine."""

    kind = models.CharField(max_length=10, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind}, {self.at}"


class Outage(models.Model):
    """A span in which nobody was there, see ``background.pulse``."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"


class WholeFile(models.Model):
    """A whole file as it was made last: where it lies (``stored``), its SHA-256, its size in bytes.

    Whoever is about to make it anew holds it until ``held_until``: so that of many workers on many machines one does.
    """

    name = models.CharField(max_length=40, primary_key=True)
    stored = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    held_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
