"""View model of the results of a search."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Owner
from board.mode_names import EDITION_NAMES, MODE_NAMES
from cards.abilities import ability_name
from cards.folding import folded
from cards.icons import icon_of_ability
from contract.registry import GAMES
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES
from grimoire.browsing.finding import PuzzleResults, find, title_like
from grimoire.browsing.puzzle_query import ABILITIES, MAX_TURNS, PuzzleQuery
from grimoire.browsing.shelves import own_books, site_books
from grimoire.browsing.states import CHOICES
from grimoire.browsing.tiles import PuzzleTile, tiles_of
from grimoire.models import Book
from grimoire.puzzle_games import puzzle_games

Option = tuple[str, str, bool]  # value, name, whether it is chosen


@dataclass(frozen=True, slots=True)
class PuzzleFilterOption:
    """A box to tick: ``count`` pages would be left with it; None where they are not counted."""

    value: str
    name: str
    count: int | None
    chosen: bool
    icon: str = ""


@dataclass(frozen=True)
class SearchPage:
    """A search, what it found, and the choices of its form."""

    query: PuzzleQuery
    results: PuzzleResults
    tiles: list[PuzzleTile]
    books: list[Book]
    language: str
    alike: str = ""  # the title that is like the words that were asked for, where nothing was found

    @property
    def alike_href(self) -> str:
        """The address of the search for that title alone."""
        return PuzzleQuery(words=self.alike).to()

    @cached_property
    def goals(self) -> list[PuzzleFilterOption]:
        chosen, counts = self.query.goals, self.results.goals
        return [
            PuzzleFilterOption(goal, str(name), _count(counts, goal), goal in chosen)
            for goal, name in GOAL_NAMES.items()
        ]

    @cached_property
    def levels(self) -> list[PuzzleFilterOption]:
        chosen, counts = self.query.levels, self.results.levels
        return [
            PuzzleFilterOption(str(level), str(name), _count(counts, level), level in chosen)
            for level, name in LEVEL_NAMES.items()
        ]

    @cached_property
    def abilities(self) -> list[PuzzleFilterOption]:
        """Abilities to be seen on the board, by name."""
        counts = self.results.abilities
        boxes = [
            PuzzleFilterOption(
                slug,
                ability_name(slug, self.language),
                _count(counts, slug),
                slug in self.query.abilities,
                icon_of_ability(slug),
            )
            for slug in ABILITIES
        ]
        return sorted(boxes, key=lambda box: folded(box.name))

    @property
    def turning_on(self) -> list[Option]:
        """Abilities that the solution may turn on, by name, without any count."""
        return [(box.value, box.name, box.value in self.query.turns_on) for box in self.abilities]

    @property
    def games(self) -> list[Option]:
        """The games that have puzzles; none where there is but one."""
        options = [(name, GAMES[name].title, name == self.query.game) for name in puzzle_games()]
        return options if len(options) > 1 else []

    @property
    def filters(self) -> Collection[str]:
        """The fields that are asked for but of some games: all, unless one game is chosen."""
        games = puzzle_games()
        chosen = [games[self.query.game]] if self.query.game else games.values()
        return {name for game in chosen for name in game.filters}

    @property
    def turns(self) -> list[Option]:
        return [(str(count), str(count), count == self.query.turns) for count in range(1, MAX_TURNS + 1)]

    @property
    def modes(self) -> list[Option]:
        return [(key, str(name), key == self.query.mode) for key, name in MODE_NAMES.items()]

    @property
    def editions(self) -> list[Option]:
        return [(key, str(name), key == self.query.edition) for key, name in EDITION_NAMES.items()]

    @property
    def states(self) -> list[Option]:
        return [(key, str(name), key == self.query.state) for key, name in CHOICES.items()]

    @property
    def book_options(self) -> list[Option]:
        return [(book.address, book.heading, book.address == self.query.book) for book in self.books]

    @property
    def sorts(self) -> list[Option]:
        names = {
            "newest": _("Newest first"),
            "easiest": _("Easiest first"),
            "hardest": _("Hardest first"),
            "liked": _("Most liked first"),
            "rating": _("Highest rating first"),
            "book": _("Book order"),
        }
        return [(key, name, key == self.query.sort) for key, name in names.items()]

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The conditions of the search in words, each with the address of the search without it."""
        query, parts = self.query, []
        if query.words:
            parts.append((_("“%(words)s”") % {"words": query.words}, query.to(words="")))
        for field, boxes in (("goals", self.goals), ("levels", self.levels), ("abilities", self.abilities)):
            for box in boxes:
                if box.chosen:
                    values = tuple(value for value in getattr(query, field) if str(value) != box.value)
                    parts.append((box.name, query.to(**{field: values})))
        for slug, name, chosen in self.turning_on:
            if chosen:
                slugs = tuple(ability for ability in query.turns_on if ability != slug)
                parts.append((_("turns on %(ability)s") % {"ability": name}, query.to(turns_on=slugs)))
        for field, options in self._selects():
            parts += [(name, query.to(**{field: ""})) for _value, name, chosen in options if chosen]
        return [*parts, *self._numbers(), *self._origins()]

    def _selects(self) -> tuple[tuple[str, list[Option]], ...]:
        return ("game", self.games), ("mode", self.modes), ("edition", self.editions), ("state", self.states)

    def _numbers(self) -> Iterator[tuple[str, str]]:
        query = self.query
        if query.twins:
            yield _("with twins"), query.to(twins=False)
        if query.turns:
            yield pgettext("search", "turns: %(count)d") % {"count": query.turns}, query.to(turns=0)
        if query.min_rating is not None:
            yield _("rated %(rating)d or more") % {"rating": query.min_rating}, query.to(min_rating=None)
        if query.max_rating is not None:
            yield _("rated %(rating)d or less") % {"rating": query.max_rating}, query.to(max_rating=None)

    def _origins(self) -> Iterator[tuple[str, str]]:
        query = self.query
        if query.author:
            yield _("by %(name)s") % {"name": query.author}, query.to(author="")
        if query.book:
            name = self.results.book.heading if self.results.book else _("a book that doesn't exist")
            yield name, query.to(book="")

    # Turning pages

    @property
    def before(self) -> str:
        return self.query.to(page=self.results.page - 1) if self.results.page > 1 else ""

    @property
    def after(self) -> str:
        return self.query.to(page=self.results.page + 1) if self.results.page < self.results.pages else ""

    @property
    def pages(self) -> list[tuple[int, str]]:
        """The pages to turn to: the first, the last, those around this one; (0, "") where some are left out."""
        current, last = self.results.page, self.results.pages
        turns: list[tuple[int, str]] = []
        for number in sorted({1, last, *range(max(current - 2, 1), min(current + 2, last) + 1)}):
            if turns and number - turns[-1][0] > 1:
                turns.append((0, ""))
            turns.append((number, self.query.to(page=number)))
        return turns


def _count(counts: Mapping[Any, int] | None, key: Any) -> int | None:
    return None if counts is None else counts.get(key, 0)


def search_page(query: PuzzleQuery, owner: Owner | None, language: str) -> SearchPage:
    """A search carried out for a reader."""
    results = find(query, owner)
    books = [*site_books(), *own_books(owner)]
    if results.book is not None and results.book not in books:
        books.append(results.book)
    where = f"?book={results.book.address}" if results.book is not None else ""
    alike = "" if results.total or not query.words else title_like(query.words)
    return SearchPage(query, results, tiles_of(results.puzzles, owner, language, where), books, language, alike)
