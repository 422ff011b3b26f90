"""Contests for authors: a theme, dates, entries that nobody knows the authors of, and a judge's award."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owned, Owner, Visibility, new_token
from cards.models import in_language
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH, Puzzle

MAX_ENTRIES: Final = 5  # of one author
MAX_PLACE: Final = 20


class Contest(Owned):
    """A contest; its owner organises it. Private until its judge has agreed, then everybody finds it.

    ``goal`` and ``edition`` are what entries have to have ("" for any), ``max_turns`` the most turns. From ``opens_at``
    to ``closes_at`` authors enter drafts of theirs; the judge then reads them, without names, and gives awards, which
    ``awarded_at`` makes known, with the entries as pages for everybody. ``verdict`` is what the judge says of them all.
    """

    class Phase(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("of a contest", "Planned")
        OPEN = "open", pgettext_lazy("of a contest", "Open for entries")
        JUDGED = "judged", pgettext_lazy("of a contest", "Being judged")
        AWARDED = "awarded", pgettext_lazy("of a contest", "Awarded")

    owner = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    judge = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    title = models.CharField(max_length=TITLE_LENGTH)
    title_fr = models.CharField(max_length=TITLE_LENGTH, blank=True)
    theme = models.TextField(max_length=WORDS_LENGTH)
    theme_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)
    goal = models.CharField(max_length=8, blank=True)
    edition = models.CharField(max_length=10, blank=True)
    max_turns = models.PositiveSmallIntegerField(default=3)
    entries_each = models.PositiveSmallIntegerField(default=1)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, editable=False)  # when the judge has agreed
    awarded_at = models.DateTimeField(null=True, editable=False)
    verdict = models.TextField(max_length=WORDS_LENGTH, blank=True)
    verdict_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)

    class Meta:
        verbose_name = _("contest")
        verbose_name_plural = _("contests")
        ordering = ("-closes_at", "-pk")
        indexes = (models.Index(fields=("visibility", "closes_at"), name="contests_by_date"),)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("grimoire:contest", args=[self.token])

    @property
    def heading(self) -> str:
        return in_language(self.title, self.title_fr)

    @property
    def words(self) -> str:
        """The theme in the language of the moment."""
        return in_language(self.theme, self.theme_fr)

    @property
    def judgement(self) -> str:
        """What the judge says of all entries, in the language of the moment."""
        return in_language(self.verdict, self.verdict_fr)

    @property
    def phase(self) -> Contest.Phase:
        return self.phase_at(timezone.now())

    def phase_at(self, now: datetime) -> Contest.Phase:
        if self.awarded_at is not None:
            return self.Phase.AWARDED
        # It goes on while another judge is asked.
        has_begun = self.agreed_at is not None or self.visibility == Visibility.PUBLIC
        if not has_begun or now < self.opens_at:
            return self.Phase.PLANNED
        return self.Phase.OPEN if now < self.closes_at else self.Phase.JUDGED

    def is_judged_by(self, owner: Owner | None) -> bool:
        return owner is not None and self.judge_id == owner.pk


class ContestEntry(models.Model):
    """A draft that was entered in a contest. Until the award nobody but its author knows whose it is.

    ``token`` is what the judge calls it by: it is made of nothing. ``place`` counts the prizes.
    """

    class Award(models.TextChoices):
        NONE = "", pgettext_lazy("award", "No award")
        PRIZE = "prize", pgettext_lazy("award", "Prize")
        MENTION = "mention", pgettext_lazy("award", "Honourable mention")
        COMMENDATION = "commended", pgettext_lazy("award", "Commendation")

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    contest = models.ForeignKey(Contest, models.CASCADE, related_name="entries")
    puzzle = models.OneToOneField(Puzzle, models.CASCADE, related_name="contest_entry")
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    entered_at = models.DateTimeField(auto_now_add=True)
    award = models.CharField(max_length=10, choices=Award, default="", blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    comment = models.TextField(max_length=WORDS_LENGTH, blank=True)
    comment_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)

    part_of = "owner"
    # Whoever takes all of theirs takes none of what the judge writes before everybody reads it.
    stays_here = ("award", "place", "comment", "comment_fr")
    names = (_("contest entry"), _("contest entries"))

    class Meta:
        ordering = ("token",)

    if TYPE_CHECKING:
        owner_id: UUID
        contest_id: int

    def __str__(self) -> str:
        return self.token

    @property
    def remark(self) -> str:
        """What the judge says of it, in the language of the moment."""
        return in_language(self.comment, self.comment_fr)

    @property
    def award_words(self) -> str:
        """The award; empty before everybody knows it, and where there is none."""
        if self.contest.awarded_at is None or not self.award:
            return ""
        if self.award != self.Award.PRIZE:
            return str(self.get_award_display())
        return str(pgettext_lazy("award", "Prize no. %(place)d")) % {"place": self.place}


class ContestFollow(models.Model):
    """That somebody wants to hear when a contest opens, closes and has its award."""

    contest = models.ForeignKey(Contest, models.CASCADE, related_name="follows")
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")

    part_of = "owner"
    names = (_("followed contest"), _("followed contests"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=("contest", "owner"), name="a_contest_followed_once"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.contest}"


class ContestNews(models.Model):
    """That something happened in a contest, for mails and messages; each once."""

    class Event(models.TextChoices):
        OPENS = "opens", pgettext_lazy("of a contest", "Open for entries")
        CLOSES = "closes", pgettext_lazy("of a contest", "Closed for entries")
        AWARD = "award", pgettext_lazy("of a contest", "The award is published")

    contest = models.ForeignKey(Contest, models.CASCADE, related_name="news")
    event = models.CharField(max_length=8, choices=Event)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-created",)
        constraints = (models.UniqueConstraint(fields=("contest", "event"), name="contest_news_once"),)

    def __str__(self) -> str:
        return f"{self.contest}: {self.event}"
