"""A book as a booklet: cover, contents, one position a page, the solutions with their steps at the back.

Pages are made one by one and kept by their content, so that a booklet asked for again is put together at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.models import Owner
from board import plays, services
from board.paper.fitting import fitted, laid_out, style_version
from board.traces import rows_of
from cards.downloads import file_stem
from cards.printing.products import PDF, Product
from cards.rendering.store import kept, key_of, path_of
from cards.texts import LANGUAGES
from contract.puzzles import PuzzlePaper
from contract.registry import GAMES
from engine.kernel.errors import EngineError
from grimoire.booklets import FOLDERS
from grimoire.booklets.imposing import LAYOUTS, finished, folded, joined
from grimoire.booklets.paper import LEAFLETS, MARGIN, Leaflet
from grimoire.gate import Gate, gates_for
from grimoire.lines import read_start
from grimoire.models import Book, BookPage, Puzzle
from grimoire.puzzle_games import game_of
from grimoire.solving.judging import played_out
from grimoire.solving.secrecy import afterword_of
from grimoire.solving.variation_text import tell_variations
from grimoire.solving.variations import variations_of
from grimoire.twins import LETTERS, Twin, twins_of

LEVELS: Final = 5
POINT: Final = 25.4 / 72  # millimetres
MAX_STEPS: Final = 60  # of one solution
SMALLEST: Final = 6.0  # points: nothing is printed smaller that is to be read
SOLUTIONS: Final = ("earned", "none")
GatesOf = Callable[[Sequence[Puzzle], Owner | None], list[Gate]]


@dataclass(frozen=True, slots=True)
class BookletOptions:
    """How a booklet is to be: a ``paper`` of ``LEAFLETS``, a layout, a language, ink to be spared or not, and whether
    ``solutions`` are printed: those that the owner has earned, or none."""

    paper: str = "a4"
    layout: str = "folded"
    language: str = "en"
    ink: str = "full"
    solutions: str = "earned"

    CHOICES: ClassVar[dict[str, tuple[str, ...]]] = {
        "paper": tuple(LEAFLETS),
        "layout": tuple(reversed(LAYOUTS)),
        "language": LANGUAGES,
        "ink": ("full", "saver"),
        "solutions": SOLUTIONS,
    }

    def __post_init__(self) -> None:
        for name, allowed in self.CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}: {getattr(self, name)!r}")

    @property
    def leaflet(self) -> Leaflet:
        return LEAFLETS[self.paper]

    def to_json(self) -> dict[str, str]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the booklet: what it is made of, and who draws its board, if it has one."""

    template: str
    context: dict[str, Any]
    key: object
    paper: PuzzlePaper | None = None


class Booklet:
    """A book in one language for one reader; the language must be the one of the moment.

    ``gates_of`` says what this reader may know of pages: whoever types commands on the server may know all.
    """

    def __init__(self, book: Book, owner: Owner | None, options: BookletOptions, gates_of: GatesOf = gates_for) -> None:
        self.book = book
        self.options = options
        self._prepare(list(_pages(book, owner)), owner, gates_of)

    def _prepare(self, entries: list[BookPage], owner: Owner | None, gates_of: GatesOf) -> None:
        self.entries = entries
        firsts = set(
            Puzzle.objects.filter(twin_of__in=[page.puzzle for page in entries]).values_list("twin_of", flat=True)
        )
        self._twins = {page.pk: self._twins_of(page.puzzle, owner, firsts) for page in entries}
        puzzles = {puzzle.pk: puzzle for page in entries for puzzle in self._puzzles_of(page)}
        gates = gates_of(list(puzzles.values()), owner)
        self._gates = dict(zip(puzzles, gates, strict=True))
        self._parts = list(self._all_parts())

    def _twins_of(self, puzzle: Puzzle, owner: Owner | None, firsts: Collection[int | None]) -> list[Twin]:
        """A page among its twins, the first of them in front; empty where it has none. ``firsts`` are the keys of pages
        that have some."""
        if puzzle.twin_of_id is None and puzzle.pk not in firsts:
            return []
        twins = twins_of(puzzle, owner, self.options.language)
        return [twin for twin in twins if twin.is_current or _may_be_printed(twin.puzzle, owner)]

    def _others(self, page: BookPage) -> list[Twin]:
        """The twins that are printed below a page: those of a first one. They are told by what is different there, so
        below a twin there are none."""
        twins = self._twins[page.pk]
        return twins[1:] if twins and twins[0].is_current else []

    def _puzzles_of(self, page: BookPage) -> list[Puzzle]:
        return [page.puzzle, *(twin.puzzle for twin in self._others(page))]

    def _heading(self, page: BookPage) -> str:
        """The title, of a twin with its letter."""
        letter = next((twin.letter for twin in self._twins[page.pk] if twin.is_current), LETTERS[0])
        return page.puzzle.heading if letter == LETTERS[0] else f"{page.puzzle.heading} ({letter})"

    @property
    def title(self) -> str:
        return self.book.heading

    @property
    def rights(self) -> str:
        """Whose work it is, and what may be done with it."""
        return colophon(self.book.owner, GAMES[self.book.game].title)

    @property
    def _saves_ink(self) -> bool:
        return self.options.ink == "saver"

    @property
    def sealed_puzzles(self) -> list[Puzzle]:
        """Those whose solutions this reader has not earned yet."""
        puzzles = (puzzle for page in self.entries for puzzle in self._puzzles_of(page))
        return list({puzzle.pk: puzzle for puzzle in puzzles if not self._gates[puzzle.pk].is_open}.values())

    @property
    def total(self) -> int:
        return len(self._parts)

    @property
    def left(self) -> int:
        return len(self._missing())

    def _missing(self) -> list[_Part]:
        return [part for part in self._parts if not path_of("pdf", key_of("pdf", self._content(part))).exists()]

    def parts(self) -> Iterator[int]:
        """Makes what is missing, and says after each part how many were made."""
        for number, part in enumerate(self._missing(), 1):
            self._made(part)
            yield number

    def finish(self) -> Product:
        """The file."""
        document = joined([self._made(part) for part in self._parts])
        on_sheets = self.options.layout == "folded"
        whole = folded(document, self.options.leaflet) if on_sheets else document
        content = finished(
            whole, title=self.title, language=self.options.language, rights=self.rights, on_sheets=on_sheets
        )
        name = f"{file_stem(self.title, 'grimoire')}-{self.options.paper}-{self.options.layout}.pdf"
        return Product(name, PDF, content)

    # Parts

    def _content(self, part: _Part) -> object:
        folders = part.paper.folders if part.paper else ()
        return (
            "booklet",
            style_version(*FOLDERS, *folders),
            part.template,
            self.options.paper,
            self.options.ink,
            part.key,
        )

    def _made(self, part: _Part) -> bytes:
        return kept("pdf", self._content(part), lambda: self._drawn(part))

    def _drawn(self, part: _Part) -> bytes:
        context = {
            **part.context,
            "language": self.options.language,
            "book": self.title,
            "paper": True,
            "saver": self._saves_ink,
        }
        html = render_to_string(f"grimoire/booklets/{part.template}.html", context)
        leaflet = self.options.leaflet
        style = f"{_style()}\n{leaflet.cover_css if part.template == 'cover' else leaflet.css}"
        if part.paper is None:
            return laid_out(html, style)
        paper, board, width = part.paper, context["board"], (leaflet.width - 2 * MARGIN) / POINT
        if self._saves_ink:
            style += paper.saver
        return fitted(html, lambda size: f"{style}\n{paper.style(board, size, width)}", paper.sizes(board, width))

    def _all_parts(self) -> Iterator[_Part]:
        book, language = self.book, self.options.language
        with_solutions = self.options.solutions != "none" and any(gate.is_open for gate in self._gates.values())
        cover = {
            "intro": book.intro,
            "symbol": book.symbol,
            "accent": book.accent,
            "count": len(self.entries),
            "has_solutions": with_solutions,
            "author": book.owner.name if book.owner else "",
        }
        yield _Part("cover", cover, (self.title, cover, language))
        entries = [
            {
                "number": page.number,
                "title": self._heading(page),
                "goal": game_of(page.puzzle).goal_short(page.puzzle, language),
                "part": page.part,
            }
            for page in self.entries
        ]
        hows = list(dict.fromkeys(_paper_of(page.puzzle).how for page in self.entries))
        contents = {"entries": entries, "hows": hows, "colophon": self.rights}
        yield _Part("contents", contents, (contents, language))
        for page in self.entries:
            yield self._page(page)
        if with_solutions:
            solutions = [each for page in self.entries for each in self._solutions(page)]
            yield _Part("solutions", {"solutions": solutions}, (solutions, language))

    def _page(self, page: BookPage) -> _Part:
        puzzle, language = page.puzzle, self.options.language
        paper = _paper_of(puzzle)
        level = puzzle.level or 0
        words = {
            "number": page.number,
            "title": self._heading(page),
            "goal": game_of(puzzle).goal(puzzle, language),
            "part": page.part,
            "foreword": puzzle.foreword,
            "twins": [(twin.letter, twin.change) for twin in self._others(page)],
        }
        context = {
            **words,
            "board": paper.board(puzzle, language),
            "board_template": paper.template,
            "level": range(level),
            "rest": range(LEVELS - level),
        }
        return _Part("page", context, (self.title, words, level, puzzle.position, language), paper)

    def _solutions(self, page: BookPage) -> Iterator[dict[str, Any]]:
        """The solution of a page, and of each of its twins: each by its own gate."""
        others = self._others(page)
        title = f"{page.puzzle.heading} ({LETTERS[0]})" if others else self._heading(page)
        yield self._solution(page.puzzle, page.number, title)
        for twin in others:
            yield self._solution(twin.puzzle, 0, f"({twin.letter}) {twin.change}")

    def _solution(self, puzzle: Puzzle, number: int, title: str) -> dict[str, Any]:
        gate = self._gates[puzzle.pk]
        context: dict[str, Any] = {"number": number, "title": title, "sealed": not gate.is_open}
        if gate.is_open:
            context |= _paper_of(puzzle).solution(puzzle, gate, self.options.language)
            context["afterword"] = afterword_of(puzzle, gate)
        return context


class Sheet(Booklet):
    """A single page on paper, its ``address`` at the foot; its solution behind it where ``options`` ask for that and
    the reader has earned it."""

    def __init__(self, puzzle: Puzzle, owner: Owner | None, options: BookletOptions, address: str) -> None:
        self.puzzle = puzzle
        self.address = address
        self.options = options
        self._prepare([BookPage(pk=0, puzzle=puzzle, number=0)], owner, gates_for)

    @property
    def title(self) -> str:
        return self.puzzle.heading

    @property
    def rights(self) -> str:
        return colophon(self.puzzle.owner, GAMES[self.puzzle.game].title)

    def _all_parts(self) -> Iterator[_Part]:
        [entry] = self.entries
        page = self._page(entry)
        yield _Part("page", {**page.context, "address": self.address}, (page.key, self.address), page.paper)
        if self.options.solutions != "none" and self._gates[self.puzzle.pk].is_open:
            solutions = list(self._solutions(entry))
            yield _Part("solutions", {"solutions": solutions}, (solutions, self.options.language))


def counts_of(book: Book, owner: Owner | None) -> tuple[int, int]:
    """How many pages of a book this reader may see, and of how many of them they have not earned the solution yet."""
    puzzles = [page.puzzle for page in _pages(book, owner, unread=("puzzle__position", "puzzle__intended"))]
    twins = Puzzle.objects.filter(twin_of__in=puzzles).defer("position", "intended").with_author()
    asked = {puzzle.pk: puzzle for puzzle in (*puzzles, *twins) if _may_be_printed(puzzle, owner)}
    return len(puzzles), sum(1 for gate in gates_for(list(asked.values()), owner) if not gate.is_open)


def way_in_words(puzzle: Puzzle, way: tuple[str, ...], language: str, is_proven: bool) -> dict[str, Any]:
    """A solution of a page: its plays, and what then happens step by step. It must come through the gate.

    Of a proven solution of several turns all that follows too, each turn with the hardest answer to it: ``turns`` are
    then the plays of each, with the seat, and ``variations`` the main defences with what answers them.
    """
    start = read_start(puzzle.position, language)
    variations = None
    if is_proven and puzzle.turns > 1 and puzzle.kind == Puzzle.Kind.FIND:
        with suppress(EngineError):
            variations = variations_of(start, way)
            way = played_out(start, way)
    position = start.begun
    resolved = services.resolve(position, way)
    rows = rows_of(resolved.events[: MAX_STEPS * puzzle.turns], language, str, position.mode.ai_seats)
    try:
        turns = [
            (seat, [sentence.text for sentence in sentences]) for seat, sentences in plays.tell_turns(position, way)
        ]
    except (EngineError, ValueError):
        turns = [("", list(way))]
    all_plays = [text for _seat, texts in turns for text in texts]
    return {
        "plays": all_plays,
        "turns": turns if len(turns) > 1 else [],
        "steps": [row.text for row in rows],
        "variations": None if variations is None else tell_variations(start.begun, variations, lambda *_: ""),
    }


def colophon(owner: Owner | None, game: str) -> str:
    """Whose work something is, and what may be done with it; ``owner`` is its author, None for what is the site's,
    ``game`` the title of the game."""
    if owner is None:
        text = _(
            "Positions, titles and cards are Grimoire's own, under CC BY 4.0. Grimoire is an unofficial project by "
            "fans, not made, endorsed or supported by the authors or the publisher of %(game)s."
        )
    else:
        text = _(
            "Each position belongs to its author. Grimoire is an unofficial project by fans, not made, endorsed or "
            "supported by the authors or the publisher of %(game)s."
        )
    return text % {"game": game}


def _paper_of(puzzle: Puzzle) -> PuzzlePaper:
    return game_of(puzzle).paper


def _pages(book: Book, owner: Owner | None, unread: tuple[str, ...] = ()) -> Iterator[BookPage]:
    """The pages that this reader may see; ``unread`` are fields that are not needed, of which some are long."""
    pages = book.pages.select_related("puzzle__owner__user", "puzzle__proof").defer(*unread)
    for page in pages.order_by("number"):
        puzzle = page.puzzle
        if _may_be_printed(puzzle, owner):
            yield page


def _may_be_printed(puzzle: Puzzle, owner: Owner | None) -> bool:
    return puzzle.is_owned_by(owner) or (puzzle.is_open_to_all and puzzle.flagged_at is None)


@cache
def _style() -> str:
    return (Path(__file__).parent / "booklet.css").read_text(encoding="utf-8")
