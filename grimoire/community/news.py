"""Who is told of new comments: the author of a page, and whoever has said something on it themselves.

Nothing is sent: a count stands beside one's name until the page was looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import Owner
from grimoire.models import Comment, CommentsRead, Puzzle
from tables.models import Relation
from web.statements import PreparedCount

MAX_PAGES: Final = 20


@dataclass(frozen=True, slots=True)
class News:
    """Unread comments on a page: one's own, or one with a comment of one's own."""

    puzzle: Puzzle
    count: int
    is_own: bool


def unread_comments(owner: UUID) -> QuerySet[Comment]:
    """Comments that concern an owner, named by the key, unseen, and neither their own nor by people whom they block."""
    own_puzzles = Puzzle.objects.filter(owner=owner).values("pk")
    said_on = Comment.objects.filter(owner=owner, puzzle__in=Puzzle.objects.open_to(None)).values("puzzle")
    until = CommentsRead.objects.filter(owner=owner, puzzle=OuterRef("puzzle")).values("read_at")
    comments = Comment.objects.filter(Q(puzzle__in=own_puzzles) | Q(puzzle__in=said_on), hidden_at__isnull=True)
    blocked = Relation.objects.filter(owner=owner, kind=Relation.Kind.BLOCK).values("other")
    dated = comments.exclude(owner=owner).exclude(owner__in=blocked).annotate(until=Subquery(until))
    return dated.filter(Q(until__isnull=True) | Q(created__gt=F("until")))


_count_unread: Final = PreparedCount(unread_comments, UUID)


def count_unread(owner: Owner | None) -> int:
    """How many comments there are that somebody does not know of yet."""
    return 0 if owner is None else _count_unread(owner.pk)


def news_for(owner: Owner | None) -> list[News]:
    """The pages with unread comments, those with the latest first."""
    if owner is None:
        return []
    latest = unread_comments(owner.pk).order_by().values("puzzle").annotate(number=Count("pk"), last=Max("created"))
    counts = {each["puzzle"]: each["number"] for each in latest.order_by("-last")[:MAX_PAGES]}
    puzzles = Puzzle.objects.in_bulk(counts)
    return [News(puzzles[key], number, puzzles[key].is_owned_by(owner)) for key, number in counts.items()]


def take_news(owner: Owner | None, puzzle: Puzzle) -> frozenset[int]:
    """The keys of the comments on a page that its reader is about to see for the first time; from now on they are read.

    What is said in this very moment may be shown already and still counts as unread: better than the other way round.
    """
    if owner is None:
        return frozenset()
    unread = dict(unread_comments(owner.pk).filter(puzzle=puzzle).values_list("pk", "created"))
    if unread:
        mark_read(owner, puzzle, max(unread.values()))
    return frozenset(unread)


def mark_read(owner: Owner, puzzle: Puzzle, until: datetime) -> None:
    """Notes that somebody has seen all that was said on a page up to a moment."""
    CommentsRead.objects.update_or_create(owner=owner, puzzle=puzzle, defaults={"read_at": until})
