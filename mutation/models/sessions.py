"""A session and its four seats. The ledger is the truth; what the session's row says beside is kept in step with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.db import models
from django.db.models.deletion import Collector
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owned, Owner
from engine.decks.sessions.schedule import SEATS


def hand_on(
    collector: Collector, field: models.ForeignKey[Any, Any], sessions: Iterable[MutationSession], using: str
) -> None:
    """The ``on_delete`` of a session's organiser, who is deleted: the next person who has a seat organises it.

    A session in which nobody else has a seat is deleted. Here and not where somebody asks for it, so that it holds
    however an owner goes: by the form, by a moderator, with an account.
    """
    going = {owner.pk for owner in collector.data.get(Owner, ())}
    handed: defaultdict[UUID, list[MutationSession]] = defaultdict(list)
    alone = []
    for session in sessions:
        heir = heir_of(session, going)
        if heir is None:
            alone.append(session)
        else:
            handed[heir].append(session)
    for heir, theirs in handed.items():
        collector.add_field_update(field, heir, theirs)
    if alone:
        models.CASCADE(collector, field, alone, using)  # type: ignore[arg-type]  # Django itself gives it lists too


def heir_of(session: MutationSession, going: Set[UUID]) -> UUID | None:
    """Whose the session is when its organiser goes: the next to the left of the organiser, or of seat D, who stays."""
    holders = dict(session.seats.filter(owner__isnull=False).values_list("letter", "owner"))
    own = [place for place, letter in enumerate(SEATS) if holders.get(letter) == session.owner_id]
    begin = own[0] + 1 if own else 0
    to_the_left = [holders.get(letter) for letter in (*SEATS[begin:], *SEATS[:begin])]
    return next((owner for owner in to_the_left if owner is not None and owner not in going), None)


class MutationSession(Owned):
    """A session of four; its owner is the organiser. It outlives them as long as another person has a seat in it.

    ``header`` is that of the document (``clash-session/1``), cards written out, without the deal, which is a
    ``SessionDeal``. ``version`` is the number of the last event of the ledger, ``phase`` and ``waits_for`` (the letters
    of seats) are what the ledger says; ``changes`` counts what is not in the ledger: seats, tables, visibility.
    ``nonce`` are the random bits that its secrets are made from, ``invitations`` how often its link was renewed.
    With ``sees_all`` the organiser sees every hand, and may therefore not play.
    """

    class Phase(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("choosing cards by turns", "Draft")
        DECKS = "decks", _("Choosing decks")
        GAMES = "games", _("Games")
        OVER = "over", _("Over")

    HIDDEN: ClassVar = (Phase.DRAFT, Phase.DECKS)  # hands and decks are hidden
    stays_here: ClassVar = ("nonce",)  # when its owner takes everything: whose secrets those are, others' among them

    owner = models.ForeignKey(Owner, hand_on, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=60, blank=True)
    header = models.JSONField()
    nonce = models.CharField(max_length=43)
    invitations = models.PositiveIntegerField(default=0)
    sees_all = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.DRAFT)
    waits_for = models.CharField(max_length=4, blank=True)

    class Meta:
        verbose_name = _("Mutation session")
        verbose_name_plural = _("Mutation sessions")
        ordering = ("-updated",)

    def __str__(self) -> str:
        return self.name or self.token

    def get_absolute_url(self) -> str:
        return reverse("mutation:session", args=[self.token])

    @property
    def players(self) -> dict[str, str]:
        names: dict[str, str] = self.header["players"]
        return names


class SessionDeal(models.Model):
    """The deal of a session: a seed, the hands, or what was drafted. It is for the server alone.

    In a row of its own, so that it does not go along when the organiser takes everything home: whoever has the seed
    knows every hand.
    """

    session = models.OneToOneField(MutationSession, models.CASCADE, related_name="deal")
    deal = models.JSONField()

    def __str__(self) -> str:
        return str(self.session)


class SessionSeat(models.Model):
    """A seat of a session, of a person or a bot. Of its token there is only the hash."""

    class Kind(models.TextChoices):
        PERSON = "person", _("Person")
        BOT = "bot", _("Bot")

    part_of = "owner"  # goes along when its owner takes everything ...
    stays_here: ClassVar = ("token_hash",)  # ... without this
    names: ClassVar = (_("seat in a Mutation session"), _("seats in Mutation sessions"))

    session = models.ForeignKey(MutationSession, models.CASCADE, related_name="seats")
    letter = models.CharField(max_length=1)
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    level = models.CharField(max_length=16, blank=True)  # of a bot
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    token_hash = models.CharField(max_length=64, blank=True)
    claims = models.PositiveIntegerField(default=0)  # how often it was taken: each has a token of its own
    is_taken = models.BooleanField(default=False)
    is_passed_on = models.BooleanField(default=False, db_default=False)  # got by its holder after another, or a bot
    looked_at = models.DateTimeField(null=True, blank=True)  # when its page was open; for messages to browsers

    if TYPE_CHECKING:
        session_id: int
        owner_id: str | None

    class Meta:
        verbose_name = _("seat in a Mutation session")
        verbose_name_plural = _("seats in Mutation sessions")
        ordering = ("session", "letter")
        constraints = (models.UniqueConstraint(fields=("session", "letter"), name="one_session_seat_of_a_letter"),)

    def __str__(self) -> str:
        return f"{self.session}, {self.letter}"

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_free(self) -> bool:
        return not self.is_bot and not self.is_taken
