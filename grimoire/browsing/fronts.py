"""View models of the front of the Grimoire, the pages of the days and an author's page."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Owner, User
from board.likenesses import looks_of
from board.naming import in_language
from board.pages import BoardPage
from board.services import BoardAddress, resolve, site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.trace.scenes import Scene
from grimoire.browsing.daily import lot, page_of, past_days, today
from grimoire.browsing.progress import under_way
from grimoire.browsing.shelves import Cover, Progress, covers_of, readers_books, site_books
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.goals import goal_text
from grimoire.models import Attempt, Book, Puzzle
from grimoire.models.puzzles import PuzzleQuerySet

ROW: Final = 4
MAX_LISTED: Final = 8
MANY: Final = 24
DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class LargeBoard:
    """A starting position as the board's page draws it."""

    html: SafeString


def large_board(puzzle: Puzzle, language: str) -> LargeBoard:
    """The starting position of a page, large, with the cards named in ``en`` or ``fr``."""
    text = json.dumps(puzzle.position, sort_keys=True)
    if puzzle.owner is None:
        return _drawn(text, language, (), _Author(None))
    position = in_language(read_position(puzzle.position, site_cards()), language)
    return _drawn(
        text, language, looks_of(Scene(position).cards, puzzle.owner, champions=True).key, _Author(puzzle.owner)
    )


@dataclass(frozen=True, slots=True)
class _Author:
    """Whose page it is: what that changes is in the key of their cards."""

    owner: Owner | None = field(compare=False)


@lru_cache(maxsize=8)
def _drawn(text: str, language: str, _looks: tuple[object, ...], author: _Author) -> LargeBoard:
    position = in_language(read_position(json.loads(text), site_cards()), language)
    board = BoardPage(resolve(position, ()), BoardAddress(), 0, language, author.owner)
    return LargeBoard(SafeString(render_to_string("board/_board.html", {"page": board})))


# The front


@dataclass(frozen=True)
class ShelfPage:
    """The front: ``daily`` with its large board, what the reader was at, books, what readers have made.

    ``begin`` are easy pages, for those alone who have not begun any yet.
    """

    day: date
    daily: PuzzleTile | None
    objective: str
    board: LargeBoard | None
    under_way: list[PuzzleTile]
    begin: list[PuzzleTile]
    books: list[Cover]
    readers_books: list[Cover]
    newest: list[PuzzleTile]
    liked: list[PuzzleTile]
    count: int

    @property
    def all_books(self) -> Progress:
        """The site's books taken together."""
        counts: dict[str, int] = {}
        for cover in self.books:
            for state, number in cover.progress.counts.items():
                counts[state] = counts.get(state, 0) + number
        return Progress(sum(cover.progress.total for cover in self.books), counts)


def shelf_page(owner: Owner | None, language: str) -> ShelfPage:
    """The front for a reader. A dozen queries, however much there is."""
    chosen = page_of(today())
    tiles = tiles_of([chosen] if chosen else [], owner, language)
    pages = for_tiles(Puzzle.objects.published())
    begun = list(under_way(owner)[:ROW]) if owner else []
    easy = [] if Attempt.objects.filter(owner=owner, owner__isnull=False).exists() else _easy(pages)
    newest = list(pages.filter(owner__isnull=False).order_by("-published_at", "-pk")[:MAX_LISTED])
    liked = list(pages.filter(score__gt=0).order_by("-score", "-published_at", "-pk")[:MAX_LISTED])
    groups = _tiles(owner, language, begun, easy, newest, liked)
    covers = covers_of([*site_books(), *readers_books(MAX_LISTED)], owner)
    return ShelfPage(
        day=today(),
        daily=tiles[0] if tiles else None,
        objective=goal_text(chosen.position, language) if chosen else "",
        board=large_board(chosen, language) if chosen else None,
        under_way=groups[0],
        begin=groups[1],
        books=[cover for cover in covers if not cover.is_own],
        readers_books=[cover for cover in covers if cover.is_own],
        newest=groups[2],
        liked=groups[3],
        count=pages.count(),
    )


def _easy(pages: PuzzleQuerySet) -> list[Puzzle]:
    """Some of the easiest pages of the site's own, others on other days."""
    easiest = pages.filter(owner=None, level=1, kind=Puzzle.Kind.FIND).order_by("pk").values_list("pk", flat=True)
    rest = set(easiest)
    chosen: list[int] = []
    while rest and len(chosen) < ROW:
        chosen.append(lot(today(), rest))
        rest.discard(chosen[-1])
    return list(pages.filter(pk__in=chosen))


def _tiles(owner: Owner | None, language: str, *groups: list[Puzzle]) -> list[list[PuzzleTile]]:
    """Tiles of several lists with the queries of one."""
    drawn = iter(tiles_of([puzzle for group in groups for puzzle in group], owner, language))
    return [[next(drawn) for _puzzle in group] for group in groups]


# Pages of the days


@dataclass(frozen=True)
class DailyPages:
    """Days with their tiles, the latest first; ``earlier`` is where the days before them begin, if there are any."""

    days: list[tuple[date, PuzzleTile]]
    earlier: date | None
    is_latest: bool


def daily_page(owner: Owner | None, language: str, before: date | None = None) -> DailyPages:
    """The days up to today, or those before a day."""
    page_of(today())
    kept = past_days(DAYS + 1, before)
    shown = kept[:DAYS]
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(days__in=shown)).distinct()}
    tiles = {tile.puzzle.pk: tile for tile in tiles_of(puzzles.values(), owner, language)}
    days = [(kept_day.day, tiles[kept_day.puzzle_id]) for kept_day in shown]
    return DailyPages(days, shown[-1].day if len(kept) > DAYS else None, before is None)


# Authors


@dataclass(frozen=True)
class AuthorPage:
    """An author's publications: the latest ``tiles`` of ``count``, their books, and the votes for all of it."""

    name: str
    tiles: list[PuzzleTile]
    count: int
    books: list[Cover]
    score: int
    is_me: bool
    more: bool = field(default=False)


def author_page(name: str, owner: Owner | None, language: str) -> AuthorPage | None:
    """The page of an author; None for somebody who has published nothing, or who is not there."""
    user = User.objects.filter(username=name).select_related("owner").first()
    author = getattr(user, "owner", None)
    if author is None:
        return None
    pages = for_tiles(Puzzle.objects.published().filter(owner=author))
    books = Book.objects.listed().filter(owner=author, pages__isnull=False).distinct().select_related("owner__user")
    covers = covers_of(books, owner)
    scores = list(pages.order_by().values_list("score", flat=True))
    if not scores and not covers:
        return None
    tiles = tiles_of(pages.order_by("-published_at", "-pk")[:MANY], owner, language)
    more = len(scores) > len(tiles)
    return AuthorPage(author.name, tiles, len(scores), covers, sum(scores), author == owner, more)
