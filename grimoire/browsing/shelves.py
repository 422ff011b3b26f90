"""Books as readers see them: which there are, which of their pages may be seen, how far a reader has come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from accounts.models import Owner, Visibility
from accounts.text_cleaning import readable_line
from grimoire.browsing.states import FIRST, OPEN, SHOWN, SOLVED, UNTRIED, favourites_of, states_of
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tile_of
from grimoire.models import Attempt, Book, BookPage, Puzzle
from grimoire.models.puzzles import DECKS

MAX_COUNTED: Final = 1000  # books whose tags are counted: the latest
MAX_TAGS: Final = 30


def find_book(address: str, owner: Owner | None) -> Book | None:
    """The book of an address, a slug or a token, if this reader may see it."""
    named = Q(slug=address) | Q(token=address, slug="")
    books: QuerySet[Book] = Book.objects.readable_by(owner).filter(named)
    return books.select_related("owner__user", "set").first() if address else None


def can_be_taken_along(book: Book) -> bool:
    """Whether a book can be kept to be solved without a network (``grimoire.offline``): one of Clash of Decks that
    everybody may read, for what is kept says the same to all."""
    return book.game == DECKS and book.is_readable_by(None)


def pages_for(book: Book, owner: Owner | None) -> Q:
    """Which ``BookPage`` rows of a book this reader may open.

    A page has to be published and not hidden. Somebody else's unlisted page is never listed in a public book; in a book
    that is itself known by its link alone it is, and an author's own book may list it. One's own pages one always sees.
    """
    listed = Q(puzzle__visibility=Visibility.PUBLIC)
    if book.visibility != Visibility.PUBLIC:
        listed |= Q(puzzle__visibility=Visibility.UNLISTED)
    elif book.owner_id is not None:
        listed |= Q(puzzle__visibility=Visibility.UNLISTED, puzzle__owner=book.owner_id)
    seen = listed & Q(puzzle__published_at__isnull=False, puzzle__hidden_at__isnull=True)
    return seen | Q(puzzle__owner=owner) if owner else seen


# One book


@dataclass(frozen=True, slots=True)
class ShelvedPage:
    """A page of a book: its ``tile``, or None where the page was taken back, hidden, or is private.

    ``part`` is the title of the part that begins here, mostly empty.
    """

    page: BookPage
    tile: PuzzleTile | None

    @property
    def number(self) -> int:
        return self.page.number

    @property
    def part(self) -> str:
        return self.page.part


@dataclass(frozen=True, slots=True)
class Progress:
    """How many pages there are to solve, and how many are in which state for a reader."""

    total: int
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def solved(self) -> int:
        return self.counts.get(FIRST, 0) + self.counts.get(SOLVED, 0)

    @property
    def first(self) -> int:
        return self.counts.get(FIRST, 0)

    @property
    def shown(self) -> int:
        return self.counts.get(SHOWN, 0)

    @property
    def begun(self) -> int:
        return sum(self.counts.get(state, 0) for state in (FIRST, SOLVED, SHOWN, OPEN))

    @property
    def is_complete(self) -> bool:
        return 0 < self.total == self.solved

    @property
    def share(self) -> int:
        """The solved pages in hundredths, rounded down so that 100 means all."""
        return 100 * self.solved // self.total if self.total else 0


@dataclass(frozen=True)
class OpenBook:
    """A book with its leaves, in order, for a reader. ``next`` is where to go on: None when all is solved."""

    book: Book
    leaves: list[ShelvedPage]
    progress: Progress
    next: PuzzleTile | None

    @property
    def is_own(self) -> bool:
        return self.book.owner_id is not None

    @property
    def tiles(self) -> list[PuzzleTile]:
        return [leaf.tile for leaf in self.leaves if leaf.tile is not None]

    @property
    def parts(self) -> list[tuple[str, list[ShelvedPage]]]:
        """The leaves by parts; the first part has no title when the book begins without one."""
        parts: list[tuple[str, list[ShelvedPage]]] = []
        for leaf in self.leaves:
            if leaf.part or not parts:
                parts.append((leaf.part, []))
            parts[-1][1].append(leaf)
        return parts


def open_book(book: Book, owner: Owner | None, language: str) -> OpenBook:
    """A book as this reader sees it. Five queries, however long it is."""
    rows = list(BookPage.objects.filter(book=book).order_by("number"))
    seen = BookPage.objects.filter(pages_for(book, owner), book=book).values("puzzle")
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=seen))}
    states, liked = states_of(puzzles.values(), owner), favourites_of(puzzles.values(), owner)
    gone = [row.puzzle_id for row in rows if row.puzzle_id not in puzzles]
    titles = Puzzle.objects.only("token", "game", "title", "title_fr").in_bulk(gone) if gone else {}
    leaves = []
    for row in rows:
        puzzle = puzzles.get(row.puzzle_id)
        if puzzle is None and row.puzzle_id not in titles:
            continue  # deleted since the rows were read
        row.puzzle = puzzle or titles[row.puzzle_id]
        tile = None
        if puzzle is not None:
            state, where = states.get(puzzle.pk, UNTRIED), f"?book={book.address}"
            tile = tile_of(puzzle, language, state, puzzle.pk in liked, where, row.number, book.game)
        leaves.append(ShelvedPage(row, tile))
    tiles = [leaf.tile for leaf in leaves if leaf.tile is not None]
    return OpenBook(book, leaves, _progress(len(tiles), [tile.state for tile in tiles]), next_of(tiles))


def next_of(tiles: Sequence[PuzzleTile]) -> PuzzleTile | None:
    """Where to go on: at the page that is under way, else the first that was not tried, else the first not solved."""
    for state in (OPEN, UNTRIED, SHOWN):
        for tile in tiles:
            if tile.state == state:
                return tile
    return None


def _progress(total: int, states: Iterable[str]) -> Progress:
    counts: dict[str, int] = {}
    for state in states:
        counts[state] = counts.get(state, 0) + 1
    return Progress(total, counts)


# Many books


@dataclass(frozen=True, slots=True)
class Cover:
    """A book on a shelf, with the reader's progress."""

    book: Book
    progress: Progress

    @property
    def is_own(self) -> bool:
        return self.book.owner_id is not None


def covers_of(books: Iterable[Book], owner: Owner | None) -> list[Cover]:
    """Covers of books in this order. Two queries, whatever their number."""
    listed = list(books)
    sizes = _sizes(listed, owner)
    solved = _solved(listed, owner)
    return [Cover(book, Progress(sizes.get(book.pk, 0), solved.get(book.pk, {}))) for book in listed]


def _sizes(books: Sequence[Book], owner: Owner | None) -> dict[int, int]:
    return dict(_seen(books, owner).values_list("book").annotate(Count("pk")))


def _seen(books: Sequence[Book], owner: Owner | None) -> QuerySet[Any]:
    """The rows of these books that the reader may open."""
    readable = Q(pk__in=[])
    kinds: dict[tuple[str, object], list[Book]] = {}
    for book in books:
        kinds.setdefault((book.visibility, book.owner_id), []).append(book)
    for alike in kinds.values():  # what may be seen hangs on a book's visibility and owner alone
        readable |= Q(book__in=alike) & pages_for(alike[0], owner)
    return BookPage.objects.filter(readable).order_by()


def _solved(books: Sequence[Book], owner: Owner | None) -> dict[int, dict[str, int]]:
    if owner is None:
        return {}
    rows = _seen(books, owner).filter(puzzle__attempts__owner=owner)
    counts_by_book: dict[int, dict[str, int]] = {}
    fields = ("puzzle__attempts__state", "puzzle__attempts__first_try", "puzzle__attempts__hint_level_at_first")
    for book, state, first, hint_level in rows.values_list("book", *fields):
        name = (FIRST if first and not hint_level else SOLVED) if state == Attempt.State.SOLVED else state
        counts = counts_by_book.setdefault(book, {})
        counts[name] = counts.get(name, 0) + 1
    return counts_by_book


def site_books() -> QuerySet[Book]:
    """The site's own books, in the order of the shelf."""
    return Book.objects.listed().filter(owner=None).select_related("set").order_by("place", "pk")


def tag_of(text: str) -> str:
    """A tag as books keep it and searches ask for it: in small letters, without bars, on one line."""
    return " ".join(readable_line(text).casefold().replace("|", " ").split())


def readers_books(tag: str = "", author: str = "") -> QuerySet[Book]:
    """The books that readers have made public and that have pages in them, the latest first; ``author`` is a name."""
    books = Book.objects.listed().filter(owner__isnull=False, pages__isnull=False)
    if tag := tag_of(tag):
        books = books.filter(tags__contains=f"|{tag}|")
    if author:
        books = books.filter(owner__user__username__iexact=author)
    return books.distinct().select_related("owner__user", "set").order_by("-updated", "-pk")


def common_tags() -> list[tuple[str, int]]:
    """The tags of readers' public books with how many have them, the commonest first."""
    tagged = readers_books().exclude(tags="").values_list("tags", flat=True)[:MAX_COUNTED]
    counts = Counter(tag for tags in tagged for tag in tags.split("|") if tag)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MAX_TAGS]


def own_books(owner: Owner | None) -> QuerySet[Book]:
    return Book.objects.owned_by(owner).select_related("owner__user", "set").order_by("-updated")
