"""Looking for pages in the database: what a search finds, and how many pages each further choice would leave.

All pages, and those of some objectives and levels, are counted whatever their number. What asks for more than that is
looked for up to ``MAX_LISTED`` pages: beyond, it is known that there are more, and nothing is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import Any, Final

from django.db.models import Count, F, OuterRef, QuerySet

from accounts.models import Owner
from cards.folding import folded
from cards.long_lists import first_keys
from cards.searching.vocabulary import nearest
from grimoire.browsing.puzzle_query import PuzzleQuery
from grimoire.browsing.shelves import find_book
from grimoire.browsing.states import in_state
from grimoire.browsing.tiles import for_tiles
from grimoire.models import Book, BookPage, Puzzle, PuzzleAbility
from grimoire.models.puzzles import PuzzleQuerySet
from grimoire.puzzle_games import puzzle_games

PAGE_SIZE: Final = 24
# Pages that a list shows, that a search finds which asks for more, of which abilities are counted.
MAX_LISTED: Final = 2000
MAX_SORTED: Final = 5000  # pages that are put in order all at once
MAX_COMPARED: Final = 3000  # pages, the oldest, among which a title that is alike is looked for
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

    ``goals``, ``levels`` and ``abilities`` count what each choice would leave, together with all else that is asked;
    None where that is not counted. Abilities are counted where there are at most ``MAX_LISTED`` pages: each has
    several. ``is_more``: there are more than the ``total``. ``is_cut``: there are more than these pages show.
    """

    puzzles: list[Puzzle]
    total: int
    page: int
    pages: int
    goals: dict[str, int] | None
    levels: dict[int | None, int] | None
    abilities: dict[str, int] | None
    book: Book | None = None
    is_more: bool = False

    @property
    def is_cut(self) -> bool:
        return self.is_more or self.total > MAX_LISTED

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE_SIZE + 1 if self.total else 0

    @property
    def last(self) -> int:
        return min(self.page * PAGE_SIZE, self.total, MAX_LISTED)


@dataclass(frozen=True)
class _Counted:
    """How many pages were found, or ``MAX_LISTED`` of more; all their keys, if known."""

    total: int
    keys: list[int] | None = None
    goals: dict[str, int] | None = None
    levels: dict[int | None, int] | None = None
    is_more: bool = False


def find(query: PuzzleQuery, owner: Owner | None) -> PuzzleResults:
    """The published pages that a search asks for; a page beyond the last is the last one."""
    book = find_book(query.book, owner) if query.book else None
    pages = _narrowed(query, owner, book)
    counted = _counted(query, pages, _narrowed(query, owner, book, but=("goals", "levels")))
    shown_of_all = min(counted.total, MAX_LISTED)
    last = max(ceil(shown_of_all / PAGE_SIZE), 1)
    page = min(query.page, last)
    start = (page - 1) * PAGE_SIZE
    end = min(start + PAGE_SIZE, shown_of_all)
    if counted.keys is not None:
        pages = Puzzle.objects.filter(pk__among=counted.keys)
    if query.sort in _OF_MANY and (counted.is_more or counted.total > MAX_SORTED):
        keys = _first_of_many(pages, query.sort, end)[start:]
    else:
        keys = _keys(pages, query.sort, book, start, end)
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=keys))}
    abilities = _abilities(pages, counted.keys) if counted.total <= MAX_LISTED and not counted.is_more else None
    shown = [puzzles[key] for key in keys if key in puzzles]
    return PuzzleResults(
        shown, counted.total, page, last, counted.goals, counted.levels, abilities, book, counted.is_more
    )


def title_like(words: str) -> str:
    """The title of a published page that looks most like some words; empty where none does."""
    rows = Puzzle.objects.published().order_by("pk").values_list("title", "title_fr")[:MAX_COMPARED]
    titles = {" ".join(folded(title).split()): title for titles in rows for title in titles if title}
    near = nearest(words, titles)
    return titles[near] if near else ""


def _counted(query: PuzzleQuery, pages: Pages, whole: Pages) -> _Counted:
    """What is found, of ``whole``, where no objective and no level is chosen yet."""
    if not replace(query, game="", goals=(), levels=(), sort="newest", page=1).query:
        return _summed(query, _by_goal_and_level(whole))
    rows = _first(whole)
    if len(rows) <= MAX_LISTED:
        counted = _summed(query, ((goal, level, 1) for _pk, goal, level in rows))
        keys = [pk for pk, goal, level in rows if _is_chosen(query, goal, level)]
        return replace(counted, keys=keys)
    if query.goals or query.levels:
        rows = _first(pages)
    if len(rows) <= MAX_LISTED:
        return _Counted(len(rows), keys=[pk for pk, _goal, _level in rows])
    return _Counted(MAX_LISTED, is_more=True)


def _by_goal_and_level(pages: Pages) -> Iterator[tuple[str, int | None, int]]:
    for _game, goal, level, count in pages.order_by().values_list("game", "goal", "level").annotate(Count("pk")):
        yield goal, level, count


def _first(pages: Pages) -> list[tuple[int, str, int | None]]:
    return list(pages.order_by().values_list("pk", "goal", "level")[: MAX_LISTED + 1])


def _is_chosen(query: PuzzleQuery, goal: str, level: int | None) -> bool:
    return goal in (query.goals or (goal,)) and level in (query.levels or (level,))


def _summed(query: PuzzleQuery, groups: Iterable[tuple[str, int | None, int]]) -> _Counted:
    """Objectives and levels are alternatives, so each is counted as if nothing of its sort were chosen yet."""
    goals, levels = Counter[str](), Counter[int | None]()
    total = 0
    for goal, level, count in groups:
        of_goal, of_level = goal in (query.goals or (goal,)), level in (query.levels or (level,))
        goals[goal] += count * of_level
        levels[level] += count * of_goal
        total += count * (of_goal and of_level)
    return _Counted(total, goals=dict(goals), levels=dict(levels))


def _narrowed(query: PuzzleQuery, owner: Owner | None, book: Book | None, but: Collection[str] = ()) -> Pages:
    # By game whatever is asked, for that is what the indexes begin with.
    games = [query.game] if query.game else list(puzzle_games())
    pages: Pages = Puzzle.objects.published().filter(game__in=games)
    for field, narrow in _FILTERS.items():
        value = getattr(query, field)
        if value in ("", (), 0, None) or field in but:
            continue
        pages = narrow(pages, value)
    if query.book:
        pages = pages.filter(pk__in=BookPage.objects.filter(book=book).values("puzzle")) if book else pages.none()
    return in_state(pages, query.state, owner) if query.state else pages


def _with_words(pages: Pages, words: str) -> Pages:
    all_words = folded(words).split()
    searched = tuple(word for word in all_words if any(map(str.isalnum, word))) or tuple(all_words)  # no sign is a word
    return pages.filter(search_text__holds=searched) if searched else pages


def _with_abilities(pages: Pages, slugs: tuple[str, ...], **which: bool) -> Pages:
    """The pages that have all of these abilities: of the one those that have the other, by an index alone."""
    having: QuerySet[PuzzleAbility] | None = None
    for slug in slugs:
        among = {"puzzle__in": having.values("puzzle")} if having is not None else {}
        having = PuzzleAbility.objects.filter(slug=slug, **which, **among)
    return pages if having is None else pages.filter(pk__in=having.values("puzzle"))


_FILTERS: Final[dict[str, Callable[[Pages, Any], Pages]]] = {
    "words": _with_words,
    "goals": lambda pages, goals: pages.filter(goal__in=goals),
    "levels": lambda pages, levels: pages.filter(level__in=levels),
    "turns": lambda pages, turns: pages.filter(turns=turns),
    "mode": lambda pages, mode: pages.filter(mode=mode),
    "edition": lambda pages, edition: pages.filter(edition=edition),
    "abilities": lambda pages, slugs: _with_abilities(pages, slugs, seen=True),
    "turns_on": lambda pages, slugs: _with_abilities(pages, slugs, at_work=True),
    "min_rating": lambda pages, min_rating: pages.filter(rating__gte=min_rating),
    "max_rating": lambda pages, max_rating: pages.filter(rating__lt=max_rating + 1),
    "twins": lambda pages, _: pages.filter(pk__in=Puzzle.objects.filter(twin_of__isnull=False).values("twin_of")),
    "author": lambda pages, name: pages.filter(
        owner__in=Owner.objects.filter(user__username__iexact=name).values("pk")
    ),
}


def _first_of_many(pages: Pages, sort: str, count: int) -> list[int]:
    """The keys of the first of very many pages."""
    parts = [pages]
    if sort in ("easiest", "hardest"):
        parts = [pages.filter(level__isnull=False), pages.filter(level__isnull=True)]
    return first_keys((first_of_games(part, _OF_MANY[sort], count) for part in parts), count)


def first_of_games(pages: Pages, order: Sequence[str], count: int) -> list[int]:
    """The keys of the first of very many pages, in an order that an index has of each game's."""
    ordered = pages.order_by(*order).values_list("pk", flat=True)
    firsts = [keys for game in puzzle_games() if (keys := list(ordered.filter(game=game)[:count]))]
    if len(firsts) < 2:
        return firsts[0] if firsts else []
    together = Puzzle.objects.filter(pk__among=chain.from_iterable(firsts)).order_by(*order)
    return list(together.values_list("pk", flat=True)[:count])


def _keys(pages: Pages, sort: str, book: Book | None, start: int, end: int) -> list[int]:
    """The keys of a page of the results, from one place of the list to another."""
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


def _abilities(pages: Pages, keys: list[int] | None) -> dict[str, int]:
    """How many of the pages, not too many, show each ability on the board: never how many turn on it."""
    keys = list(pages.order_by().values_list("pk", flat=True)) if keys is None else keys
    seen = PuzzleAbility.objects.filter(seen=True, puzzle__among=keys)
    return dict(seen.order_by().values_list("slug").annotate(Count("pk")))


def pages_turning_on(*slugs: str) -> Pages:
    """The published pages whose solution turns on all of these abilities; lists of them are for who asks for these."""
    return _with_abilities(Puzzle.objects.of_decks().published(), slugs, at_work=True)
