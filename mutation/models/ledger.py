"""The ledger, line by line, and the answers to what was sent with a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from accounts.models import Owner
from mutation.models.sessions import MutationSession


class LedgerLine(models.Model):
    """An event of a session's ledger, with who entered it and when. Lines are only ever added.

    ``event`` is as the contract has it, without ``n``; why it was entered is its ``reason``. ``entered_by`` is how it
    came: by a seat (the event's ``by``), by the organiser, by a bot, or by the site, of a game that was played here.
    """

    class Source(models.TextChoices):
        SEAT = "seat"
        ORGANISER = "organiser"
        BOT = "bot"
        SITE = "site"

    session = models.ForeignKey(MutationSession, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    event = models.JSONField()
    entered_by = models.CharField(max_length=9, choices=Source)
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    if TYPE_CHECKING:
        session_id: int
        owner_id: str | None

    class Meta:
        ordering = ("session", "number")
        constraints = (models.UniqueConstraint(fields=("session", "number"), name="one_line_a_number"),)

    def __str__(self) -> str:
        return f"{self.number} {self.event.get('kind')}"

    @property
    def numbered(self) -> dict[str, Any]:
        return {"n": self.number, **self.event}
