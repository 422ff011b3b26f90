"""What people are told of while no page is open, by which way, and what waits to be mailed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final
from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owner
from background.models import Job
from tables.models.games import LiveGame
from tables.models.pushes import BrowserMessage

ORIGIN_LENGTH: Final = 300


class Told(models.TextChoices):
    """What somebody may be told of; an answer is one to a challenge of theirs."""

    TURN = "turn"
    CHALLENGE = "challenge"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    REMATCH = "rematch"


class MailWhen(models.TextChoices):
    """When something is mailed; with ``DAILY`` at most one mail a day, with all that has come."""

    NEVER = "", pgettext_lazy("email", "Never")
    SOON = "soon", pgettext_lazy("email", "At once")
    DAILY = "daily", pgettext_lazy("email", "Once a day, all in one")


class MessageSettings(models.Model):
    """By which ways somebody is told of what: browsers that asked for it are told of all at first, mails are off.

    ``origin`` and ``language`` are those of the page on which they were set: of the links in mails.
    """

    part_of = "owner"
    names: ClassVar = (_("notification setting"), _("notification settings"))

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="message_settings")
    turns_push = models.BooleanField(default=True)
    challenges_push = models.BooleanField(default=True)
    rematches_push = models.BooleanField(default=True)
    turns_mail = models.CharField(max_length=5, choices=MailWhen, blank=True, default="")
    challenges_mail = models.CharField(max_length=5, choices=MailWhen, blank=True, default="")
    rematches_mail = models.CharField(max_length=5, choices=MailWhen, blank=True, default="")
    origin = models.CharField(max_length=ORIGIN_LENGTH, blank=True)
    language = models.CharField(max_length=5, default="en")

    if TYPE_CHECKING:
        owner_id: UUID

    def __str__(self) -> str:
        return f"{self.owner_id}"

    def by_push(self, kind: str) -> bool:
        """Whether browsers are told of a ``Told``."""
        return bool(getattr(self, f"{_FIELDS[kind]}_push"))

    def by_mail(self, kind: str) -> str:
        """When a ``Told`` is mailed: a ``MailWhen``."""
        return str(getattr(self, f"{_FIELDS[kind]}_mail"))


_FIELDS: Final = {
    "turn": "turns",
    "challenge": "challenges",
    "accepted": "challenges",
    "declined": "challenges",
    "rematch": "rematches",
}


class PeopleMessage(BrowserMessage):
    """That a browser is to be told of what ``other`` has done: a ``Told``, but no turn."""

    task = "tables.tasks.tell_browser_of_people"

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="+")
    other = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Told)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "subscription"), name="one_people_message_a_browser"),)

    def __str__(self) -> str:
        return f"{self.kind}, {self.game}"


class GameMail(Job):
    """The next mail to somebody about their games, with all its lines (``MailLine``).

    ``daily_at`` is when what comes once a day was mailed last. ``tries`` counts what failed.
    """

    task = "tables.tasks.mail_about_games"

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="+")
    daily_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    if TYPE_CHECKING:
        owner_id: UUID

    def __str__(self) -> str:
        return f"{self.owner_id}"

    @property
    def progress(self) -> tuple[float, float]:
        """It is sent, or it is not."""
        return 0, 1


class MailLine(models.Model):
    """What somebody is to be mailed: a ``Told`` of a game, and who did it, None for a turn."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="+")
    other = models.ForeignKey(Owner, models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Told)
    at = models.DateTimeField(default=timezone.now)

    if TYPE_CHECKING:
        owner_id: UUID

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=("owner", "game", "kind"), name="one_mail_line_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind}, {self.game}"
