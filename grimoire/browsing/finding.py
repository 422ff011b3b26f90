"""Looking for pages in the database: what a search finds, and how many pages each further choice would leave."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef

from accounts.models import Owner
from cards.folding import folded
from grimoire.browsing.puzzle_query import PuzzleQuery
from grimoire.browsing.shelves import find_book
from grimoire.browsing.states import in_state
from grimoire.browsing.tiles import for_tiles
from grimoire.models import Book, BookPage, Puzzle, PuzzleAbility
from grimoire.models.puzzles import PuzzleQuerySet

PAGE_SIZE: Final = 24
Pages = PuzzleQuerySet
_NEWEST: Final = (F("published_at").desc(), F("pk").desc())
_ORDERS: Final[dict[str, tuple[Any, ...]]] = {
    "newest": _NEWEST,
    "easiest": (F("level").asc(nulls_last=True), F("rating").asc(), F("pk").asc()),
    "hardest": (F("level").desc(nulls_last=True), F("rating").desc(), F("pk").asc()),
    "liked": (F("score").desc(), *_NEWEST),
    "rating": (F("rating").desc(), F("level").desc(nulls_last=True), F("pk").asc()),
}


@dataclass(frozen=True)
class PuzzleResults:
    """One page of a search's results: the ``puzzles`` of one page of so many ``pages``, and ``total`` in all.

    ``goals``, ``levels`` and ``abilities`` count what each choice would leave, together with all else that is asked.
    """

    puzzles: list[Puzzle]
    total: int
    page: int
    pages: int
    goals: dict[str, int]
    levels: dict[int, int]
    abilities: dict[str, int]
    book: Book | None = None

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE_SIZE + 1 if self.total else 0

    @property
    def last(self) -> int:
        return min(self.page * PAGE_SIZE, self.total)


def find(asked: PuzzleQuery, owner: Owner | None) -> PuzzleResults:
    """The published pages that a search asks for; a page beyond the last is the last one."""
    book = find_book(asked.book, owner) if asked.book else None
    pages = _narrowed(asked, owner, book)
    total = pages.count()
    last = max(ceil(total / PAGE_SIZE), 1)
    page = min(asked.page, last)
    start = (page - 1) * PAGE_SIZE
    return PuzzleResults(
        list(for_tiles(_ordered(pages, asked.sort, book))[start : start + PAGE_SIZE]),
        total,
        page,
        last,
        _counts(_narrowed(asked, owner, book, but=("goals",)), "goal"),
        _counts(_narrowed(asked, owner, book, but=("levels",)), "level"),
        _abilities(pages),
        book,
    )


def _narrowed(asked: PuzzleQuery, owner: Owner | None, book: Book | None, but: Collection[str] = ()) -> Pages:
    pages: Pages = Puzzle.objects.published()
    for field, narrow in _FILTERS.items():
        value = getattr(asked, field)
        if value in ("", (), 0, None) or field in but:
            continue
        pages = narrow(pages, value)
    if asked.book:
        pages = pages.filter(book_pages__book=book) if book else pages.none()
    return in_state(pages, asked.state, owner) if asked.state else pages


def _with_words(pages: Pages, words: str) -> Pages:
    for word in folded(words).split():
        pages = pages.filter(search_text__contains=word)
    return pages


def _with_abilities(pages: Pages, slugs: tuple[str, ...], **which: bool) -> Pages:
    for slug in slugs:
        own = PuzzleAbility.objects.filter(puzzle=OuterRef("pk"), slug=slug, **which)
        pages = pages.filter(Exists(own))
    return pages


_FILTERS: Final[dict[str, Callable[[Pages, Any], Pages]]] = {
    "words": _with_words,
    "goals": lambda pages, goals: pages.filter(goal__in=goals),
    "levels": lambda pages, levels: pages.filter(level__in=levels),
    "turns": lambda pages, turns: pages.filter(turns=turns),
    "mode": lambda pages, mode: pages.filter(mode=mode),
    "edition": lambda pages, edition: pages.filter(edition=edition),
    "abilities": lambda pages, slugs: _with_abilities(pages, slugs, seen=True),
    "turns_on": lambda pages, slugs: _with_abilities(pages, slugs, at_work=True),
    "least": lambda pages, least: pages.filter(rating__gte=least),
    "most": lambda pages, most: pages.filter(rating__lt=most + 1),
    "author": lambda pages, name: pages.filter(owner__user__username__iexact=name),
}


def _ordered(pages: Pages, sort: str, book: Book | None) -> Pages:
    if sort != "book":
        return pages.order_by(*_ORDERS[sort])
    if book is not None:
        leaves = BookPage.objects.filter(puzzle=OuterRef("pk"), book=book)
        return pages.annotate(leaf=leaves.values("number")[:1]).order_by("leaf")
    # Books one after the other as they stand on the shelf; a page in several books counts where it comes first.
    places = BookPage.objects.filter(puzzle=OuterRef("pk"), book__owner=None).order_by("book__place", "number")
    pages = pages.annotate(shelf=places.values("book__place")[:1], leaf=places.values("number")[:1])
    return pages.order_by(F("shelf").asc(nulls_last=True), F("leaf").asc(nulls_last=True), *_NEWEST)


def _counts(pages: Pages, field: str) -> dict[Any, int]:
    return dict(pages.order_by().values_list(field).annotate(Count("pk", distinct=True)))


def _abilities(pages: Pages) -> dict[str, int]:
    """How many of the pages show each ability on the board: never how many turn on it."""
    seen = PuzzleAbility.objects.filter(seen=True, puzzle__in=pages.order_by().values("pk"))
    return dict(seen.order_by().values_list("slug").annotate(Count("pk")))


def pages_turning_on(*slugs: str) -> Pages:
    """The published pages whose solution turns on all of these abilities; lists of them are for who asks for these."""
    return _with_abilities(Puzzle.objects.published(), slugs, at_work=True)
