"""A tournament, who plays in it, its matches and what was corrected in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.db.models.deletion import Collector
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owned, Owner
from contract.seating import LEVEL_NAMES, level_name
from mutation.models import MutationSession
from tables.models import LiveGame
from tournaments.rules import matches, standings

MAX_ENTRANTS: Final = 64


def hand_on(
    collector: Collector, field: models.ForeignKey[Any, Any], tournaments: Iterable[Tournament], using: str
) -> None:
    """The ``on_delete`` of an organiser, who is deleted: the first person of the others who play in it takes over.

    A tournament in which no other person plays is deleted.
    """
    going = {owner.pk for owner in collector.data.get(Owner, ())}
    handed: defaultdict[UUID, list[Tournament]] = defaultdict(list)
    alone = []
    for tournament in tournaments:
        owners = tournament.entrants.filter(owner__isnull=False).order_by("number").values_list("owner", flat=True)
        heir = next((owner for owner in owners if owner is not None and owner not in going), None)
        if heir is None:
            alone.append(tournament)
        else:
            handed[heir].append(tournament)
    for heir, theirs in handed.items():
        collector.add_field_update(field, heir, theirs)
    if alone:
        models.CASCADE(collector, field, alone, using)  # type: ignore[arg-type]  # Django itself gives it lists too


class Tournament(Owned):
    """A tournament; its owner is the organiser.

    ``asked`` is what *Create* is asked for by each of its games, whose seats and decks are filled in; ``rounds`` how
    many there are to be (0: as many as fit, or as the organiser begins), ``minutes`` how long an arena lasts,
    ``no_show`` after how many minutes a match is lost by whoever has done nothing. ``on_site``: its games open by
    themselves, else their results are reported. ``round`` is the last one that was paired, ``version`` counts all
    that has changed.
    """

    class Kind(models.TextChoices):
        SWISS = standings.SWISS, pgettext_lazy("kind of tournament", "Swiss")
        ROUND_ROBIN = standings.ROUND_ROBIN, pgettext_lazy("kind of tournament", "Round robin")
        ARENA = standings.ARENA, pgettext_lazy("kind of tournament", "Arena")
        EVENING = standings.EVENING, pgettext_lazy("kind of tournament", "Club evening")

    class Phase(models.TextChoices):
        OPEN = "open", pgettext_lazy("of a tournament", "Open to join")
        RUNNING = "running", pgettext_lazy("of a tournament", "In progress")
        OVER = "over", pgettext_lazy("of a tournament", "Over")

    owner = models.ForeignKey(Owner, hand_on, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.SWISS)
    asked = models.JSONField()
    rated = models.BooleanField(default=False)
    on_site = models.BooleanField(default=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=60)
    no_show = models.PositiveSmallIntegerField(default=10)
    capacity = models.PositiveSmallIntegerField(default=MAX_ENTRANTS)
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.OPEN)
    round = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    starts = models.DateTimeField(null=True, blank=True)  # when players are to be there; nothing begins by itself
    began = models.DateTimeField(null=True, blank=True)
    ends = models.DateTimeField(null=True, blank=True)  # of an arena, after which nobody is paired

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-created",)
        indexes = (models.Index(fields=("phase", "-created"), name="tournaments_by_phase"),)

    def __str__(self) -> str:
        return self.name or self.token

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.token])

    @property
    def is_arena(self) -> bool:
        return self.kind == self.Kind.ARENA

    @property
    def no_show_days(self) -> int:
        """``no_show`` in whole days; 0 where it is less than one."""
        return self.no_show // (24 * 60)

    @property
    def is_last_round(self) -> bool:
        """Whether the round that was paired last is the last of all; False where nobody knows how many there are."""
        return 0 < self.rounds <= self.round

    @property
    def pairs_no_more(self) -> bool:
        """Whether matches may still be open, but none is paired any more: in the last round, or when the time of an
        arena is up."""
        if self.is_arena:
            return self.ends is not None and timezone.now() >= self.ends
        return self.phase == self.Phase.RUNNING and self.is_last_round

    @property
    def admits(self) -> bool:
        """Whether it is at a stage at which more may join: all but a round robin take late joiners, while there is a
        match to come for them."""
        if self.phase != self.Phase.RUNNING:
            return self.phase == self.Phase.OPEN
        return self.kind != self.Kind.ROUND_ROBIN and not self.pairs_no_more


class Entrant(models.Model):
    """Whoever plays in a tournament: a person, or with ``bot`` a bot of that level or character.

    ``number`` is the order in which they came. ``is_out``: withdrawn, and not paired any more. ``is_waiting``: in an
    arena, for the next match. ``deck`` has the cards of a Constructed deck, written out; nobody is shown it.
    """

    part_of = "owner"  # goes along when its owner takes everything
    names: ClassVar = (_("place in a tournament"), _("places in tournaments"))

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    bot = models.CharField(max_length=24, blank=True, default="")
    name = models.CharField(max_length=24)
    deck = models.JSONField(null=True, blank=True)
    is_out = models.BooleanField(default=False)
    is_waiting = models.BooleanField(default=False)

    if TYPE_CHECKING:
        tournament_id: int
        owner_id: UUID | None

    class Meta:
        verbose_name = _("place in a tournament")
        verbose_name_plural = _("places in tournaments")
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="one_entrant_of_a_number"),
            models.UniqueConstraint(
                fields=("tournament", "owner"), condition=Q(owner__isnull=False), name="an_owner_enters_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The name on a page: a bot of a level is called by it in the reader's language, whatever the row has."""
        if self.bot not in LEVEL_NAMES:
            return self.name
        number = re.search(r" \d+$", self.name)
        return level_name(self.bot) + (number[0] if number else "")


class Match(models.Model):
    """Two entrants in a round, or one who has a bye. ``outcome`` is "" until it is settled.

    ``source`` says who settled it. At a real table one of the two reports (``reported``, ``reported_by``) and the other
    confirms. ``game`` is where it is played, ``game_token`` stays when the game is swept away.
    """

    class Source(models.TextChoices):
        SITE = "site"
        PLAYERS = "players"
        ORGANISER = "organiser"
        NO_SHOW = "no-show"

    OUTCOMES: ClassVar = [(value, value) for value in (*matches.OUTCOMES, matches.BYE)]

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="matches")
    round = models.PositiveIntegerField()
    table = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, null=True, blank=True, related_name="+")
    game = models.OneToOneField(LiveGame, models.SET_NULL, null=True, blank=True, related_name="+")
    game_token = models.CharField(max_length=16, blank=True, default="")
    reported = models.CharField(max_length=8, choices=OUTCOMES, blank=True, default="")
    reported_by = models.ForeignKey(Entrant, models.SET_NULL, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=8, choices=OUTCOMES, blank=True, default="")
    source = models.CharField(max_length=10, choices=Source, blank=True, default="")
    opened = models.DateTimeField()
    settled = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        tournament_id: int
        first_id: int
        second_id: int | None
        game_id: int | None
        reported_by_id: int | None

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("tournament", "round", "table")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "round", "table"), name="one_match_a_table_and_round"),
        )
        indexes = (models.Index(fields=("opened",), condition=Q(outcome=""), name="open_matches"),)

    def __str__(self) -> str:
        return f"{self.tournament_id}, {self.round}.{self.table}"


class Correction(models.Model):
    """That a settled result was changed: everybody who looks at the tournament sees it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="corrections")
    before = models.CharField(max_length=8)
    after = models.CharField(max_length=8)
    round = models.PositiveIntegerField()  # the last one that was paired then
    at = models.DateTimeField()

    if TYPE_CHECKING:
        match_id: int

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.match_id}: {self.before} to {self.after}"


class TournamentSession(models.Model):
    """A Mutation session of some of a tournament's players."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sessions")
    session = models.OneToOneField(MutationSession, models.CASCADE, related_name="+")

    if TYPE_CHECKING:
        tournament_id: int
        session_id: int

    def __str__(self) -> str:
        return f"{self.tournament_id}, {self.session_id}"
