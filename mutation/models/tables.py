"""The games of a session that are played on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from mutation.models.sessions import MutationSession
from tables.models import LiveGame


class SessionTable(models.Model):
    """A table of ``play`` at which a game of a session is played; another one after a game that nobody won.

    ``outcome`` says what became of it: its result is in the ledger, it had no winner, or the ledger could not take it
    any more (``refused`` with the code).
    """

    class Outcome(models.TextChoices):
        OPEN = ""
        ENTERED = "entered"
        NO_WINNER = "no-winner"
        REFUSED = "refused"

    session = models.ForeignKey(MutationSession, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()  # of the game in the schedule
    game = models.OneToOneField(LiveGame, models.SET_NULL, null=True, related_name="session_table")
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True, default=Outcome.OPEN)
    code = models.CharField(max_length=24, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        session_id: int
        game_id: int | None

    class Meta:
        ordering = ("session", "number", "created", "pk")

    def __str__(self) -> str:
        return f"{self.session}: {self.number}"
