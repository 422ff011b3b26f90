"""Books measured: how long, how deep and how chancy their pages are, and whether a book is what it should be.

What a page comes to stands in its proof, which is kept under the key of its position. A proof whose key or rules are
not those of today's position is made anew, as are all if that is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import correlation, median
from typing import Any, Final

from engine.decks.composing import GOALS
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from engine.decks.solving.objective import PREDICT
from grimoire.book_files import NIGHTS, Volume, VolumePage
from grimoire.lines import StartingPosition, read_start, replay_line
from grimoire.proving.searching import search
from grimoire.solving.judging import played_out
from tools.books.book_file import short_key

LONG: Final = range(3, 6)  # plays of a page that asks for some thought
CHANCY: Final = round(1 / 12, 6)  # of random play, as rounded as proofs have it: from there on trying is enough
MIN_LONG, MIN_TURNS, MAX_CHANCY = 8, 4, 4  # pages of a book
DEEP: Final = range(4, 9)  # own plays of a whole line that takes an evening
MIN_THREE_TURNS: Final = 24  # pages of the book of long nights


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """One page's measures.

    ``plays`` of the solution and ``turns`` of the objective; ``space``, positions that the plays of the first turn can
    reach; ``luck``, the chance that random play reaches the goal; ``tries`` that come near; ``creatures`` in play. Of
    what is to be foretold ``plays``, ``space``, ``luck`` and ``tries`` are 0. ``level``; how far down the most
    tempting try is refuted (``lure``); how many steps are ``forced``. ``own_plays``: cards that the solver plays until
    the goal is reached, against the toughest defence; ``foreseen``: an enemy's turn alone refutes some try.
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
        """Pages of 3 to 5 plays."""
        return sum(page.plays in LONG for page in self.found)

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
            faults.append(f"{self.long} pages of 3 to 5 plays, not {MIN_LONG}")
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
    )


def own_plays(position: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """The cards that the solver plays until the goal is reached, by name, against the toughest defence."""
    start, line = whole_line(position, answer)
    whole = replay_line(start.position, line)
    return [
        state.position.card_at(action.place).name
        for state, action in zip(whole.states, whole.actions, strict=False)
        if action.kind >= PLAY_LINE and whole.walker.objective.helps(state.position.active)
    ]


def whole_line(position: Mapping[str, Any], answer: Mapping[str, Any]) -> tuple[StartingPosition, tuple[str, ...]]:
    """Where a page begins, and its solution played out to the goal against the toughest defence, in text form."""
    start = read_start(dict(position))
    walked, line = start.position.copy(), list[str]()
    for written in answer["solutions"][0]:
        if walked.is_over:
            break
        action = read_action(walked, written)
        walked.push(action)
        line.append(str(action))
    return start, played_out(start, line[len(start.opening) :])


COLUMNS: Final = (
    "book", "levels 1 2 3 4 5", "by plays", "lures", "forced",
    "plays 1 2 3 4 5+", "turns 1 2 3", "space", "luck", "tries", "long", "deep", "foreseen", "turns", "chancy",
    "foretell", "creatures", *GOALS, "intro", "after", "show",
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
