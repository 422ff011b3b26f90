"""What of a book can be taken along."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.urls import reverse

from grimoire.browsing.shelves import pages_for
from grimoire.models import Book, BookPage
from grimoire.models.puzzles import DECKS
from grimoire.offline.packs import stays, why_words


def can_be_taken(book: Book) -> bool:
    """Whether a book is offered: one of Clash of Decks that everybody may read, for a pack says the same to all."""
    return book.game == DECKS and book.is_readable_by(None)


def contents_of(book: Book) -> dict[str, Any]:
    """The ``puzzles`` of a book that can be taken along, with their addresses, and those that stay (``left``), each
    with why; in the book's order, as everybody may see them."""
    rows = BookPage.objects.filter(pages_for(book, None) & Q(puzzle__game=DECKS), book=book)
    puzzles, left = [], []
    for row in rows.select_related("puzzle").order_by("number"):
        puzzle = row.puzzle
        reason = stays(puzzle)
        named = {"number": row.number, "title": puzzle.heading}
        if reason:
            left.append({**named, "why": why_words(reason)})
        else:
            href = f"{puzzle.get_absolute_url()}?book={book.address}"
            puzzles.append({**named, "href": href, "pack": reverse("grimoire:pack", args=[puzzle.token])})
    return {"title": book.heading, "href": book.get_absolute_url(), "puzzles": puzzles, "left": left}
