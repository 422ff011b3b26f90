"""The counts that a page keeps of its votes and comments, always by counting: nothing drifts apart.

They follow what happens elsewhere too: accounts that are deleted, guests that sign in, moderators.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from grimoire.models import Comment, Puzzle, Vote


def count_votes(puzzle_id: int) -> None:
    """Writes a page's score: votes for less votes against."""
    votes = Vote.objects.filter(puzzle=OuterRef("pk")).order_by().values("puzzle")
    _write(puzzle_id, "score", votes.annotate(number=Sum("value")))


def count_comments(puzzle_id: int) -> None:
    """Writes how many comments a page has, without those that are hidden."""
    seen = Comment.objects.filter(puzzle=OuterRef("pk"), hidden_at__isnull=True).order_by().values("puzzle")
    _write(puzzle_id, "comment_count", seen.annotate(number=Count("pk")))


def _write(puzzle_id: int, field: str, numbers: QuerySet[Any]) -> None:
    """In one statement: whoever writes last has counted last."""
    number = Coalesce(Subquery(numbers.values("number")), 0)
    Puzzle.objects.filter(pk=puzzle_id).update(**{field: number})


@receiver(post_delete, sender=Vote)
def on_vote_deleted(instance: Vote, **_: Any) -> None:
    """With an account, say."""
    count_votes(instance.puzzle_id)


@receiver([post_save, post_delete], sender=Comment)
def on_comment(instance: Comment, **_: Any) -> None:
    """Said, hidden, shown again or gone."""
    count_comments(instance.puzzle_id)
