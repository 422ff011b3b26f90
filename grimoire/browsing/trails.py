"""One after the other through what somebody failed at first: the pages to try again, and what stands around each.

The address of a page says that it was opened from there: ``?again=1``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, QuerySet

from accounts.models import Owner
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import published

WHERE = "?again=1"


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a page stands among those to try again: its ``number`` of ``count``, the addresses before and after it."""

    number: int
    count: int
    before: str
    after: str


def trail_of(puzzle: Puzzle, owner: Owner | None, *, wanted: bool) -> Trail | None:
    """The list around a page, for ``grimoire/browsing/_trail.html``; None where its address does not ask for it."""
    if not wanted:
        return None
    pages = [Puzzle(**page) for page in to_try_again(owner).values(token=F("puzzle__token"), game=F("puzzle__game"))]
    tokens = [page.token for page in pages]
    if puzzle.token not in tokens:
        return None
    at = tokens.index(puzzle.token)
    beside = (pages[at - 1] if at else None, pages[at + 1] if at + 1 < len(pages) else None)
    return Trail(at + 1, len(pages), *[page.get_absolute_url() + WHERE if page else "" for page in beside])


def to_try_again(owner: Owner | None) -> QuerySet[Attempt]:
    """The attempts at published pages that somebody failed at first, those looked at longest ago first.

    A page stays on the list when it is solved later on: to solve it again is the point.
    """
    if owner is None:
        return Attempt.objects.none()
    # Joined: one's attempts are few beside all published pages.
    failed = Attempt.objects.filter(published("puzzle__"), owner=owner, first_try=False)
    return failed.order_by("started", "pk")
