"""View models of the front of the Grimoire, the pages of the days and an author's page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum

from accounts.models import Owner, User
from contract.registry import GAMES
from grimoire.browsing.daily import page_of, past_days, today
from grimoire.browsing.finding import first_of_games
from grimoire.browsing.progress import under_way
from grimoire.browsing.shelves import Cover, Progress, covers_of, readers_books, site_books
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.community.following import mark_seen
from grimoire.models import Attempt, Book, BookPage, Puzzle
from grimoire.models.puzzles import DECKS, PuzzleQuerySet
from grimoire.puzzle_games import game_of
from tables.people.services import followers, relation_to

ROW: Final = 4
MAX_LISTED: Final = 8
MAX_TILES: Final = 24
MAX_LIKED: Final = 4
DAYS: Final = 30


# The front


@dataclass(frozen=True)
class GameShelf:
    """The site's books of a game: its name in addresses, and to read."""

    game: str
    title: str
    covers: list[Cover]


@dataclass(frozen=True)
class ShelfPage:
    """The front: ``daily``, what the reader was at, books, what readers have made.

    ``begin`` are first pages, for those alone who have not begun any yet; ``showpieces`` are some of those that the
    site's books are proud of, the ones first that the reader has still to solve, from the lightest on.
    """

    day: date
    daily: PuzzleTile | None
    objective: str
    under_way: list[PuzzleTile]
    begin: list[PuzzleTile]
    showpieces: list[PuzzleTile]
    books: list[Cover]
    readers_books: list[Cover]
    newest: list[PuzzleTile]
    liked: list[PuzzleTile]
    count: int

    @property
    def shelves(self) -> list[GameShelf]:
        by_game: dict[str, list[Cover]] = {}
        for cover in self.books:
            by_game.setdefault(cover.book.game, []).append(cover)
        return [GameShelf(game, GAMES[game].title, covers) for game, covers in by_game.items()]

    @property
    def all_books(self) -> Progress:
        counts: dict[str, int] = {}
        for cover in self.books:
            for state, number in cover.progress.counts.items():
                counts[state] = counts.get(state, 0) + number
        return Progress(sum(cover.progress.total for cover in self.books), counts)


def shelf_page(owner: Owner | None, language: str) -> ShelfPage:
    """The front for a reader. A dozen queries, however much there is."""
    chosen = page_of(today())
    tiles = tiles_of([chosen] if chosen else [], owner, language)
    pages = Puzzle.objects.published()
    begun = list(under_way(owner)[:ROW]) if owner else []
    easy = [] if Attempt.objects.filter(owner=owner, owner__isnull=False).exists() else _first_pages()
    newest = _first_of(pages.filter(owner__isnull=False), "-published_at", "-pk")
    liked = _first_of(pages.filter(score__gt=0), "-score", "-published_at", "-pk")
    groups = _tiles(owner, language, begun, easy, newest, liked, _showpieces(owner))
    covers = covers_of([*site_books(), *readers_books()[:MAX_LISTED]], owner)
    return ShelfPage(
        day=today(),
        daily=tiles[0] if tiles else None,
        objective=game_of(chosen).goal(chosen, language) if chosen else "",
        under_way=groups[0],
        begin=groups[1],
        showpieces=groups[4],
        books=[cover for cover in covers if not cover.is_own],
        readers_books=[cover for cover in covers if cover.is_own],
        newest=groups[2],
        liked=groups[3],
        count=Puzzle.objects.published().count(),
    )


def _first_of(pages: PuzzleQuerySet, *order: str) -> list[Puzzle]:
    """The first of many pages: an index knows which, so that no others are read."""
    keys = first_of_games(pages, order, MAX_LISTED)
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=keys))}
    return [puzzles[key] for key in keys if key in puzzles]


def _first_pages() -> list[Puzzle]:
    """The easiest pages of the first book on which a play is to be found, in the book's order."""
    book = Subquery(site_books().values("pk")[:1])
    numbers = dict(BookPage.objects.filter(book=book).values_list("puzzle", "number"))
    plays = _few(numbers).filter(kind=Puzzle.Kind.FIND)
    levels = [(pk, level) for pk, level, game in plays.values_list("pk", "level", "game") if game == DECKS]
    first = sorted(levels, key=lambda entry: (entry[1] is None, entry[1] or 0, numbers[entry[0]]))[:ROW]
    puzzles = {play.pk: play for play in plays.filter(pk__in=[pk for pk, _level in first])}
    return [puzzles[pk] for pk, _level in first if pk in puzzles]


def _showpieces(owner: Owner | None) -> list[Puzzle]:
    proud = Puzzle.objects.filter(featured=True).order_by().values_list("pk", flat=True)
    solved = Attempt.objects.filter(owner=owner, puzzle=OuterRef("pk"), state=Attempt.State.SOLVED)
    return list(_few(proud).annotate(done=Exists(solved)).order_by("done", "level", "token")[:ROW])


def _few(keys: Iterable[int]) -> PuzzleQuerySet:
    """The published ones of some pages of whatever game: asked for one game, SQLite would go through all of its."""
    return for_tiles(Puzzle.objects.published()).filter(pk__in=list(keys)).order_by()


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
    """An author's publications: the latest ``tiles`` of ``count``, those ``liked`` most, their books, the votes for all
    of it, and how often it was ``solved``."""

    name: str
    tiles: list[PuzzleTile]
    count: int
    books: list[Cover]
    score: int
    solved: int
    liked: list[PuzzleTile]
    followers: int
    is_me: bool
    relation: str  # of the reader to the author: a ``Relation.Kind``, "" for nothing
    more: bool


@dataclass(frozen=True, slots=True)
class AuthorFigures:
    """What everybody may know of an author: ``pages`` and ``books`` that they have published, the votes for the pages,
    how often they were solved."""

    author: Owner
    pages: PuzzleQuerySet
    books: QuerySet[Book]
    count: int
    score: int
    solved: int
    followers: int


def figures_of(name: str) -> AuthorFigures | None:
    """The figures of an author; None for somebody who has published nothing, or who is not there."""
    user = User.objects.filter(username=name).select_related("owner").first()
    author = getattr(user, "owner", None)
    if author is None:
        return None
    pages = Puzzle.objects.published().filter(owner=author)
    books = Book.objects.listed().filter(owner=author, pages__isnull=False).distinct()
    counts = pages.order_by().aggregate(count=Count("pk"), score=Sum("score"), solved=Sum("solved_count"))
    if not counts["count"] and not books.exists():
        return None
    return AuthorFigures(
        author, pages, books, counts["count"], counts["score"] or 0, counts["solved"] or 0, followers(author).count()
    )


def author_page(name: str, owner: Owner | None, language: str) -> AuthorPage | None:
    """The page of an author; None for somebody who has published nothing, or who is not there."""
    figures = figures_of(name)
    if figures is None:
        return None
    author, pages = figures.author, for_tiles(figures.pages)
    covers = covers_of(figures.books.select_related("owner__user"), owner)
    tiles = tiles_of(pages.order_by("-published_at", "-pk")[:MAX_TILES], owner, language)
    more = figures.count > len(tiles)
    liked = pages.filter(score__gt=0).order_by("-score", "-published_at", "-pk")[:MAX_LIKED]
    mark_seen(owner, author)
    return AuthorPage(
        name=author.name,
        tiles=tiles,
        count=figures.count,
        books=covers,
        score=figures.score,
        solved=figures.solved,
        liked=tiles_of(liked, owner, language) if figures.count > MAX_LIKED else [],
        followers=figures.followers,
        is_me=author == owner,
        relation=relation_to(owner, author),
        more=more,
    )
