"""The log of a session's seats: who took one, who freed it. The ledger's list of events is closed and has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from accounts.models import Owner
from mutation.models.sessions import MutationSession


class SeatChange(models.Model):
    """A seat was taken, moved to another device by its own link, freed, given to a bot, or taken from it.

    ``owner`` is who holds the seat after ``taken`` and ``moved``, and who held it before it was freed. ``held`` are the
    letters of the other seats that they held then, with ``ORGANISES`` if they organised the session.
    """

    ORGANISES = "O"

    class Kind(models.TextChoices):
        TAKEN = "taken"
        MOVED = "moved"
        FREED = "freed"  # by the organiser
        LEFT = "left"  # its player deleted what was theirs
        MERGED = "merged"  # by signing in its player would have had two hands
        BOT = "bot"
        BOT_FREED = "bot-freed"

    session = models.ForeignKey(MutationSession, models.CASCADE, related_name="seat_changes")
    letter = models.CharField(max_length=1)
    kind = models.CharField(max_length=9, choices=Kind)
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    held = models.CharField(max_length=5, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        session_id: int
        owner_id: str | None

    class Meta:
        ordering = ("session", "pk")

    def __str__(self) -> str:
        return f"{self.letter} {self.kind}"
