"""When followers, authors and readers are to be told; a worker does it (``telling``)."""

from __future__ import annotations

from django.utils import timezone

from grimoire.community import tasks
from grimoire.models import Comment, Puzzle


def announce(puzzle: Puzzle) -> None:
    """Has an author's followers told of a puzzle that everybody finds now; of each puzzle once."""
    unannounced = Puzzle.objects.published().filter(pk=puzzle.pk, announced_at__isnull=True)
    if unannounced.update(announced_at=timezone.now()) and puzzle.owner_id is not None:
        tasks.tell_of_puzzle.enqueue(puzzle.pk)


def announce_comment(comment: Comment) -> None:
    """Has the author of the page told of a comment, and whoever has commented there too."""
    tasks.tell_of_comment.enqueue(comment.pk)
