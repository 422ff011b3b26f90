"""Games that are not made yet: who is invited brings a deck of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner, new_token
from tables.models.games import LiveGame


class Gathering(models.Model):
    """A game of Constructed decks that is made as soon as everybody has brought theirs.

    Called off by its creator, it is kept for those who had a seat, who are told so.
    ``asked`` is what *Create* is asked for, without seats and decks; ``nonce`` the random bits that its invitations are
    made from (``tables.tokens``); ``listed`` the names of the seats that the lobby offers; ``game`` what came of it.
    """

    part_of = "owner"  # goes along when its owner takes everything ...
    stays_here: ClassVar = ("nonce",)  # ... without this
    names: ClassVar = (_("game waiting for decks"), _("games waiting for decks"))

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    asked = models.JSONField()
    nonce = models.CharField(max_length=43)
    listed = models.CharField(max_length=120, blank=True, default="")
    game = models.ForeignKey(LiveGame, models.CASCADE, null=True, blank=True, related_name="+")
    is_called_off = models.BooleanField(default=False, db_default=False)
    created = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        owner_id: str
        game_id: int | None

    class Meta:
        verbose_name = _("game waiting for decks")
        verbose_name_plural = _("games waiting for decks")
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.token

    def get_absolute_url(self) -> str:
        """The page on which those who have a seat wait."""
        return reverse("play:gathering", args=[self.token])


class GatheringSeat(models.Model):
    """A seat of such a game.

    ``kind`` (``me``, ``open``, ``bot``), ``level`` and ``character`` are as *Create* has them. ``deck`` has its cards
    written out; it counts for an open seat only while somebody holds it.
    """

    part_of = "owner"
    names: ClassVar = (_("seat in a waiting game"), _("seats in waiting games"))

    gathering = models.ForeignKey(Gathering, models.CASCADE, related_name="seats")
    seat_name = models.CharField(max_length=40, db_column="letter")
    kind = models.CharField(max_length=6)
    level = models.CharField(max_length=16, blank=True)
    character = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001 (old servers write none)
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    deck = models.JSONField(null=True, blank=True)

    if TYPE_CHECKING:
        gathering_id: int
        owner_id: str | None

    class Meta:
        verbose_name = _("seat in a waiting game")
        verbose_name_plural = _("seats in waiting games")
        ordering = ("gathering", "seat_name")
        constraints = (models.UniqueConstraint(fields=("gathering", "seat_name"), name="one_waiting_seat_of_a_letter"),)

    def __str__(self) -> str:
        return f"{self.gathering}, {self.seat_name}"

    @property
    def player(self) -> str:
        """A bot as games name it, see ``GameSeat``."""
        return self.character or self.level

    @property
    def name_of_person(self) -> str:
        """What the person who has come is called; "" for a guest who has not said."""
        return self.owner.name_at_tables if self.owner else ""

    @property
    def is_free(self) -> bool:
        return self.kind == "open" and self.owner_id is None
