"""Making and changing books of one's own. Whoever calls has found out that the book is the owner's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.begun import made_before, token_for
from accounts.models import Owner, Visibility
from grimoire import departing
from grimoire.browsing import outline as outlines
from grimoire.browsing.outline import Outline, OutlineEntry, Titles
from grimoire.models import Book, BookPage, Puzzle
from grimoire.models.books import MAX_PAGES


class BookIsFull(Exception):
    """A book has at most ``MAX_PAGES`` pages."""


@transaction.atomic
def book_create(*, owner: Owner, title: str, visibility: str = Visibility.PRIVATE, token: str = "") -> Book:
    """An empty book. ``token`` is that of the form that asks (``accounts.begun``): the same again makes no other."""
    existing = made_before(Book, owner, token, title=title)
    if existing is not None:
        return existing
    book: Book = Book.objects.create(owner=owner, title=title, visibility=visibility, token=token_for(Book, token))
    return book


def book_change(*, book: Book, cover: Mapping[str, Any]) -> None:
    """Gives a book another cover: ``cover`` are fields of ``BookForm``. Whatever else of it changes meanwhile stays."""
    for field, value in cover.items():
        setattr(book, field, value)
    book.save(update_fields=[*cover, "updated"])


@transaction.atomic
def book_delete(*, book: Book) -> None:
    """Deletes a book; its pages stay what they are."""
    departing.delete_book(book=book)


@transaction.atomic
def page_add(*, book: Book, puzzle: Puzzle) -> bool:
    """Puts a page at the end of a book; False when it is in there already. Raises ``BookIsFull``."""
    rows = _locked(book)
    if any(row.puzzle_id == puzzle.pk for row in rows):
        return False
    if len(rows) >= MAX_PAGES:
        raise BookIsFull
    BookPage.objects.create(book=book, puzzle=puzzle, number=rows[-1].number + 1 if rows else 1)
    _touch(book)
    return True


@dataclass(frozen=True, slots=True)
class BookEdit:
    """A change to the order of a book: ``verb`` is one of ``VERBS``, ``token`` the page's, ``place`` (from 0) is where
    to ``move`` it."""

    verb: str
    token: str
    place: int = 0


@transaction.atomic
def pages_arrange(*, book: Book, titles: Mapping[str, Titles], change: BookEdit | None = None) -> list[Titles]:
    """Names the parts that begin with pages (by their tokens), then carries out a change, if one is given.

    Returns the titles of parts that are gone, because no page is left in them. Titles of pages that are not in the book
    are left out. Raises ``KeyError`` when the page to be changed is not there.
    """
    rows = _locked(book)
    keys = {row.puzzle.token: row.pk for row in rows}
    before = tuple(OutlineEntry(row.pk, (row.chapter, row.chapter_fr)) for row in rows)
    for token, named in titles.items():
        if token in keys:
            before = outlines.entitle(before, keys[token], named)
    after = _CHANGES[change.verb](before, keys[change.token], change.place) if change else before
    left = {entry.key for entry in after}
    BookPage.objects.filter(book=book).exclude(pk__in=left).delete()
    _write(book, [row for row in rows if row.pk in left], after)
    return outlines.lost(before, after)


_CHANGES: Final[dict[str, Callable[[Outline, int, int], Outline]]] = {
    "up": lambda outline, key, _place: outlines.step(outline, key, -1),
    "down": lambda outline, key, _place: outlines.step(outline, key, 1),
    "move": outlines.move,
    "remove": lambda outline, key, _place: outlines.remove(outline, key),
}
VERBS: Final = tuple(_CHANGES)


def _locked(book: Book) -> list[BookPage]:
    """The pages in order. The book is held until the transaction ends, so that two windows do not mix their orders."""
    Book.objects.select_for_update().get(pk=book.pk)
    return list(BookPage.objects.filter(book=book).select_related("puzzle").order_by("number"))


def _write(book: Book, rows: list[BookPage], outline: Outline) -> None:
    """Numbers the pages from 1 as the outline has them: first out of each other's way, for no number is there twice."""
    BookPage.objects.filter(book=book).update(number=F("number") + 2 * MAX_PAGES)
    by_key = {row.pk: row for row in rows}
    for number, entry in enumerate(outline, start=1):
        row = by_key[entry.key]
        row.number, (row.chapter, row.chapter_fr) = number, entry.titles
    BookPage.objects.bulk_update(rows, ("number", "chapter", "chapter_fr"))
    _touch(book)


def _touch(book: Book) -> None:
    Book.objects.filter(pk=book.pk).update(updated=timezone.now())
