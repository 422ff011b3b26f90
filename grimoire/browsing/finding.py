"""Looking for pages in the database: what a search finds, and how many pages each further choice would leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.db.models import Count, F, OuterRef

from accounts.models import Owner
from cards.folding import folded
from grimoire.browsing.puzzle_query import PuzzleQuery
from grimoire.browsing.shelves import find_book
from grimoire.browsing.states import in_state
from grimoire.browsing.tiles import for_tiles
from grimoire.models import Book, BookPage, Puzzle, PuzzleAbility
from grimoire.models.puzzles import PuzzleQuerySet

PAGE_SIZE: Final = 24
COUNTED: Final = 2000  # pages of which abilities are counted
MANY: Final = 5000  # pages that are put in order all at once
Pages = PuzzleQuerySet
_NEWEST: Final = (F("published_at").desc(), F("pk").desc())
_ORDERS: Final[dict[str, tuple[Any, ...]]] = {
    "newest": _NEWEST,
    "easiest": (F("level").asc(nulls_last=True), F("rating").asc(), F("pk").asc()),
    "hardest": (F("level").desc(nulls_last=True), F("rating").desc(), F("pk").asc()),
    "liked": (F("score").desc(), *_NEWEST),
    "rating": (F("rating").desc(), F("level").desc(nulls_last=True), F("pk").asc()),
}
# The same, as indexes have them, for very many pages; those without a level come after all others.
_OF_MANY: Final[dict[str, tuple[str, ...]]] = {
    "newest": ("-published_at", "-pk"),
    "easiest": ("level", "rating", "pk"),
    "hardest": ("-level", "-rating", "-pk"),
    "liked": ("-score", "-published_at", "-pk"),
    "rating": ("-rating", "-pk"),
}


@dataclass(frozen=True)
class PuzzleResults:
    """One page of a search's results: the ``puzzles`` of one page of so many ``pages``, and ``total`` in all.

    ``goals``, ``levels`` and ``abilities`` count what each choice would leave, together with all else that is asked.
    Abilities are counted where there are at most ``COUNTED`` pages, else None: each page has several.
    """

    puzzles: list[Puzzle]
    total: int
    page: int
    pages: int
    goals: dict[str, int]
    levels: dict[int | None, int]
    abilities: dict[str, int] | None
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
    groups = _groups(_narrowed(asked, owner, book, but=("goals", "levels")))
    goals, levels = Counter[str](), Counter[int | None]()
    total = without_level = 0
    for goal, level, count in groups:
        of_goal, of_level = goal in (asked.goals or (goal,)), level in (asked.levels or (level,))
        goals[goal] += count * of_level
        levels[level] += count * of_goal
        total += count * (of_goal and of_level)
        without_level += count * (of_goal and of_level and level is None)
    last = max(ceil(total / PAGE_SIZE), 1)
    page = min(asked.page, last)
    if total > MANY and asked.sort in _OF_MANY:
        keys = _keys_of_many(pages, asked.sort, total - without_level, (page - 1) * PAGE_SIZE)
    else:
        keys = _keys(pages, asked.sort, book, (page - 1) * PAGE_SIZE)
    found = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=keys))}
    abilities = _abilities(pages) if total <= COUNTED else None
    shown = [found[key] for key in keys if key in found]
    return PuzzleResults(shown, total, page, last, dict(goals), dict(levels), abilities, book)


def _groups(pages: Pages) -> list[tuple[str, int | None, int]]:
    """How many pages there are of each objective and level."""
    return list(pages.order_by().values_list("goal", "level").annotate(Count("pk")))


def _narrowed(asked: PuzzleQuery, owner: Owner | None, book: Book | None, but: Collection[str] = ()) -> Pages:
    pages: Pages = Puzzle.objects.published()
    for field, narrow in _FILTERS.items():
        value = getattr(asked, field)
        if value in ("", (), 0, None) or field in but:
            continue
        pages = narrow(pages, value)
    if asked.book:
        pages = pages.filter(pk__in=BookPage.objects.filter(book=book).values("puzzle")) if book else pages.none()
    return in_state(pages, asked.state, owner) if asked.state else pages


def _with_words(pages: Pages, words: str) -> Pages:
    for word in folded(words).split():
        pages = pages.filter(search_text__holds=word)
    return pages


def _with_abilities(pages: Pages, slugs: tuple[str, ...], **which: bool) -> Pages:
    for slug in slugs:
        pages = pages.filter(pk__in=PuzzleAbility.objects.filter(slug=slug, **which).values("puzzle"))
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
    "author": lambda pages, name: pages.filter(
        owner__in=Owner.objects.filter(user__username__iexact=name).values("pk")
    ),
}


def _keys_of_many(pages: Pages, sort: str, with_level: int, start: int) -> list[int]:
    ordered = pages.order_by(*_OF_MANY[sort]).values_list("pk", flat=True)
    if sort not in ("easiest", "hardest"):
        return list(ordered[start : start + PAGE_SIZE])
    found = list(ordered.filter(level__isnull=False)[start : start + PAGE_SIZE])
    after = max(start - with_level, 0)
    return [*found, *ordered.filter(level__isnull=True)[after : after + PAGE_SIZE - len(found)]]


def _keys(pages: Pages, sort: str, book: Book | None, start: int) -> list[int]:
    """The keys of a page of the results, from a place of the list on."""
    end = start + PAGE_SIZE
    if sort != "book":
        return list(pages.order_by(*_ORDERS[sort]).values_list("pk", flat=True)[start:end])
    if book is not None:
        leaves = BookPage.objects.filter(puzzle=OuterRef("pk"), book=book)
        in_book = pages.annotate(leaf=leaves.values("number")[:1]).order_by("leaf")
        return list(in_book.values_list("pk", flat=True)[start:end])
    # Books one after the other as they stand on the shelf; a page in several books counts where it comes first. All
    # others follow, the newest first.
    shelved = BookPage.objects.filter(book__owner=None)
    places = shelved.filter(puzzle=OuterRef("pk")).order_by("book__place", "number")
    on_shelf = pages.filter(pk__in=shelved.values("puzzle"))
    on_shelf = on_shelf.annotate(shelf=places.values("book__place")[:1], leaf=places.values("number")[:1])
    first = list(on_shelf.order_by(F("shelf").asc(), F("leaf").asc(), *_NEWEST).values_list("pk", flat=True))
    others = pages.exclude(pk__in=shelved.values("puzzle")).order_by(*_NEWEST).values_list("pk", flat=True)
    return [*first[start:end], *others[max(start - len(first), 0) : max(end - len(first), 0)]]


def _abilities(pages: Pages) -> dict[str, int]:
    """How many of the pages, not too many, show each ability on the board: never how many turn on it."""
    seen = PuzzleAbility.objects.filter(seen=True, puzzle__in=list(pages.order_by().values_list("pk", flat=True)))
    return dict(seen.order_by().values_list("slug").annotate(Count("pk")))


def pages_turning_on(*slugs: str) -> Pages:
    """The published pages whose solution turns on all of these abilities; lists of them are for who asks for these."""
    return _with_abilities(Puzzle.objects.published(), slugs, at_work=True)
