"""Championships of solving: the same six puzzles for all, one answer each, against the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, Owner
from cards.models import in_language
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH, Puzzle

PUZZLES: Final = 6
DURATION: Final = timedelta(hours=1)


class Championship(Owned):
    """A championship; its owner organises it and has set its puzzles, which are drafts until it is over.

    It begins for all at ``starts_at``; with ``last_start`` everybody begins their own hour when they like, from
    ``starts_at`` on and no later than that.
    """

    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    title = models.CharField(max_length=TITLE_LENGTH)
    title_fr = models.CharField(max_length=TITLE_LENGTH, blank=True)
    about = models.TextField(max_length=WORDS_LENGTH, blank=True)
    about_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)
    starts_at = models.DateTimeField()
    last_start = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("solving championship")
        verbose_name_plural = _("solving championships")
        ordering = ("-starts_at", "-pk")
        indexes = (models.Index(fields=("visibility", "starts_at"), name="championships_by_date"),)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("grimoire:championship", args=[self.token])

    @property
    def heading(self) -> str:
        return in_language(self.title, self.title_fr)

    @property
    def words(self) -> str:
        return in_language(self.about, self.about_fr)

    @property
    def ends_at(self) -> datetime:
        """When nobody solves any more, and all is known."""
        return (self.last_start or self.starts_at) + DURATION

    def is_over(self, now: datetime) -> bool:
        return now >= self.ends_at

    def takes_solvers(self, now: datetime) -> bool:
        """Whether somebody may begin: with one start for all, who comes late has less time."""
        return self.starts_at <= now < (self.last_start or self.ends_at)


def not_over(now: datetime, through: str = "") -> models.Q:
    """Which championships are not over; ``through`` leads to the championship: ``championship__`` from its puzzles."""
    since = now - DURATION
    for_all = {f"{through}last_start__isnull": True, f"{through}starts_at__gt": since}
    return models.Q(**{f"{through}last_start__gt": since}) | models.Q(**for_all)


class ChampionshipPuzzle(models.Model):
    """A puzzle of a championship, with the points for a right answer."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="puzzles")
    puzzle = models.OneToOneField(Puzzle, models.CASCADE, related_name="championship_puzzle")
    number = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("championship", "number"), name="a_number_in_a_championship"),)

    def __str__(self) -> str:
        return f"{self.championship}: {self.number}"


class ChampionshipRun(models.Model):
    """A solver's hour in a championship."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="runs")
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    started = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended = models.BooleanField(default=False)  # before its time, by the solver

    part_of = "owner"
    names = (_("hour in a championship"), _("hours in championships"))

    if TYPE_CHECKING:
        owner_id: UUID
        championship_id: int

    class Meta:
        ordering = ("started", "pk")
        constraints = (models.UniqueConstraint(fields=("championship", "owner"), name="one_hour_a_solver"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.championship}"

    def is_over(self, now: datetime) -> bool:
        return self.ended or now >= self.ends_at


class ChampionshipAnswer(models.Model):
    """What a solver has laid out on a puzzle, and the one answer that they have handed in.

    ``is_right`` is None until then; ``seconds`` count from the start of their hour. Each change names the ``revision``
    it was made upon, so that no answer counts twice.
    """

    run = models.ForeignKey(ChampionshipRun, models.CASCADE, related_name="answers")
    page = models.ForeignKey(ChampionshipPuzzle, models.CASCADE, related_name="answers")
    line = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)
    is_right = models.BooleanField(null=True)
    seconds = models.FloatField(default=0)

    part_of = "run"

    class Meta:
        constraints = (models.UniqueConstraint(fields=("run", "page"), name="one_answer_a_puzzle"),)

    def __str__(self) -> str:
        return f"{self.run}: {self.page_id}"
