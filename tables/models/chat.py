"""What friends say at their private table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, OwnedQuerySet, Owner
from tables.models.games import GameSeat, LiveGame

LINE_LENGTH: Final = 300


class ChatLineQuerySet(OwnedQuerySet["ChatLine"]):
    def readable_by(self, owner: Owner | None) -> Self:
        """The lines of tables with this owner's seat, whatever their visibility says; never anybody else's."""
        if owner is None:
            return self.none()
        seats = GameSeat.objects.filter(game=OuterRef("game"), owner=owner, is_taken=True)
        return self.filter(Exists(seats), Q(hidden_at=None) | Q(owner=owner))


class ChatLine(Owned):
    """A line that somebody with a seat wrote: for those who sit there, and nobody else. It goes with its table.

    ``name`` is what they were called then, "" for a guest without a name.
    """

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="chat")
    seat_name = models.CharField(max_length=40)
    name = models.CharField(max_length=150)
    text = models.CharField(max_length=LINE_LENGTH)

    objects: ClassVar = ChatLineQuerySet.as_manager()

    if TYPE_CHECKING:
        game_id: int

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def get_absolute_url(self) -> str:
        return f"{self.game.get_absolute_url()}#chat"

    def is_readable_by(self, owner: Owner | None) -> bool:
        return ChatLine.objects.readable_by(owner).filter(pk=self.pk).exists()
