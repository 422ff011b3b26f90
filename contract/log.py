"""The words of the log of a live game: kinds of entries, how far a game is."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from django.db import models
from django.utils.translation import gettext_lazy as _

# Keys of an entry's ``data`` in a game with clocks: what it cost whom, and how long it took to be written, in ms.
CHARGED: Final = "charged"
LATE: Final = "late"


class Status(models.TextChoices):
    """How far a live game is."""

    WAITING = "waiting", _("Waiting for players")
    DRAFT = "draft", _("Choosing cards")
    TERMS = "terms", _("Choosing Champions")
    PLAY = "play", _("In progress")
    OVER = "over", _("Over")


class Kind(models.TextChoices):
    ACTION = "action"
    TERMS = "terms"
    JOINED = "joined"
    TAKEN_BACK = "taken-back"
    RESIGNED = "resigned"
    DEADLINE = "deadline"
    DRAW = "draw"
    OVER = "over"


class NewEntry(NamedTuple):
    kind: str
    seat: str = ""
    action: Any = None
    data: dict[str, Any] = {}  # noqa: RUF012 (never changed)


class Entry(Protocol):
    """An entry of the log, ``tables.models.LogEntry``."""

    version: int
    kind: str
    seat: str
    action: Any
    data: Any
    at: datetime
