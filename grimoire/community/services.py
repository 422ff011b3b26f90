"""Services of favourites, votes and comments. Each says what is to be, so that doing it twice changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from grimoire.community.announcing import announce_comment
from grimoire.community.counting import count_votes
from grimoire.community.news import mark_read
from grimoire.gate import Gate, Sealed
from grimoire.models import Comment, Favourite, Puzzle, Vote

SAID_TWICE: Final = timedelta(minutes=10)  # within which the same words are the same comment, sent again


class OwnPage(Exception):
    """An author voted for a page of their own."""


@transaction.atomic
def set_favourite(*, owner: Owner, puzzle: Puzzle, wanted: bool) -> None:
    """Makes a page a favourite, or no longer one."""
    if wanted:
        Favourite.objects.get_or_create(owner=owner, puzzle=puzzle)
    else:
        Favourite.objects.filter(owner=owner, puzzle=puzzle).delete()


@transaction.atomic
def set_vote(*, owner: Owner, puzzle: Puzzle, gate: Gate, value: int) -> None:
    """Votes for (1) or against (-1) a page, or takes the vote back (0), and counts the page's votes anew.

    Raises ``Sealed`` before the page is solved or its solution looked at, and ``OwnPage``.
    """
    if puzzle.is_owned_by(owner):
        raise OwnPage
    if not gate.is_open:
        raise Sealed
    lock_row(Puzzle, puzzle.pk)  # whoever counts has all votes before it
    if value == 0:
        Vote.objects.filter(owner=owner, puzzle=puzzle).delete()
    else:
        Vote.objects.update_or_create(owner=owner, puzzle=puzzle, defaults={"value": 1 if value > 0 else -1})
    count_votes(puzzle.pk)


@transaction.atomic
def add_comment(*, owner: Owner, puzzle: Puzzle, gate: Gate, text: str, reply_to: Comment | None = None) -> Comment:
    """Adds a comment (tidied text). The same words sent again within some minutes are the comment that is there.

    Raises ``Sealed`` before the page is solved or its solution looked at.
    """
    if not gate.is_open:
        raise Sealed
    lock_row(Owner, owner.pk)
    since = timezone.now() - SAID_TWICE
    same = {"owner": owner, "puzzle": puzzle, "text": text, "reply_to": reply_to}
    duplicate = Comment.objects.filter(**same, created__gte=since).first()
    comment: Comment = duplicate or Comment.objects.create(**same)
    if duplicate is None:
        announce_comment(comment)
    mark_read(owner, puzzle, comment.created)  # what was said before stood above the form
    return comment


@transaction.atomic
def edit_comment(*, comment: Comment, text: str) -> None:
    """Changes one's own comment; whether it is hidden stays a moderator's to say."""
    comment.text = text
    comment.save(update_fields=["text", "updated"])


@transaction.atomic
def delete_comment(*, comment: Comment) -> None:
    """Deletes one's own comment for good."""
    comment.delete()
