"""A game, its seats and its log. The log is the truth; what the game's own row says beside is kept in step with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner, new_token
from contract.log import Kind, Status
from contract.registry import character_of


class LiveGame(models.Model):
    """A game that is played here.

    ``setup`` is what is to be played, as its game writes it, the seed included: it is for the server alone.
    ``version`` counts the entries of the log; ``offers`` are the open requests for consent, ``changes`` counts their
    changes. ``nonce`` are the random bits that its seats' secrets are made from (``tables.tokens``). ``listed`` are
    the names of the seats that the lobby offered to anybody when the game was made, whether taken or not.
    """

    Status = Status

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    creator = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    game = models.CharField(max_length=24)
    mode = models.CharField(max_length=24, blank=True)  # "" in games that have none, as the format
    format = models.CharField(max_length=24, blank=True)
    setup = models.JSONField()
    nonce = models.CharField(max_length=43)
    spectators = models.BooleanField(default=True)
    listed = models.CharField(max_length=120, blank=True, default="")
    deadline = models.PositiveIntegerField(null=True, blank=True)  # seconds for a turn
    clock = models.JSONField(null=True, blank=True)  # of contract.clocks, as the API has it; None without one
    time_given = models.JSONField(null=True, blank=True)  # by opponents: lists of seat, version, milliseconds
    version = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status)
    acting = models.JSONField(default=list, db_default=[], blank=True)  # the names of the seats that are to act
    to_act = models.CharField(max_length=24, blank=True)  # the same in one string, for code of the release before alone
    turn_began = models.DateTimeField(null=True, blank=True)
    offers = models.JSONField(default=list)
    changes = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    helped = models.BooleanField(default=False, db_default=False)  # somebody alone took back what had shown something
    rated = models.BooleanField(default=False, db_default=False)  # whoever sits down plays for their rating
    has_chat = models.BooleanField(default=False, db_default=False)  # switched on by its creator
    rematch = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField()
    updated = models.DateTimeField()

    if TYPE_CHECKING:
        creator_id: str | None
        rematch_id: int | None

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("-updated",)
        indexes = (
            models.Index(fields=("status", "-updated")),
            models.Index(fields=("-created",), condition=~models.Q(listed=""), name="listed_in_the_lobby"),
        )

    def __str__(self) -> str:
        return f"{self.game}, {self.mode}, {self.format}: {self.token}"

    def get_absolute_url(self) -> str:
        return reverse("play:game", args=[self.token])


class GameSeatQuerySet(models.QuerySet["GameSeat"]):
    def to_act(self) -> Self:
        """Those whose game waits for them: by whole names, as JSON has them in quotation marks on either database."""
        names = Cast("game__acting", models.TextField())
        quoted = Concat(Value('"'), F("seat_name"), Value('"'))
        return self.alias(acting_names=names).filter(acting_names__contains=quoted)

    def asked_for_rematch(self) -> Self:
        """Those that have not answered the offer of a rematch: it is the only one of a game that is over."""
        answers = Cast("game__offers", models.TextField())
        unanswered = Concat(Value('"'), F("seat_name"), Value('": null'))
        over = self.filter(game__status=LiveGame.Status.OVER)
        return over.alias(offer_answers=answers).filter(offer_answers__contains=unanswered)


class GameSeat(models.Model):
    """A seat of a person or a bot. Of a seat's token and its invitation there are only hashes."""

    class Kind(models.TextChoices):
        PERSON = "person", _("Person")
        BOT = "bot", _("Bot")

    part_of = "owner"  # goes along when its owner takes everything ...
    stays_here: ClassVar = ("token_hash", "invitation_hash")  # ... without these
    names: ClassVar = (_("seat in a game"), _("seats in games"))

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="seats")
    seat_name = models.CharField(max_length=40, db_column="letter")
    kind = models.CharField(max_length=6, choices=Kind)
    level = models.CharField(max_length=16, blank=True)  # of a bot
    character = models.CharField(max_length=16, null=True, blank=True)  # the slug of a bot with a name  # noqa: DJ001
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    player_name = models.CharField(max_length=24, blank=True, default="", db_default="")  # said when it was taken
    token_hash = models.CharField(max_length=64, blank=True)
    invitation_hash = models.CharField(max_length=64, blank=True)  # of a seat that was open
    is_taken = models.BooleanField(default=True)
    is_apart = models.BooleanField(default=False)  # held by another client than the creator's
    claims = models.PositiveIntegerField(default=0, db_default=0)  # how often it was taken back, with a new token
    has_left = models.BooleanField(default=False)  # resigned or was late; a bot plays on, where anybody does

    if TYPE_CHECKING:
        game_id: int
        owner_id: str | None

    objects = GameSeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat in a game")
        verbose_name_plural = _("seats in games")
        ordering = ("game", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "seat_name"), name="one_seat_of_a_letter"),)

    def __str__(self) -> str:
        return f"{self.game}, {self.seat_name}"

    @property
    def player(self) -> str:
        """A bot as games name it: the slug of its character, or its level; "" of a person."""
        return self.character or self.level

    @property
    def is_person(self) -> bool:
        """Whether a person has it, or may take it."""
        return self.kind == self.Kind.PERSON

    @property
    def is_free(self) -> bool:
        """Whether nobody has it yet."""
        return not self.is_taken

    @property
    def was_open(self) -> bool:
        """Whether somebody was invited to it."""
        return bool(self.invitation_hash)

    @property
    def name(self) -> str | None:
        """The name of whoever holds it; None while nobody does."""
        if not self.is_person:
            character = character_of(self.player)
            return self.level if character is None else character.name
        if not self.is_taken:
            return None
        return self.name_of_person or "Guest"

    @property
    def name_of_person(self) -> str:
        """What the person who holds it is called; "" for a guest who has not said, and while nobody does."""
        if not self.is_person or not self.is_taken:
            return ""
        return self.player_name or (self.owner.name if self.owner else "")


class SeatMove(models.Model):
    """That a seat changed hands: by its own link, or because it was taken back, with a new token.

    ``was_held``: in a browser or with an account, else by its token alone; ``former`` may be gone since.
    """

    seat = models.ForeignKey(GameSeat, models.CASCADE, related_name="moves")
    former = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    was_held = models.BooleanField(default=False, db_default=False)
    is_taken_back = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        former_id: str | None
        owner_id: str | None

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.seat}: {self.at}"


class LogEntry(models.Model):
    """Something that was done. Entries are only ever added.

    ``action`` is the text form of an action or the Champion that was named; ``data`` what else there is to know:
    ``result`` of the end, ``to`` (a version) of a take-back, ``card`` of a Champion, written out.
    """

    Kind = Kind

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="log", db_index=False)  # the constraint has one
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.CharField(max_length=40, blank=True)
    action = models.JSONField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    if TYPE_CHECKING:
        game_id: int

    class Meta:
        ordering = ("game", "version")
        constraints = (models.UniqueConstraint(fields=("game", "version"), name="one_entry_a_version"),)

    def __str__(self) -> str:
        return f"{self.version} {self.kind} {self.seat}"
