"""The recipes of books: for each part of it, the wishes that candidates are composed by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cards.sets import EDITIONS, SetFile
from engine.decks.composing import Wishes
from engine.decks.rules.modes import MODES

LESSONS, PAIRS, LONGER, HARD = CHAPTERS = range(4)
ONE_TURN: Final = ("win", "bastion", "damage", "destroy")
# Those without an AI first.
FOUR_SEATS: Final = tuple(
    mode.name for mode in sorted(MODES.values(), key=lambda mode: len(mode.ai_seats)) if mode.seats == 4
)
RARE: Final = 0.083  # chance of random play, at most: less than once in 12
THREE: Final[dict[str, Any]] = {"plays": 3, "most_plays": 5, "luck": RARE}
TERSE: Final[dict[str, Any]] = {"goals": ("predict",), "creatures": 4, "deck": 4}  # one twist, few to count
NODES: Final = 8000  # of one proof: a page is for people
# Pages in which the solver plays cards in more than one turn, an evening's work: win, break or destroy, no counting.
EVENING: Final[dict[str, Any]] = {"goals": ("win", "bastion", "destroy"), "luck": RARE, "nodes": 30_000}
ATTEMPTS: Final = 320  # for one part, at most; predictions cost next to nothing
FOR_PREDICTIONS: Final = 1500
MOST_EVENINGS: Final = 8000  # few of them are deep


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """One kind of page of a chapter: ``make`` candidates are composed by the ``wishes``.

    ``theme`` groups parts that are chosen among together; ``about`` is the ability that it is for, or empty.
    """

    name: str
    chapter: int
    theme: str
    wishes: Wishes
    make: int
    about: str = ""
    most_attempts: int | None = None  # None for the usual number
    deep: bool = False  # whether only puzzles count that take the solver an evening (see ``whole_lines``)
    hidden: bool = False  # whether an enemy's hand is not known

    @property
    def attempts(self) -> int:
        """How many are made at most."""
        if self.most_attempts is not None:
            return self.most_attempts
        return FOR_PREDICTIONS if self.wishes.goals == ("predict",) else ATTEMPTS


def parts_of(file: SetFile) -> tuple[ChapterPart, ...]:
    parts = [*_parts(file.abilities, EDITIONS[file.season])]
    if any("reinforcement" in card.card.slugs for card in file.cards):
        parts += _hidden(EDITIONS[file.season], "reinforcement" in file.abilities)
    return tuple(parts)


def _parts(abilities: tuple[str, ...], edition: str) -> Iterator[ChapterPart]:
    def part(name: str, chapter: int, theme: str, make: int, about: str = "", **wished: Any) -> ChapterPart:
        wanted: dict[str, Any] = {"abilities": (about,) if about else (), "nodes": NODES, "edition": edition, **wished}
        return ChapterPart(name, chapter, theme, Wishes(**wanted), make, about)

    for slug in abilities:
        yield part(f"foretell-{slug}", LESSONS, "foretell", 8, slug, most_level=3, **TERSE)
        yield part(f"lesson-{slug}", LESSONS, "find", 6, slug, goals=ONE_TURN, plays=1, most_level=3, deck=5, luck=RARE)
        yield part(f"more-{slug}", PAIRS, "find", 6, slug, goals=ONE_TURN, level=2, most_level=3, deck=6, luck=RARE)
        yield part(f"outlook-{slug}", PAIRS, "foretell", 3, slug, level=2, most_level=3, **TERSE)
        yield part(f"turns-{slug}", LONGER, "turns", 2, slug, goals=ONE_TURN, plays=1, turns=2, level=2, most_level=4)
        yield part(f"hard-{slug}", HARD, "find", 3, slug, goals=ONE_TURN, level=4)
        yield part(f"hard-outlook-{slug}", HARD, "foretell", 3, slug, goals=("predict",), level=5, creatures=7)
    yield part("trio", PAIRS, "find", 8, goals=ONE_TURN, level=2, most_level=4, **THREE)
    yield part("deep", HARD, "find", 8, goals=ONE_TURN, level=4, merits=2, **THREE)
    yield part("survive", LONGER, "survive", 6, goals=("survive",), plays=1, level=3, most_level=4)
    yield part("solo", LONGER, "solo", 5, goals=ONE_TURN, mode="solo", level=3, most_level=4)
    yield part("solo-deep", LONGER, "solo", 3, goals=ONE_TURN, mode="solo", level=3, most_level=4, **THREE)
    yield part("solo-survive", LONGER, "solo", 2, goals=("survive",), plays=1, mode="solo", level=3, most_level=4)
    for mode in FOUR_SEATS:
        yield part(mode, LONGER, "four", 2, goals=ONE_TURN, mode=mode, level=2, most_level=4)
        yield part(f"hard-{mode}", HARD, "four", 1, goals=ONE_TURN, mode=mode, level=4)
    yield part("long-turns", LONGER, "turns", 6, goals=ONE_TURN, plays=1, turns=2, level=3, most_level=4, luck=RARE)
    yield part("far-turns", LONGER, "turns", 4, goals=ONE_TURN, plays=2, turns=2, level=4, most_level=4, luck=RARE)
    yield part("hard-turns", HARD, "turns", 3, goals=ONE_TURN, plays=2, turns=2, level=4)
    yield part("hard-survive", HARD, "survive", 3, goals=("survive",), plays=2, level=4)
    yield from _evenings(edition)


def _evenings(edition: str) -> Iterator[ChapterPart]:
    def part(name: str, chapter: int, theme: str, make: int, *, deep: bool = True, **wished: Any) -> ChapterPart:
        wishes = Wishes(**{"edition": edition, **EVENING, **wished})
        return ChapterPart(f"evening-{name}", chapter, theme, wishes, make, most_attempts=MOST_EVENINGS, deep=deep)

    yield part("pairs", PAIRS, "find", 3, turns=3, plays=1, deck=5, level=2, most_level=4)
    yield part("three", LONGER, "turns", 3, turns=3, plays=1, deck=5, level=3)
    yield part("hard", HARD, "find", 6, turns=3, plays=1, deck=5, level=4)
    yield part("survive", LONGER, "survive", 2, deep=False, goals=("survive",), turns=2, level=2, most_level=4)
    yield part("solo", LONGER, "solo", 3, deep=False, mode="solo", turns=2, level=2, most_level=4)
    for mode in FOUR_SEATS:
        yield part(mode, LONGER, "four", 3, deep=False, mode=mode, level=2, most_level=4)


def _hidden(edition: str, often: bool) -> Iterator[ChapterPart]:
    """With hands that are not known: of sets whose cards can play from them, ``often`` or now and then."""

    def part(name: str, chapter: int, make: int, about: str = "", **wished: Any) -> ChapterPart:
        wanted = {**EVENING, "nodes": NODES, "deck": 7, "edition": edition, "tidy": False, "luck": 2 * RARE, **wished}
        wishes = Wishes(abilities=("reinforcement",), **wanted)
        return ChapterPart(name, chapter, "find", wishes, make, about, most_attempts=MOST_EVENINGS, hidden=True)

    if often:
        yield part("hidden-lesson-reinforcement", LESSONS, 4, "reinforcement", plays=1, most_level=3)
    else:
        yield part("hidden-lesson", LESSONS, 2, plays=1, most_level=3)
    yield part("hidden", PAIRS, 2 if often else 1, plays=2, most_level=4)
