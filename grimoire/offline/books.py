"""What of a book can be taken along."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from grimoire.browsing.shelves import pages_for
from grimoire.models import Book, BookPage
from grimoire.models.puzzles import DECKS
from grimoire.offline.packs import stays, why_words


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
    late = _("not ready yet: try again later")  # what a browser says where a worker has not made a pack in a minute
    return {"href": book.get_absolute_url(), "puzzles": puzzles, "left": left, "late": late}
