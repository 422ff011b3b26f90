"""Deleting what others know, undoing that for a week, and leading from a page's address to the one that corrects it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.deletions import note_deletion, take_back_deletion
from accounts.models import Owner, Visibility
from accounts.requests import SiteRequest
from background.upkeep import register
from grimoire.community.counting import count_comments
from grimoire.models import Attempt, Book, BookPage, Comment, Departed, Favourite, Puzzle

PAGE: Final = Departed.Kind.PAGE
BOOK: Final = Departed.Kind.BOOK
UNDO: Final = timedelta(days=7)


def is_known_to_others(puzzle: Puzzle) -> bool:
    """Whether others may have a page's address, or have left something on it."""
    others = Q(puzzle=puzzle) & ~Q(owner=puzzle.owner)
    return puzzle.is_published or Attempt.objects.filter(others).exists() or Comment.objects.filter(others).exists()


@receiver(pre_delete, sender=Puzzle)
def note_gone_page(sender: type[Puzzle], instance: Puzzle, **_: Any) -> None:
    """Its twins, and what was made of it, do not name it any more: whoever asks what has changed hears of them."""
    named_by = Q(twin_of=instance) | Q(remixed_from=instance) | Q(pk=instance.twin_of_id)
    Puzzle._base_manager.filter(named_by).update(updated=timezone.now())


@receiver(post_save, sender=Puzzle)
def note_changed_twin(sender: type[Puzzle], instance: Puzzle, **_: Any) -> None:
    """A published puzzle is told with its twins: it has changed when one of them comes, goes or is hidden."""
    if instance.twin_of_id is not None:
        first = Puzzle._base_manager.filter(pk=instance.twin_of_id, published_at__isnull=False)
        first.update(updated=timezone.now())


@transaction.atomic
def delete_page(*, puzzle: Puzzle) -> Departed | None:
    """Deletes a page: what nobody else knows at once, what others know after a week in which its author can undo it."""
    if not is_known_to_others(puzzle):
        puzzle.delete()
        return None
    was = {"visibility": puzzle.visibility, "published_at": None}
    if puzzle.published_at is not None:
        was["published_at"] = puzzle.published_at.isoformat()
    left, _made = Departed.objects.update_or_create(
        kind=PAGE,
        address=puzzle.token,
        defaults={"at": timezone.now(), "by": puzzle.owner, "puzzle": puzzle, "was": was},
    )
    note_deletion(puzzle)
    Puzzle.objects.filter(pk=puzzle.pk).update(owner=None, visibility=Visibility.PRIVATE, published_at=None)
    note_changed_twin(Puzzle, puzzle)
    return left


@transaction.atomic
def delete_book(*, book: Book) -> Departed | None:
    """Deletes a book as ``delete_page`` does a page; its pages stay."""
    if book.visibility == Visibility.PRIVATE:
        book.delete()
        return None
    left, _made = Departed.objects.update_or_create(
        kind=BOOK,
        address=book.address,
        defaults={"at": timezone.now(), "by": book.owner, "book": book, "was": {"visibility": book.visibility}},
    )
    Book.objects.filter(pk=book.pk).update(owner=None, visibility=Visibility.PRIVATE)
    return left


def deleted_by(owner: Owner | None) -> QuerySet[Departed]:
    """What somebody has deleted and can have back, the latest first."""
    kept = Q(puzzle__isnull=False) | Q(book__isnull=False)
    rows = Departed.objects.filter(kept, by=owner, at__gt=timezone.now() - UNDO).select_related("puzzle", "book")
    return rows if owner is not None else rows.none()


@transaction.atomic
def restore(*, left: Departed) -> Puzzle | Book | None:
    """Undoes a deletion; None where it is too late, or was done already."""
    thing = left.thing
    if thing is None:
        return None
    thing.owner, thing.visibility = left.by, left.was["visibility"]
    given_back = ["owner", "visibility", "updated"]  # alone: a moderator may hide it at this moment
    if isinstance(thing, Puzzle):
        published = left.was["published_at"]
        thing.published_at = datetime.fromisoformat(published) if published else None
        given_back.append("published_at")
        take_back_deletion(thing)
    thing.save(update_fields=given_back)
    left.delete()
    return thing


@transaction.atomic
def correct(*, puzzle: Puzzle) -> None:
    """Puts a published page in the place of the one that it corrects: books, favourites and comments follow, and the
    old address leads here. Attempts, votes and ratings stay with what they were about. What a moderator has hidden
    stays hidden."""
    old = puzzle.corrects
    if old is None or old.is_published:
        return
    if old.hidden_at is not None and puzzle.hidden_at is None:
        puzzle.hidden_at = old.hidden_at
        puzzle.save(update_fields=["hidden_at", "updated"])
    Departed.objects.update_or_create(
        kind=PAGE, address=old.token, defaults={"at": timezone.now(), "successor": puzzle}
    )
    BookPage.objects.filter(puzzle=old).exclude(book__pages__puzzle=puzzle).update(puzzle=puzzle)
    fond = list(Favourite.objects.filter(puzzle=puzzle).values_list("owner", flat=True))
    Favourite.objects.filter(puzzle=old).exclude(owner__in=fond).update(puzzle=puzzle)
    Comment.objects.filter(puzzle=old).update(puzzle=puzzle)
    for page in (old, puzzle):
        count_comments(page.pk)


def departed(request: SiteRequest, kind: str, address: str, owner: Owner | None) -> HttpResponse | None:
    """What is answered at an address where nothing is any more: the way to what corrects it, or that it was deleted.

    None for an address that never was one, and for a page that was only withdrawn.
    """
    left = Departed.objects.filter(kind=kind, address=address).select_related("successor", "puzzle", "book").first()
    if left is None:
        return None
    if left.successor is not None:
        return redirect(left.successor)
    is_own = owner is not None and left.by_id == owner.pk and left.thing is not None
    context = {"left": left, "is_own": is_own, "until": left.at + UNDO, "is_book": kind == BOOK}
    response = render(request, "grimoire/departed.html", context, status=410)
    response["Cache-Control"] = "private, no-store" if is_own else "private, max-age=60"
    return response


def sweep_deleted() -> int:
    """Deletes for good what was deleted a week ago, or by somebody whose account is gone."""
    over = Departed.objects.filter(Q(at__lte=timezone.now() - UNDO) | Q(by__isnull=True))
    rows = over.filter(Q(puzzle__isnull=False) | Q(book__isnull=False)).select_related("puzzle", "book")
    count = 0
    for left in rows:
        thing = left.thing
        if thing is not None and thing.owner_id is None and thing.visibility == Visibility.PRIVATE:
            thing.delete()
            count += 1
    return count


def start() -> None:
    register("deleted pages and books that nobody asked back", sweep_deleted)
