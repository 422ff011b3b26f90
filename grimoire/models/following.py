"""How people want to hear of new puzzles and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from grimoire.models.contests import ContestNews
from grimoire.models.puzzles import Puzzle
from tables.models import BrowserMessage

ORIGIN_LENGTH: Final = 300


class NewsSettings(models.Model):
    """How an owner hears of news: by mail, by push messages, by both or not at all.

    With ``is_daily`` there is one mail a day at most, else one an hour. ``origin`` and ``language`` are those of the
    page on which they were set: of the links in mails. What is older than ``mailed_until`` is in no further mail.
    """

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="news_settings")
    by_mail = models.BooleanField(default=False)
    by_push = models.BooleanField(default=False)
    is_daily = models.BooleanField(default=False, db_default=False)
    origin = models.CharField(max_length=ORIGIN_LENGTH, blank=True)
    language = models.CharField(max_length=5, default="en")
    mailed_until = models.DateTimeField(default=timezone.now)

    part_of = "owner"
    names = (_("news setting"), _("news settings"))

    if TYPE_CHECKING:
        owner_id: UUID

    def __str__(self) -> str:
        return f"{self.owner}: mail {self.by_mail}, push {self.by_push}"


class NewsMessage(BrowserMessage):
    """That a browser is to be told of a new puzzle, with ``is_comment`` of a comment on it, or of a contest's news."""

    task = "grimoire.community.tasks.tell_browser"

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, null=True, related_name="+")
    contest_news = models.ForeignKey(ContestNews, models.CASCADE, null=True, related_name="+")
    is_comment = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("puzzle", "subscription"), name="one_news_message_a_browser"),
            models.UniqueConstraint(fields=("contest_news", "subscription"), name="one_contest_message_a_browser"),
        )

    def __str__(self) -> str:
        return f"{self.puzzle or self.contest_news}"
