"""Reading what readers make of a page."""

from __future__ import annotations

from typing import Final

from django.db.models import F, Max, Q, QuerySet, Window
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from accounts.models import Owner
from grimoire.gate import Gate, Sealed
from grimoire.models import Comment, Favourite, Puzzle, Vote

_LATEST: Final = Window(Max("created"), partition_by=["thread"])


def page_for(owner: Owner | None, token: str) -> Puzzle:
    """A page of any game that this owner may open: published, or their own. Raises ``Http404``."""
    return get_object_or_404(Puzzle.objects.open_to(owner).with_author(), token=token)


def open_page(token: str) -> Puzzle:
    """A page of Clash of Decks that everybody who has its address may solve. Raises ``Http404``."""
    return get_object_or_404(Puzzle.objects.of_decks().open_to(None).with_author(), token=token)


def comments_on(puzzle: Puzzle, owner: Owner | None, gate: Gate) -> QuerySet[Comment]:
    """A page's comments, each followed by its replies, what was spoken of last at the end: without hidden ones, but for
    their own author. Raises ``Sealed``."""
    if not gate.is_open:
        raise Sealed
    shown = Q(hidden_at__isnull=True)
    if owner is not None:
        shown |= Q(owner=owner)
    return (
        Comment.objects.filter(shown, puzzle=puzzle)
        .select_related("owner__user")
        .annotate(thread=Coalesce("reply_to", "pk"))
        .annotate(latest=_LATEST)
        .order_by("latest", "thread", F("reply_to").asc(nulls_first=True), "created", "pk")
    )


def comment_to_answer(puzzle: Puzzle, token: str) -> Comment | None:
    """The comment of a page that a reply with this token goes to: of a reply what that was said to."""
    shown = Comment.objects.filter(puzzle=puzzle, hidden_at__isnull=True)
    comment = shown.filter(token=token).select_related("reply_to", "owner__user").first() if token else None
    return comment and (comment.reply_to or comment)


def own_comment(puzzle: Puzzle, owner: Owner | None, token: str) -> Comment:
    """One's own comment on a page. Raises ``Http404``."""
    return get_object_or_404(Comment.objects.owned_by(owner), puzzle=puzzle, token=token)


def is_favourite(puzzle: Puzzle, owner: Owner | None) -> bool:
    """Whether this owner wants to find the page again."""
    return owner is not None and Favourite.objects.filter(owner=owner, puzzle=puzzle).exists()


def vote_of(puzzle: Puzzle, owner: Owner | None) -> int:
    """1, -1, or 0 for somebody who has not voted."""
    if owner is None:
        return 0
    return Vote.objects.filter(owner=owner, puzzle=puzzle).values_list("value", flat=True).first() or 0
