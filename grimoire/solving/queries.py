"""Finding what the solving page shows: the page itself, and its place in a book."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404

from accounts.models import Owner, Visibility
from grimoire.models import Book, BookPage, Puzzle


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page before or after this one."""

    href: str
    title: str
    number: int


@dataclass(frozen=True, slots=True)
class InBook:
    """A page's place in a book."""

    book: Book
    number: int
    count: int
    before: Neighbour | None
    after: Neighbour | None
    query: str  # what addresses say of the book: empty for the page's first one


def puzzle_for(token: str, owner: Owner | None) -> Puzzle:
    """The page of an address: of everybody, or of this author. Anything else is a 404."""
    puzzle = Puzzle.objects.select_related("owner__user", "proof").filter(token=token).first()
    if puzzle is None or not (puzzle.is_open_to_all or puzzle.is_owned_by(owner)):
        raise Http404
    return puzzle


def place_in_book(puzzle: Puzzle, owner: Owner | None, address: str) -> InBook | None:
    """The page's place in the book of an address, or in its first book that everybody finds."""
    pages = BookPage.objects.filter(puzzle=puzzle).select_related("book").order_by("book__place", "book__created")
    books = Q(book__visibility=Visibility.PUBLIC, book__hidden_at__isnull=True)
    asked = None
    if address:
        asked = pages.filter(Q(book__slug=address) | Q(book__token=address)).first()
        if asked is not None and not asked.book.is_readable_by(owner):
            asked = None
    page = asked or pages.filter(books).first()
    if page is None:
        return None
    query = f"?{urlencode({'book': page.book.address})}" if asked is not None else ""
    readable = Q(puzzle__published_at__isnull=False, puzzle__hidden_at__isnull=True) & ~Q(
        puzzle__visibility=Visibility.PRIVATE
    )
    if owner is not None:
        readable |= Q(puzzle__owner=owner)
    around = BookPage.objects.filter(readable, book=page.book).select_related("puzzle")
    before = around.filter(number__lt=page.number).order_by("-number").first()
    after = around.filter(number__gt=page.number).order_by("number").first()
    return InBook(
        book=page.book,
        number=page.number,
        count=page.book.pages.count(),
        before=_neighbour(before, query),
        after=_neighbour(after, query),
        query=query,
    )


def _neighbour(page: BookPage | None, query: str) -> Neighbour | None:
    if page is None:
        return None
    return Neighbour(f"{page.puzzle.get_absolute_url()}{query}", page.puzzle.heading, page.number)
