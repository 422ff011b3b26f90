"""The book of Solo, Co-op, Free-for-All and Teams: its parts, its cards, and which candidates become its pages.

It is about no set: its cards are those of all sets of the second edition. All four modes come up in every chapter.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean
from typing import Any, Final

from cards.sets import EDITIONS, SetCard, all_sets
from engine.decks.composing import GOALS, Wishes
from engine.decks.rules.abilities import SEASON_2
from grimoire.book_files import COMPANY
from tools.books.bettering import measures, merit_points
from tools.books.candidates import Candidate
from tools.books.choosing import NO_PLAYS, TooFew, in_order
from tools.books.measuring import MAX_CHANCY, MIN_LONG, MIN_TURNS
from tools.books.recipes import (
    CHAPTERS,
    HARD,
    LESSONS,
    LONGER,
    NODES,
    ONE_TURN,
    PAIRS,
    RARE,
    THREE,
    ChapterPart,
)

MODES: Final = ("solo", "coop", "ffa", "teams")
# The parts of which the pages of each chapter come: every mode has two in the first three, and what is hard is hard
# mostly against machines, whose answers are no choice.
OF_CHAPTERS: Final = {
    LESSONS: ("foretell-coop", "lesson-coop", *("lesson-solo", "lesson-ffa", "lesson-teams") * 2),
    PAIRS: (*(f"more-{mode}" for mode in MODES), "more-teams", "trio-solo", "trio-coop", "trio-ffa"),
    LONGER: tuple(f"{name}-{mode}" for mode in MODES for name in ("survive", "turns")),
    HARD: ("deep-solo",) * 3 + ("deep-coop",) * 3 + ("hard-ffa", "hard-teams"),
}
DRAWN: Final = 4000


def company_cards() -> list[SetCard]:
    """The cards of all sets of the second edition."""
    return [card for file in all_sets() if EDITIONS[file.season] == SEASON_2 for card in file.cards]


@dataclass(frozen=True, slots=True)
class CardPool:
    """What candidates of the book are composed of, where other books have a set."""

    slug: str
    cards: tuple[SetCard, ...]


def company_pool() -> CardPool:
    return CardPool(COMPANY, tuple(company_cards()))


def company_parts() -> tuple[ChapterPart, ...]:
    return tuple(part for mode in MODES for part in _parts(mode))


def _parts(mode: str) -> Iterator[ChapterPart]:
    def part(name: str, chapter: int, theme: str, make: int, **wished: Any) -> ChapterPart:
        wanted: dict[str, Any] = {"nodes": NODES, "mode": mode, "goals": ONE_TURN, **wished}
        return ChapterPart(f"{name}-{mode}", chapter, theme, Wishes(**wanted), make)

    terse: dict[str, Any] = {"goals": ("predict",), "creatures": 5, "deck": 4}
    yield part("foretell", LESSONS, "foretell", 6, most_level=3, **terse)
    yield part("lesson", LESSONS, "find", 6, plays=1, most_level=3, deck=5, luck=RARE)
    yield part("more", PAIRS, "find", 5, level=2, most_level=3, deck=6, luck=RARE)
    yield part("trio", PAIRS, "find", 5, level=2, most_level=4, **THREE)
    yield part("survive", LONGER, "survive", 4, goals=("survive",), plays=2, level=2, most_level=4, luck=RARE)
    yield part("turns", LONGER, "turns", 5, plays=2, turns=2, level=2, most_level=5, luck=RARE)
    yield part("hard", HARD, "find", 3, plays=2, level=4, luck=RARE)
    yield part("deep", HARD, "find", 7, level=4, merits=1, **THREE)


def company_pages(candidates: Sequence[Candidate], taken: Iterable[str], seed: int = 1) -> list[Candidate]:
    """The 32 pages of the book in their order. Raises ``TooFew``."""
    rng = random.Random(seed)
    known = set(taken)
    free = [candidate for candidate in candidates if candidate.likeness not in known]
    best: tuple[float, list[Candidate]] | None = None
    for _ in range(DRAWN):
        drawn = _drawn(rng, free)
        points = sum(map(merit_points, drawn)) + 0.5 * len({page.pattern for page in drawn})
        if (best is None or points > best[0]) and _is_a_book(drawn):
            ordered = [page for chapter in _chapters(drawn) for page in in_order(chapter, (), None)]
            if not any(page.pattern == following.pattern != NO_PLAYS for page, following in pairwise(ordered)):
                best = points, ordered
    if best is None:
        raise TooFew("the book of company")
    return best[1]


def _drawn(rng: random.Random, free: Sequence[Candidate]) -> list[Candidate]:
    pages: list[Candidate] = []
    for name in (name for names in OF_CHAPTERS.values() for name in names):
        known = {page.likeness for page in pages}
        fitting = [candidate for candidate in free if candidate.part.name == name and candidate.likeness not in known]
        if not fitting:
            raise TooFew(name)
        pages.append(rng.choice(fitting))
    return pages


def _chapters(pages: Sequence[Candidate]) -> list[list[Candidate]]:
    return [[page for page in pages if page.part.chapter == chapter] for chapter in CHAPTERS]


def _is_a_book(pages: Sequence[Candidate]) -> bool:
    measured = [measures(page) for page in pages]
    means = [mean(page.level for page in chapter) for chapter in _chapters(pages)]
    crowd = [
        max(Counter(page.pattern for page in chapter if page.pattern != NO_PLAYS).values())
        for chapter in _chapters(pages)
    ]
    return (
        sum(values.is_long for values in measured) >= MIN_LONG
        and sum(values.turns > 1 for values in measured if not values.foretells) >= MIN_TURNS
        and sum(values.is_chancy for values in measured) <= MAX_CHANCY
        and {values.goal for values in measured} >= set(GOALS)
        and means[0] == min(means)
        and means[-1] == max(means)
        and len({page.likeness for page in pages}) == len(pages)
        and max(crowd) <= 3
    )
