"""Models of readers' contributions: favourites, votes, comments; and the page of the day."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, Owner, Visibility
from grimoire.models.puzzles import Puzzle

COMMENT_LENGTH: Final = 2000


class Favourite(models.Model):
    """A page that somebody wants to find again."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="favourites")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="favourites")
    created = models.DateTimeField(auto_now_add=True)

    part_of = "owner"
    names = (_("favourite"), _("favourites"))

    class Meta:
        ordering = ("-created",)
        constraints = (models.UniqueConstraint(fields=("owner", "puzzle"), name="a_favourite_once"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}"


class Vote(models.Model):
    """The vote of somebody who has tried a page: ``value`` is 1 or -1."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="votes")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="votes")
    value = models.SmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    part_of = "owner"
    names = (_("vote"), _("votes"))

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("owner", "puzzle"), name="one_vote_of_an_owner"),
            models.CheckConstraint(condition=models.Q(value__in=(-1, 1)), name="for_or_against"),
        )

    def __str__(self) -> str:
        return f"{self.owner}: {self.value:+d} {self.puzzle}"


class Opinion(models.Model):
    """What somebody who has tried a page says of it beside their vote: how hard it is for its level, what it is about.

    ``difficulty`` is -1 (too easy), 0 or 1 (too hard); ``themes`` are abilities and ideas (``community.opinions``).
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="opinions")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="opinions")
    difficulty = models.SmallIntegerField(default=0)
    themes = models.JSONField(default=list)

    part_of = "owner"
    names = (_("opinion of a puzzle"), _("opinions of puzzles"))

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("owner", "puzzle"), name="one_opinion_of_an_owner"),
            models.CheckConstraint(condition=models.Q(difficulty__in=(-1, 0, 1)), name="easy_right_or_hard"),
        )

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}, {self.difficulty:+d}"


class Comment(Owned):
    """A comment on a page: shown only to who may see its solution. A reply to a reply has the same ``reply_to``."""

    reply_to = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="replies")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="comments")
    text = models.TextField(max_length=COMMENT_LENGTH)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ("created",)

    def __str__(self) -> str:
        return self.text[:60]

    def get_absolute_url(self) -> str:
        return f"{self.puzzle.get_absolute_url()}#comment-{self.token}"

    def save(self, *args: object, **kwargs: object) -> None:
        self.visibility = Visibility.PUBLIC
        super().save(*args, **kwargs)


class CommentsRead(models.Model):
    """Up to when somebody has read the comments on a page of their own, or on one where they said something."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="+")
    read_at = models.DateTimeField()

    part_of = "owner"
    names = (_("puzzle whose comments you have read"), _("puzzles whose comments you have read"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "puzzle"), name="read_once_by_an_owner"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}, {self.read_at}"


class DailyPage(models.Model):
    """The page of a day (UTC)."""

    day = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="days")

    class Meta:
        ordering = ("-day",)

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle}"
