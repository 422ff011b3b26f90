"""The site's own books, from files: TOML for words, JSON lines for positions and proofs.

``book_files/BOOK.toml``, or that of the folder ``books`` of another game's puzzles, holds what a person has written:
titles, what the book is about, chapters, and the pages in their order, each with its title and words and the key of its
position. ``book_files/BOOK.jsonl`` holds what the composer has made and the solver proved, one page a line
(``tools.books.book_file``). The books bear the slugs of the sets that they are about; ``company`` and ``long-nights``
are about none. Under ``retired`` stand pages that have left the book.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from cards.sets import SLUGS, BilingualText
from contract.registry import GAMES
from grimoire.models.puzzles import DECKS

FOLDER: Final = Path(__file__).resolve().parent / "book_files"
COMPANY: Final = "company"  # the book of Solo, Co-op, Free-for-All and Teams, with cards of every set of its edition
NIGHTS: Final = "long-nights"  # the book of pages that take an evening, with cards of the same sets
BOOKS: Final = (*SLUGS, COMPANY, NIGHTS)
NO_WORDS: Final = BilingualText("", "")
CLAIM: Final = re.compile(r"\{(?P<phrase>[^{}|]*)\|(?P<reference>[^{}|]*)\}")


class VolumeError(ValueError):
    """A book's files do not belong together; the message names the book and the page."""


@dataclass(frozen=True, slots=True)
class VolumePage:
    """A page of a book: its words, its position, and the proof of it.

    ``chapter`` is the title of the part of the book that it belongs to, ``opens`` whether it is the first of it.
    ``answer`` is what ``Answer.to_json`` wrote, ``at_work`` the slugs of the abilities that the page lives by;
    ``part`` and ``attempt`` say what it was composed as (docs/author/composing.md). ``by_board``: whether what is to be
    foretold has to be set up and not chosen; ``asks`` is the key of what is asked (``solving.questions``) where it is
    chosen, empty for what tells most. ``showpiece``: whether it is one of those that the book is proud of;
    ``tried`` is the number of the proof's try that the afterword tells of, None if it tells of none. ``marked_words``
    and ``marked_afterword`` are the texts as the file has them, with a reference for each claim (``CLAIM``).
    """

    game: str
    book: str
    number: int
    slug: str
    chapter: BilingualText
    opens: bool
    title: BilingualText
    words: BilingualText
    afterword: BilingualText
    marked_words: BilingualText
    marked_afterword: BilingualText
    by_board: bool
    asks: str
    showpiece: bool
    tried: int | None
    key: str
    part: str
    attempt: int
    position: Mapping[str, Any]
    answer: Mapping[str, Any]
    at_work: tuple[str, ...]
    likeness: str
    rules_version: int

    @property
    def reference(self) -> str:
        """``book/page``, which outlives a change of the page's number."""
        return f"{self.book}/{self.slug}"

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 5."""
        level: int = self.answer["difficulty"]["level"]
        return level

    @property
    def goal(self) -> str:
        """The goal's name, one of ``engine.decks.composing.GOALS``."""
        goal = self.position["objective"]["goal"]
        return goal if isinstance(goal, str) else next(iter(goal))

    @property
    def pattern(self) -> str:
        """The plays of the solution, from the likeness; ``-`` where nothing is."""
        return self.likeness.rpartition(" | ")[2]


@dataclass(frozen=True, slots=True)
class Volume:
    """A book of the site, from its two files.

    ``retired`` are pages that others have taken the place of: they keep their address and are in no list; their
    ``number`` is 0. ``accent`` (``#rrggbb``) and ``symbol`` are those of the cover, empty where they are those of the
    set that bears the book's slug.
    """

    game: str
    slug: str
    title: BilingualText
    about: BilingualText
    pages: tuple[VolumePage, ...]
    retired: tuple[VolumePage, ...] = ()
    accent: str = ""
    symbol: str = ""


def volume_paths(slug: str, folder: Path = FOLDER) -> tuple[Path, Path]:
    """The files of a book's words and of its positions."""
    return folder / f"{slug}.toml", folder / f"{slug}.jsonl"


def read_volume(slug: str, folder: Path = FOLDER) -> Volume:
    """A book by its slug. Raises ``OSError``, ``KeyError`` for what its files lack, and ``VolumeError``."""
    words, proofs = volume_paths(slug, folder)
    data = tomllib.loads(words.read_text(encoding="utf-8"))
    proved = {page["key"]: page for page in map(json.loads, proofs.read_text(encoding="utf-8").splitlines())}
    pages = tuple(_pages(slug, data, proved))
    retired = tuple(_page(_game(data), slug, 0, page, NO_WORDS, False, proved) for page in data.get("retired", ()))
    left = set(proved) - {page.key for page in (*pages, *retired)}
    if left:
        raise VolumeError(f"{slug}: the positions {', '.join(sorted(left))} have no page")
    title, about = _words(data["title"]), _words(data["about"])
    return Volume(_game(data), slug, title, about, pages, retired, data.get("accent", ""), data.get("symbol", ""))


@cache
def all_volumes() -> tuple[Volume, ...]:
    """Every book of Clash of Decks that there is, in the order of the sets, then those that are of none."""
    return tuple(read_volume(slug) for slug in BOOKS if volume_paths(slug)[0].exists())


@cache
def other_volumes() -> tuple[Volume, ...]:
    """The books of other games than Clash of Decks, which have them in their folders."""
    folders = [game.puzzles.books for game in GAMES.values() if game.puzzles is not None]
    return tuple(
        read_volume(path.stem, folder)
        for folder in folders
        if folder is not None
        for path in sorted(folder.glob("*.toml"))
    )


def _pages(book: str, data: Mapping[str, Any], proved: Mapping[str, Mapping[str, Any]]) -> Iterator[VolumePage]:
    number = 0
    for chapter in data["chapters"]:
        for at, page in enumerate(chapter["pages"]):
            number += 1
            yield _page(_game(data), book, number, page, _words(chapter["title"]), at == 0, proved)


def _game(data: Mapping[str, Any]) -> str:
    game: str = data.get("game", DECKS)
    return game


def _page(
    game: str,
    book: str,
    number: int,
    page: Mapping[str, Any],
    chapter: BilingualText,
    opens: bool,
    proved: Mapping[str, Mapping[str, Any]],
) -> VolumePage:
    if page["position"] not in proved:
        raise VolumeError(f"{book}, page {number or page['slug']}: there is no position {page['position']}")
    proof = proved[page["position"]]
    words, afterword = (_words(page[name]) if name in page else NO_WORDS for name in ("words", "afterword"))
    return VolumePage(
        game=game,
        book=book,
        number=number,
        slug=page["slug"],
        chapter=chapter,
        opens=opens,
        title=_words(page["title"]),
        words=plain(words),
        afterword=plain(afterword),
        marked_words=words,
        marked_afterword=afterword,
        by_board=page.get("by_board", False),
        asks=page.get("asks", ""),
        showpiece=page.get("showpiece", False),
        tried=page.get("tried"),
        key=proof["key"],
        part=proof["part"],
        attempt=proof["attempt"],
        position=proof["position"],
        answer=proof["answer"],
        at_work=tuple(proof["abilities"]),
        likeness=proof["likeness"],
        rules_version=proof["rules_version"],
    )


def plain(words: BilingualText) -> BilingualText:
    """A text as readers see it, without the references of its claims."""
    return BilingualText(CLAIM.sub(r"\g<phrase>", words.en), CLAIM.sub(r"\g<phrase>", words.fr))


def _words(entry: Mapping[str, str]) -> BilingualText:
    return BilingualText(entry["en"], entry["fr"])
