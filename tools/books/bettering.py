"""Pages that ask for too little give way to composed ones that ask for more; the book stays what it is otherwise.

A page goes for a candidate of its chapter and theme, the dullest first, as long as the book keeps the rules of the
books (``faults``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from statistics import mean
from typing import Any, Final

from cards.sets import BilingualText
from engine.decks.composing import GOALS
from engine.decks.solving.objective import DAMAGE
from grimoire.book_files import NO_WORDS, Volume, VolumePage
from grimoire.models.puzzles import DECKS
from tools.books.book_file import bound
from tools.books.candidates import Candidate
from tools.books.choosing import MIN_AT_WORK, NO_PLAYS, TooFew, chosen
from tools.books.measuring import MAX_CHANCY, MIN_LONG, MIN_TURNS, PageMeasures, page_measures
from tools.books.recipes import CHAPTERS, HARD, LESSONS, ChapterPart

MAX_SWAPS: Final = 16  # half of a book
EASY_MEAN: Final = 2.75  # level of the lessons, at most
HARD_MEAN: Final = 3.7  # of the last chapter, at least
CROWDED: Final = 4  # Creatures above which something else is foretold instead
MERIT_POINTS: Final = {"tempting": 1.0, "sacrifices": 1.5, "orders": 1.0, "against_grain": 2.0}


def measures(candidate: Candidate) -> PageMeasures:
    values = page_measures(candidate.puzzle["position"], candidate.puzzle["answer"])
    return values if values.foretells else replace(values, own_plays=len(candidate.own_plays))


def bettered(
    pages: Sequence[Candidate],
    candidates: Sequence[Candidate],
    abilities: Sequence[str],
    taken: Iterable[str],
    swaps: int = MAX_SWAPS,
) -> list[Candidate]:
    """The 32 pages of a book in their order, with better ones in the place of those that ask for too little.

    ``pages`` are those that there are, ``taken`` the likenesses of other books' pages; at most so many ``swaps``, the
    dullest pages first. Raises ``TooFew`` where nothing better would leave the book what it should be.
    """
    book, known = list(pages), {*taken, *(page.likeness for page in pages)}
    ordered: list[Candidate] | None = None
    for old in sorted(pages, key=dullness, reverse=True):
        if swaps == 0 or not dullness(old):
            break
        fitting = [new for new in candidates if new.likeness not in known and _may_follow(old, new)]
        for new in sorted(fitting, key=_worth(book), reverse=True):
            changed = [new if page is old else page for page in book]
            if faults(changed, abilities) or (tried := _chosen_whole(changed, abilities, taken)) is None:
                continue
            book, ordered = changed, tried
            known.add(new.likeness)
            swaps -= 1
            break
    if ordered is None:
        raise TooFew("a better book")
    return ordered


def dullness(page: Candidate) -> float:
    """What speaks against a page: 0 for one that nothing better has to take the place of."""
    values = measures(page)
    if values.foretells:
        return 1.0 + 0.5 * (values.creatures > CROWDED)
    return (
        3.0 * (values.own_plays < 2 and page.part.chapter != LESSONS) + 2.0 * (values.goal == DAMAGE) + values.is_chancy
    )


def _may_follow(old: Candidate, new: Candidate) -> bool:
    """Whether a page is less dull and of the same place: where something was foretold, something may be to be found."""
    themes = (old.part.theme, "find") if old.part.theme == "foretell" else (old.part.theme,)
    return new.part.chapter == old.part.chapter and new.part.theme in themes and dullness(new) < dullness(old)


def _worth(book: Sequence[Candidate]) -> Callable[[Candidate], float]:
    """What speaks for a candidate beside the pages of a book: more is better."""
    goals = Counter(page.goal for page in book)
    played = Counter(name for page in book for name in set(page.own_plays))

    def points(page: Candidate) -> float:
        values = measures(page)
        again = sum(played[name] for name in set(page.own_plays))
        depth = 2.0 * values.is_deep + 0.7 * len(set(page.own_plays)) + values.foreseen + 3.0 * page.is_hidden
        return merit_points(page) + depth - 0.3 * goals[page.goal] - 0.4 * again - 0.3 * (values.goal == DAMAGE)

    return points


def _chosen_whole(pages: Sequence[Candidate], abilities: Sequence[str], taken: Iterable[str]) -> list[Candidate] | None:
    """The pages in their order; None if they are not just those that would be chosen of themselves."""
    try:
        ordered = chosen(pages, abilities, taken)
    except TooFew:
        return None
    for first, second in combinations(range(len(ordered)), 2):
        if not _alike(ordered):
            break
        page, other = ordered[first], ordered[second]
        if (page.part.chapter, page.level) == (other.part.chapter, other.level):
            swapped = [other if at is page else page if at is other else at for at in ordered]
            ordered = swapped if _alike(swapped) < _alike(ordered) else ordered
    return None if _alike(ordered) else ordered


def _alike(pages: Sequence[Candidate]) -> int:
    """How many pages are followed by one whose solution has the same pattern."""
    return sum(page.pattern == following.pattern != NO_PLAYS for page, following in pairwise(pages))


def merit_points(candidate: Candidate) -> float:
    """What speaks for a page: its merits, and where something is to be foretold how little there is to count."""
    merits: Mapping[str, int] = candidate.puzzle.get("merits", {})
    values = measures(candidate)
    crowd = 0.8 * max(0, values.creatures - CROWDED) if values.foretells else 0.02 * values.creatures
    twists = 0.5 * (len(candidate.puzzle["abilities"]) - 1) if values.foretells else 0.0
    return sum(points for name, points in MERIT_POINTS.items() if merits.get(name)) - crowd - twists


def faults(pages: Sequence[Candidate], abilities: Sequence[str]) -> list[str]:
    """The rules that the pages of a book would break, in words."""
    measured = [measures(page) for page in pages]
    chapters = [[page for page in pages if page.part.chapter == chapter] for chapter in CHAPTERS]
    means = [mean(page.level for page in chapter) for chapter in chapters]
    at_work = Counter(slug for page in pages for slug in page.puzzle["abilities"])
    about = {page.part.about for page in chapters[LESSONS] if page.part.about in page.puzzle["abilities"]}
    crowd = [
        max(Counter(page.pattern for page in chapter if page.pattern != NO_PLAYS).values()) for chapter in chapters
    ]
    rules = {
        "long": sum(values.is_long for values in measured) >= MIN_LONG,
        "turns": sum(values.turns > 1 and not values.foretells for values in measured) >= MIN_TURNS,
        "chancy": sum(values.is_chancy for values in measured) <= MAX_CHANCY,
        "goals": {values.goal for values in measured} >= set(GOALS),
        "levels": means[LESSONS] == min(means) and means[HARD] == max(means),
        "easy": means[LESSONS] <= EASY_MEAN and min(page.level for page in chapters[LESSONS]) == 1,
        "hard": means[HARD] >= HARD_MEAN and max(page.level for page in chapters[HARD]) == 5,
        "abilities": all(at_work[slug] >= MIN_AT_WORK for slug in abilities),
        "lessons": about >= set(abilities),
        "alike": len({page.likeness for page in pages}) == len(pages),
        "patterns": max(crowd) <= 3,
        "solo": sum(page.puzzle["position"]["mode"] == "solo" for page in pages) >= 2,
    }
    return [name for name, holds in rules.items() if not holds]


def as_candidates(volume: Volume, parts: Iterable[ChapterPart]) -> list[Candidate]:
    named = {part.name: part for part in parts}
    return [
        Candidate(
            named[page.part],
            {
                "attempt": page.attempt,
                "position": dict(page.position),
                "answer": dict(page.answer),
                "abilities": list(page.at_work),
                "likeness": page.likeness,
            },
        )
        for page in volume.pages
    ]


def rebound(volume: Volume, pages: Sequence[Candidate]) -> tuple[Volume, list[dict[str, Any]]]:
    """The book with these pages, and the lines of its new ones: those that stay keep their words, those that go are
    retired, and those that are new wait for theirs (title and slug are their key).
    """
    old = {page.likeness: page for page in volume.pages}
    chapters: dict[int, BilingualText] = {}
    parts = {page.part: page for page in volume.pages}
    for page in pages:
        if page.likeness in old:
            chapters.setdefault(page.part.chapter, old[page.likeness].chapter)
    lines: list[dict[str, Any]] = []
    whole: list[VolumePage] = []
    for number, page in enumerate(pages, start=1):
        opens = number == 1 or pages[number - 2].part.chapter != page.part.chapter
        place: dict[str, Any] = {"number": number, "opens": opens, "chapter": chapters[page.part.chapter]}
        if page.likeness in old:
            whole.append(replace(old[page.likeness], **place))
            continue
        line = bound(page)
        lines.append(line)
        lesson = parts[page.part.name].words if page.part.name in parts else NO_WORDS
        whole.append(_unwritten(volume.slug, line, lesson, **place))
    likenesses = {page.likeness for page in pages}
    gone = [replace(page, number=0, opens=False) for page in volume.pages if page.likeness not in likenesses]
    return replace(volume, pages=tuple(whole), retired=(*volume.retired, *gone)), lines


def _unwritten(book: str, line: Mapping[str, Any], words: BilingualText, **place: Any) -> VolumePage:
    return VolumePage(
        game=DECKS,
        book=book,
        slug=line["key"],
        title=BilingualText(line["key"], line["key"]),
        words=words,
        afterword=NO_WORDS,
        marked_words=words,
        marked_afterword=NO_WORDS,
        by_board=False,
        asks="",
        showpiece=False,
        tried=None,
        key=line["key"],
        part=line["part"],
        attempt=line["attempt"],
        position=line["position"],
        answer=line["answer"],
        at_work=tuple(line["abilities"]),
        likeness=line["likeness"],
        rules_version=line["rules_version"],
        **place,
    )
