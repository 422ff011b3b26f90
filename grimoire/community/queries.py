"""Reading what readers make of a page."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from accounts.models import Owner
from grimoire.gate import Gate, Sealed
from grimoire.models import Comment, Favourite, Puzzle, Vote


def page_for(owner: Owner | None, token: str) -> Puzzle:
    """A page that this owner may open: published, or their own. Raises ``Http404``."""
    return get_object_or_404(Puzzle.objects.of_decks().open_to(owner).with_author(), token=token)


def open_page(token: str) -> Puzzle:
    """A page that everybody who has its address may solve. Raises ``Http404``."""
    return page_for(None, token)


def comments_on(puzzle: Puzzle, owner: Owner | None, gate: Gate) -> QuerySet[Comment]:
    """A page's comments, oldest first: without hidden ones, but for their own author. Raises ``Sealed``."""
    if not gate.is_open:
        raise Sealed
    shown = Q(hidden_at__isnull=True)
    if owner is not None:
        shown |= Q(owner=owner)
    return Comment.objects.filter(shown, puzzle=puzzle).select_related("owner__user").order_by("created", "pk")


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
