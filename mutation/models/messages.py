"""Messages to browsers: that a session waits for somebody."""

from __future__ import annotations

from django.db import models

from mutation.models.sessions import MutationSession
from tables.models import BrowserMessage


class SessionMessage(BrowserMessage):
    """That a browser is to be told that a session waits for its owner: one for each of them. ``asked`` is since when.

    Among ``letters`` is ``ORGANISES`` where the organiser is waited for.
    """

    ORGANISES = "O"
    task = "mutation.tasks.tell_browser"

    session = models.ForeignKey(MutationSession, models.CASCADE, related_name="+")
    asked = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "subscription"), name="one_session_message_a_browser"),
        )

    def __str__(self) -> str:
        return f"{self.session}, {self.letters}"
