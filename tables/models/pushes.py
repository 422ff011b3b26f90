"""Browsers that want to be told of turns when no page is open, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from background.models import Job
from tables.models.games import LiveGame

MAX_ENDPOINT: Final = 1000  # characters; those of the services that we know have 200 to 600


class PushSubscription(models.Model):
    """A browser of an owner, as its push service knows it.

    ``endpoint`` is an address at that service, and nobody knows it but the browser and we; ``p256dh`` and ``auth`` are
    what messages are encrypted with for that browser, in base64url. ``seen`` is when the browser last said so itself,
    ``told`` when it last was sent something.
    """

    part_of = "owner"  # goes along when its owner takes everything ...
    stays_here: ClassVar = ("endpoint", "p256dh", "auth")  # ... without these: whoever has them can write to it
    names: ClassVar = (_("push subscription"), _("push subscriptions"))

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=MAX_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=5)
    created = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField()
    told = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        owner_id: UUID

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ("-seen",)

    def __str__(self) -> str:
        return f"{self.owner}, {self.language}"


class BrowserMessage(Job):
    """That a browser is to be told that its owner is waited for somewhere; what is newer takes the place of what waits.

    ``letters`` are the owner's seats that it is about. ``tries`` counts what failed.
    """

    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="+")
    letters = models.CharField(max_length=120)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def progress(self) -> tuple[float, float]:
        """It is told, or it is not."""
        return 0, 1


class TurnMessage(BrowserMessage):
    """That a browser is to be told of a game: one for each of them.

    ``turn`` is when the turn began (``LiveGame.turn_began``), for what comes after it is not told any more. With
    ``begins`` the game has just begun.
    """

    task = "tables.tasks.tell_browser"

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="+")
    turn = models.DateTimeField()
    begins = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "subscription"), name="one_message_a_browser"),)

    def __str__(self) -> str:
        return f"{self.game}, {self.letters}"
