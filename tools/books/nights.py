"""The book of long nights: pages that take an evening, each with a story.

It is about no set. Its pages are Duels of two and three turns in which the solver plays four cards or more, and in
which an enemy's turn has to be foreseen: some try is refuted by nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.decks.composing import Wishes
from grimoire.book_files import NIGHTS
from tools.books.bettering import MERIT_POINTS
from tools.books.book_file import bound
from tools.books.candidates import Candidate
from tools.books.choosing import TooFew, in_order
from tools.books.company import CardPool, company_cards
from tools.books.recipes import CHAPTERS, HARD, LESSONS, LONGER, PAIRS, ChapterPart
from tools.books.whole_lines import own_plays, takes_an_evening

NODES: Final = 30_000  # of one proof: more than of other books' pages
ATTEMPTS: Final = 4000  # for one part, at most
RARE: Final = 0.07  # chance of random play, at most
MAX_OF_A_CARD: Final = 4  # pages in which the same card is played
PAGES_OF_A_CHAPTER: Final = 8


def nights_pool() -> CardPool:
    return CardPool(NIGHTS, tuple(company_cards()))


def nights_parts() -> tuple[ChapterPart, ...]:
    return tuple(_parts())


def _parts() -> Iterator[ChapterPart]:
    def part(name: str, chapter: int, make: int, **wished: Any) -> ChapterPart:
        wishes = Wishes(
            **{"goals": ("win",), "turns": 3, "plays": 1, "deck": 5, "nodes": NODES, "luck": RARE, **wished}
        )
        return ChapterPart(name, chapter, name, wishes, make, most_attempts=ATTEMPTS)

    yield part("night-two", LESSONS, 259, turns=2, plays=2, deck=6, level=3, most_level=4)
    yield part("night-others", PAIRS, 70, goals=("bastion", "destroy"), level=3)
    yield part("night-win", LONGER, 70, plays=2, level=4)
    yield part("night-deep", HARD, 70, level=5)


def is_night(page: Mapping[str, Any]) -> bool:
    """Whether a bound page is one of this book."""
    plays = own_plays(page["position"], page["answer"])
    foreseen = any(attempt.get("refutation") for attempt in page["answer"].get("tries", ()))
    return foreseen and takes_an_evening(plays)


def nights_pages(candidates: Sequence[Candidate], taken: Iterable[str]) -> list[Candidate]:
    """The 32 pages of the book in their order: those with most merits first chosen. Raises ``TooFew``."""
    known, cards = set(taken), Counter[str]()
    pages: list[Candidate] = []
    for chapter in CHAPTERS:
        free = [page for page in candidates if page.part.chapter == chapter]
        chosen: list[Candidate] = []
        for page in sorted(free, key=_points, reverse=True):
            plays = set(page.played)
            if (
                len(chosen) == PAGES_OF_A_CHAPTER
                or page.likeness in known
                or any(cards[name] >= MAX_OF_A_CARD for name in plays)
                or any(page.pattern == other.pattern for other in chosen)
                or not is_night(bound(page))
            ):
                continue
            chosen.append(page)
            known.add(page.likeness)
            cards.update(plays)
        if len(chosen) < PAGES_OF_A_CHAPTER:
            raise TooFew(f"chapter {chapter + 1} of the book of long nights")
        pages += in_order(chosen, (), pages[-1] if pages else None)
    return pages


def _points(page: Candidate) -> float:
    """What speaks for a page: its merits, different cards, and abilities that it lives by."""
    merits: Mapping[str, int] = page.puzzle["merits"]
    points = sum(value for name, value in MERIT_POINTS.items() if merits.get(name))
    return points + 0.5 * len(set(page.played)) + 0.4 * len(page.puzzle["abilities"])
