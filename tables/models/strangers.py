"""Who waits to play somebody they do not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from tables.models.games import LiveGame


class StrangerWait(models.Model):
    """That somebody waits for another player: one for each owner, so nobody is paired twice.

    ``asked`` is the game as *Create* reads it, without seats and decks; ``wish`` a hash of it, the same for all who
    wait for the same game. ``deck`` is the own deck of Constructed, its cards written out. ``seen`` is when the waiting
    page was last there; ``game`` the game that came of it. ``rated``: see ``tables.ratings``.
    """

    part_of = "owner"  # goes along when its owner takes everything
    names: ClassVar = (_("search for an opponent"), _("searches for opponents"))

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="+")
    wish = models.CharField(max_length=64)
    asked = models.JSONField()
    deck = models.JSONField(null=True, blank=True)
    rated = models.BooleanField(default=False, db_default=False)
    game = models.ForeignKey(LiveGame, models.CASCADE, null=True, blank=True, related_name="+")
    since = models.DateTimeField()
    seen = models.DateTimeField()

    if TYPE_CHECKING:
        owner_id: str
        game_id: int | None

    class Meta:
        verbose_name = _("search for an opponent")
        verbose_name_plural = _("searches for opponents")
        ordering = ("since",)
        indexes = (models.Index(fields=("wish", "seen")),)

    def __str__(self) -> str:
        return f"{self.wish[:8]}: {self.owner_id}"
