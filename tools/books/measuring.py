"""Books measured: how long, how deep and how chancy their pages are, and whether a book is what it should be.

What a page comes to stands in its proof, which is kept under the key of its position. A proof whose key or rules are
not those of today's position is made anew, as are all if that is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import correlation, median
from typing import Any, Final

from engine.decks.composing import GOALS
from engine.decks.formats.interchange import read_position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from engine.decks.solving.objective import DAMAGE, PREDICT, WIN
from grimoire.book_files import NIGHTS, Volume, VolumePage
from grimoire.proving.searching import search
from tools.books.book_file import short_key
from tools.books.whole_lines import DEEP, own_plays

LONG: Final = 3  # plays of a page that asks for some thought, at least
CHANCY: Final = round(1 / 12, 6)  # of random play, as rounded as proofs have it: from there on trying is enough
MIN_LONG, MIN_TURNS, MAX_CHANCY = 8, 4, 4  # pages of a book
MIN_THREE_TURNS: Final = 24  # pages of the book of long nights


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """One page's measures.

    ``plays`` of the solution and ``turns`` of the objective; ``space``, positions that the plays of the first turn can
    reach; ``luck``, the chance that random play reaches the goal; ``tries`` that come near; ``creatures`` in play. Of
    what is to be foretold ``plays``, ``space``, ``luck`` and ``tries`` are 0. ``level``; how far down the most
    tempting try is refuted (``lure``); how many steps are ``forced``. ``own_plays``: cards that the solver plays until
    the goal is reached, against the toughest defence; ``foreseen``: an enemy's turn alone refutes some try; ``hidden``:
    a hand is not known.
    """

    goal: str
    plays: int
    turns: int
    space: int
    luck: float
    tries: int
    creatures: int
    level: int = 0
    lure: int = 0
    forced: int = 0
    own_plays: int = 0
    foreseen: bool = False
    hidden: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the solver plays three cards or more."""
        return max(self.plays, self.own_plays) >= LONG

    @property
    def is_deep(self) -> bool:
        """Whether the solver plays 4 to 8 cards until the goal is reached."""
        return self.own_plays in DEEP

    @property
    def foretells(self) -> bool:
        return self.goal == PREDICT

    @property
    def is_chancy(self) -> bool:
        """Whether a random player solves it once in 12, or more often."""
        return not self.foretells and self.luck >= CHANCY


@dataclass(frozen=True, slots=True)
class BookMeasures:
    """A book's pages, measured, and what has been written for them."""

    slug: str
    pages: tuple[PageMeasures, ...]
    introductions: int
    afterwords: int
    showpieces: int
    scattered: int = 0  # pages that ask for more than one thing to be foretold, by choices

    @property
    def found(self) -> list[PageMeasures]:
        """The pages on which something is to be found, not foretold."""
        return [page for page in self.pages if not page.foretells]

    @property
    def long(self) -> int:
        """Pages of three plays or more."""
        return sum(page.is_long for page in self.found)

    @property
    def of_turns(self) -> int:
        """Pages of two or three turns."""
        return sum(page.turns in (2, 3) for page in self.found)

    @property
    def chancy(self) -> int:
        return sum(page.is_chancy for page in self.pages)

    @property
    def missed(self) -> list[str]:
        """The goals of a book that this one misses, in words; empty for a good one."""
        if self.slug == NIGHTS:
            return self._missed_of_nights
        faults = []
        if self.long < MIN_LONG:
            faults.append(f"{self.long} pages of three plays or more, not {MIN_LONG}")
        if self.of_turns < MIN_TURNS:
            faults.append(f"{self.of_turns} pages of two or three turns, not {MIN_TURNS}")
        if self.chancy > MAX_CHANCY:
            faults.append(f"{self.chancy} pages that a random player solves once in 12, not at most {MAX_CHANCY}")
        if self.scattered:
            faults.append(f"{self.scattered} pages that ask to foretell more than one thing")
        lacking = [goal for goal in GOALS if goal not in {page.goal for page in self.pages}]
        if lacking:
            faults.append(f"no page with the objective {', '.join(lacking)}")
        return faults

    @property
    def _missed_of_nights(self) -> list[str]:
        faults = []
        if short := sum(not (page.is_deep and page.foreseen) for page in self.pages):
            faults.append(f"{short} pages without 4 to 8 plays and an enemy's turn to foresee")
        if (three := sum(page.turns == 3 for page in self.pages)) < MIN_THREE_TURNS:
            faults.append(f"{three} pages of three turns, not {MIN_THREE_TURNS}")
        if self.chancy:
            faults.append(f"{self.chancy} pages that a random player solves once in 12")
        return faults


def measured(volume: Volume, *, anew: bool = False) -> BookMeasures:
    """A book's measures, from its kept proofs as far as they hold; with ``anew`` every page is solved again."""
    return BookMeasures(
        slug=volume.slug,
        pages=tuple(_whole_measures(page.position, _answer(page, anew)) for page in volume.pages),
        introductions=sum(bool(page.words.en) for page in volume.pages),
        afterwords=sum(bool(page.afterword.en) for page in volume.pages),
        showpieces=sum(page.showpiece for page in volume.pages),
        scattered=sum(page.goal == PREDICT and not (page.asks or page.by_board) for page in volume.pages),
    )


def _answer(page: VolumePage, anew: bool) -> Mapping[str, Any]:
    position = read_position(page.position)
    if not anew and page.rules_version == RULES_VERSION and page.key == short_key(position):
        return page.answer
    return search(position, Budget()).answer


def _whole_measures(position: Mapping[str, Any], answer: Mapping[str, Any]) -> PageMeasures:
    """With ``own_plays``, for which the solution is played out: too long for those who measure by the thousand."""
    measures = page_measures(position, answer)
    return measures if measures.foretells else replace(measures, own_plays=len(own_plays(position, answer)))


def page_measures(position: Mapping[str, Any], answer: Mapping[str, Any]) -> PageMeasures:
    """A page's measures, but for ``own_plays``, from its position and the answer of the solver, both as JSON."""
    objective = position["objective"]
    goal = objective["goal"] if isinstance(objective["goal"], str) else next(iter(objective["goal"]))
    players = position["players"].values()
    creatures = sum(len(player.get(line, ())) for player in players for line in ("upper", "lower"))
    if goal == PREDICT:
        return PageMeasures(goal, 0, objective["turns"], 0, 0.0, 0, creatures, answer["difficulty"]["level"])
    features = answer["difficulty"]["features"]
    tries = len(answer.get("tries", ()))
    return PageMeasures(
        goal=goal,
        plays=features["plays"],
        turns=objective["turns"],
        space=features["positions"],
        luck=features["luck"],
        tries=tries,
        creatures=creatures,
        level=answer["difficulty"]["level"],
        lure=features["lure"],
        forced=len(features["forced"]),
        foreseen=any(attempt.get("refutation") for attempt in answer.get("tries", ())),
        hidden="hidden" in objective,
    )


@dataclass(frozen=True, slots=True)
class ShelfGoal:
    """How many pages of all books together have to be of a kind, at least and at most."""

    kind: str
    is_of_it: Callable[[PageMeasures], bool]
    least: int = 0
    most: int | None = None


SHELF: Final = (
    ShelfGoal("of 4 to 8 plays", lambda page: page.is_deep, least=100),
    ShelfGoal("of three turns", lambda page: page.turns == 3, least=24),
    ShelfGoal("with an enemy's turn to foresee", lambda page: page.foreseen, least=30),
    ShelfGoal("with a hidden hand", lambda page: page.hidden, least=12),
    ShelfGoal("to be won", lambda page: page.goal == WIN, least=60),
    ShelfGoal("with one play", lambda page: not page.foretells and page.own_plays == 1, most=40),
    ShelfGoal("to be foretold", lambda page: page.foretells, most=60),
    ShelfGoal("that count damage", lambda page: page.goal == DAMAGE, most=60),
)


def shelf(books: Sequence[BookMeasures]) -> Iterator[tuple[str, bool]]:
    """What all books together come to, a line for each goal, and whether it is reached."""
    pages = [page for book in books for page in book.pages]
    for goal in SHELF:
        number = sum(map(goal.is_of_it, pages))
        wanted = f"at least {goal.least}" if goal.most is None else f"at most {goal.most}"
        yield (
            f"{number} pages {goal.kind}, {wanted}",
            goal.least <= number <= (len(pages) if goal.most is None else goal.most),
        )


COLUMNS: Final = (
    "book", "levels 1 2 3 4 5", "by plays", "lures", "forced", "plays 1 2 3 4 5+", "turns 1 2 3", "space", "luck",
    "tries", "long", "deep", "foreseen", "hidden", "turns", "chancy", "foretell", "creatures", *GOALS, "intro",
    "after", "show",
)  # fmt: skip


def table(books: Sequence[BookMeasures]) -> Iterator[str]:
    """The lines of a table of books, in columns; ``space``, ``luck``, ``tries`` and ``creatures`` are medians.

    ``by plays`` is how far the levels follow the number of plays; ``lures`` and ``forced`` count pages with any.
    """
    rows = [COLUMNS, *(_row(book) for book in books)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
    for row in rows:
        others = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *others])


def _row(book: BookMeasures) -> tuple[str, ...]:
    pages = book.found
    plays = Counter(min(page.plays, 5) for page in pages)
    turns = Counter(page.turns for page in pages)
    goals = Counter(page.goal for page in book.pages)
    creature_counts = [page.creatures for page in book.pages if page.foretells]
    levels = Counter(page.level for page in book.pages)
    return (
        book.slug,
        " ".join(str(levels[number]) for number in range(1, 6)),
        f"{_correlation([(page.plays, page.level) for page in pages]):.2f}",
        str(sum(page.lure > 0 for page in pages)),
        str(sum(page.forced > 0 for page in pages)),
        " ".join(str(plays[number]) for number in range(1, 6)),
        " ".join(str(turns[number]) for number in range(1, 4)),
        f"{_median(page.space for page in pages):.0f}",
        f"{100 * _median(page.luck for page in pages):.2f}%",
        f"{_median(page.tries for page in pages):.0f}",
        str(book.long),
        str(sum(page.is_deep for page in pages)),
        str(sum(page.foreseen for page in pages)),
        str(sum(page.hidden for page in pages)),
        str(book.of_turns),
        str(book.chancy),
        str(len(creature_counts)),
        f"{_median(creature_counts):.0f}",
        *(str(goals[goal]) for goal in GOALS),
        str(book.introductions),
        str(book.afterwords),
        str(book.showpieces),
    )


def _correlation(pairs: Sequence[tuple[int, int]]) -> float:
    """How far the levels follow the number of plays, from 0 to 1; 0 where either is always the same."""
    if len({plays for plays, _ in pairs}) < 2 or len({level for _, level in pairs}) < 2:
        return 0.0
    return correlation(*zip(*pairs, strict=True))


def _median(values: Any) -> float:
    return float(median(list(values) or [0]))
