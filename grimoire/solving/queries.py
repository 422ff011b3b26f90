"""Finding what the solving page shows: the page itself, and its place in a book."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Case, Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value, When
from django.shortcuts import get_object_or_404

from accounts.models import Owner, Visibility
from grimoire.community.ratings import knows_position
from grimoire.models import Attempt, Book, BookPage, Puzzle
from grimoire.models.puzzles import DECKS, open_to


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


def puzzle_and_attempt(
    token: str, owner: Owner | None, *, to_judge: bool = False, game: str = DECKS
) -> tuple[Puzzle, Attempt]:
    """The page of an address, of everybody or of this author, and the owner's attempt at it, read in one statement;
    ``to_judge`` an answer, with what its rating depends on.

    The attempt is not saved where there is none yet. Any other address is a 404.
    """
    pages = Puzzle.objects.filter(game=game).open_to(owner).with_author().select_related("contest_entry__contest")
    pages = pages.annotate(has_twins=Exists(Puzzle.objects.filter(twin_of=OuterRef("pk"))))
    if owner is not None:
        if to_judge:
            pages = pages.annotate(knows_position=knows_position(owner))
        own_attempt = FilteredRelation("attempts", condition=Q(attempts__owner=owner))
        # The stubs know fields alone, not annotated relations.
        pages = pages.annotate(own_attempt=own_attempt).select_related("own_attempt")  # type: ignore[misc]
    puzzle = get_object_or_404(pages, token=token)
    attempt = getattr(puzzle, "own_attempt", None) or Attempt(owner=owner)
    attempt.puzzle = puzzle
    if to_judge:
        attempt.is_new_to_solver = not getattr(puzzle, "knows_position", False)
    return puzzle, attempt


def place_in_book(puzzle: Puzzle, owner: Owner | None, address: str) -> InBook | None:
    """The page's place in the book of an address, or in its first book that everybody finds; asked in one statement."""
    pages_of_puzzle = _pages_of(puzzle, owner, address)
    number = Subquery(pages_of_puzzle.values("number")[:1])
    of_book = BookPage.objects.filter(book=Subquery(pages_of_puzzle.values("book")[:1]))
    around = of_book.filter(open_to(owner, "puzzle__"))
    before = around.filter(number__lt=number).order_by("-number").values("number")[:1]
    after = around.filter(number__gt=number).order_by("number").values("number")[:1]
    others = BookPage.objects.filter(book=OuterRef("book")).order_by().values("book")
    beside = of_book.filter(Q(puzzle=puzzle) | Q(number=Subquery(before)) | Q(number=Subquery(after)))
    beside = beside.annotate(count=Subquery(others.annotate(count=Count("pk")).values("count")))
    pages = list(beside.select_related("book", "puzzle").order_by("number"))
    at = next((place for place, page in enumerate(pages) if page.puzzle_id == puzzle.pk), None)
    if at is None:
        return None
    page = pages[at]
    is_asked = bool(address) and address in (page.book.slug, page.book.token) and page.book.is_readable_by(owner)
    query = f"?{urlencode({'book': page.book.address})}" if is_asked else ""
    return InBook(
        book=page.book,
        number=page.number,
        count=page.count,
        before=_neighbour(pages[at - 1] if at else None, query),
        after=_neighbour(pages[at + 1] if at + 1 < len(pages) else None, query),
        query=query,
    )


def _pages_of(puzzle: Puzzle, owner: Owner | None, address: str) -> QuerySet[BookPage]:
    """Where a puzzle stands in books that may be shown: in that of the address first, then in those of everybody."""
    shown = Q(book__visibility=Visibility.PUBLIC, book__hidden_at__isnull=True)
    pages = BookPage.objects.filter(puzzle=puzzle)
    if not address:
        return pages.filter(shown).order_by("book__place", "book__created")
    readable = Q(book__visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED), book__hidden_at__isnull=True)
    if owner is not None:
        readable |= Q(book__owner=owner)
    is_requested = (Q(book__slug=address) | Q(book__token=address)) & readable
    first = Case(When(is_requested, then=Value(0)), default=Value(1))
    return pages.filter(shown | is_requested).order_by(first, "book__place", "book__created")


def _neighbour(page: BookPage | None, query: str) -> Neighbour | None:
    if page is None:
        return None
    return Neighbour(f"{page.puzzle.get_absolute_url()}{query}", page.puzzle.heading, page.number)
