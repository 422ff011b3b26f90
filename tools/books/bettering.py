"""Pages that ask for too little give way to composed ones that ask for more; the book stays what it is otherwise.

A page goes for a candidate of its chapter. Which go is searched for: many choices are drawn, those that break a rule of
the books (``faults``) are dropped, and of the others that is taken in which most merits come together.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean
from typing import Any, Final

from cards.sets import BilingualText
from engine.decks.composing import GOALS
from grimoire.book_files import NO_WORDS, Volume, VolumePage
from grimoire.models.puzzles import DECKS
from tools.books.book_file import bound
from tools.books.candidates import Candidate
from tools.books.choosing import MIN_AT_WORK, NO_PLAYS, QUOTAS, TooFew, chosen
from tools.books.measuring import LONG, MAX_CHANCY, MIN_LONG, MIN_TURNS, PageMeasures, page_measures
from tools.books.recipes import CHAPTERS, HARD, LESSONS, PAIRS, ChapterPart

DRAWN: Final = 1500
EASY_MEAN: Final = 2.75  # level of the lessons, at most
HARD_MEAN: Final = 3.7  # of the last chapter, at least
CROWDED: Final = 4  # Creatures above which something else is foretold instead
MERIT_POINTS: Final = {"tempting": 1.0, "sacrifices": 1.5, "orders": 1.0, "against_grain": 2.0}


def measures(candidate: Candidate) -> PageMeasures:
    return page_measures(candidate.puzzle["position"], candidate.puzzle["answer"])


def bettered(
    pages: Sequence[Candidate],
    candidates: Sequence[Candidate],
    abilities: Sequence[str],
    taken: Iterable[str],
    drawn_at_most: int = DRAWN,
) -> list[Candidate]:
    """The 32 pages of a book in their order, with better ones in the place of those that ask for too little.

    ``pages`` are those that there are, ``taken`` the likenesses of other books' pages. Raises ``TooFew`` when no choice
    makes a book that is what it should be.
    """
    rng = random.Random(1)
    used = {*taken, *(page.likeness for page in pages)}
    free = [page for page in candidates if page.likeness not in used]
    best: tuple[float, list[Candidate]] | None = None
    for _ in range(drawn_at_most):
        drawn = _drawn(rng, pages, free, abilities)
        if drawn is None or faults(drawn, abilities):
            continue
        points = sum(map(merit_points, drawn)) + 0.5 * len({page.pattern for page in drawn})
        if best is None or points > best[0]:
            ordered = _chosen_whole(drawn, abilities, taken)
            best = best if ordered is None else (points, ordered)
    if best is None:
        raise TooFew("a better book")
    return best[1]


def _chosen_whole(pages: Sequence[Candidate], abilities: Sequence[str], taken: Iterable[str]) -> list[Candidate] | None:
    """The pages in their order; None if they are not just those that would be chosen of themselves."""
    try:
        ordered = chosen(pages, abilities, taken)
    except TooFew:
        return None
    alike = any(page.pattern == following.pattern != NO_PLAYS for page, following in pairwise(ordered))
    return None if alike else ordered


def merit_points(candidate: Candidate) -> float:
    """What speaks for a page: its merits, and where something is to be foretold how little there is to count."""
    merits: Mapping[str, int] = candidate.puzzle.get("merits", {})
    values = measures(candidate)
    crowd = 0.8 * max(0, values.creatures - CROWDED) if values.foretells else 0.02 * values.creatures
    twists = 0.5 * (len(candidate.puzzle["abilities"]) - 1) if values.foretells else 0.0
    return sum(points for name, points in MERIT_POINTS.items() if merits.get(name)) - crowd - twists


def _drawn(
    rng: random.Random, pages: Sequence[Candidate], free: Sequence[Candidate], abilities: Sequence[str]
) -> list[Candidate] | None:
    """One choice: quotas are kept, pages that ask for little go first; None where there are too few candidates."""
    whole: list[Candidate] = []
    known: set[str] = set()
    for chapter, quotas in QUOTAS[len(abilities)].items():
        in_chapter = [page for page in pages if page.part.chapter == chapter]
        for theme, quota in _as_they_are(quotas, in_chapter).items():
            old = [page for page in in_chapter if page.part.theme == theme]
            new = [page for page in free if (page.part.chapter, page.part.theme) == (chapter, theme)]
            retained = _kept(rng, old, chapter, theme, quota)
            taken = _taken(rng, old, retained, new, quota, known)
            if taken is None:
                return None
            known.update(page.likeness for page in taken)
            whole += [*retained, *taken]
    return whole


def _as_they_are(quotas: Mapping[str, int], in_chapter: Sequence[Candidate]) -> dict[str, int]:
    """The quotas, with what is foretold less where it was: then more is to be found, as ``choosing`` has it."""
    foretold = min(quotas.get("foretell", 0), sum(page.part.theme == "foretell" for page in in_chapter))
    wanting = quotas.get("foretell", 0) - foretold
    result = {name: number + (wanting if name == "find" else 0) for name, number in quotas.items()}
    return {**result, "foretell": foretold} if "foretell" in quotas else result


def _kept(rng: random.Random, old: Sequence[Candidate], chapter: int, theme: str, quota: int) -> list[Candidate]:
    """Those of a theme that stay: as many as may be, the better ones rather than the others."""

    def rank(page: Candidate) -> float:
        values = measures(page)
        if theme == "foretell":
            return float(values.creatures > CROWDED) + 0.5 * rng.random()
        trivial = 2.0 * values.is_chancy + 1.0 * (values.plays not in LONG and values.turns == 1)
        return trivial + 0.8 * rng.random()

    limit = quota
    if theme == "find" and chapter == HARD:
        limit = sum(measures(page).plays in LONG for page in old) + rng.randrange(2)
    elif theme == "find" and chapter == PAIRS:
        limit = quota - rng.randrange(2, 5)
    elif theme == "find" and chapter == LESSONS:
        limit = quota - rng.randrange(1, quota)
    elif theme == "foretell":
        limit = quota - rng.randrange(quota + 1)
    elif theme == "turns":
        limit = sum(not measures(page).is_chancy for page in old)
    elif theme == "solo":
        limit = quota - rng.randrange(quota + 1)
    return sorted(old, key=rank)[: max(0, min(limit, quota))]


def _taken(
    rng: random.Random,
    old: Sequence[Candidate],
    retained: Sequence[Candidate],
    new: Sequence[Candidate],
    quota: int,
    known: set[str],
) -> list[Candidate] | None:
    """New pages up to the quota; where a page about an ability went, one about the same one comes."""
    taken: list[Candidate] = []
    gone = [page for page in old if page not in retained]
    have = Counter(page.part.about for page in retained)
    wanted = [page.part.about for page in gone if not have[page.part.about]]
    names = known | {page.likeness for page in retained}
    for number in range(quota - len(retained)):
        about = wanted[number] if number < len(wanted) else None
        left = [page for page in new if page.likeness not in names]
        fitting = (
            [page for page in left if page.part.about == about]
            or [page for page in left if not page.part.about]
            or left
        )
        if not fitting:  # then one of those that were to go stays
            fitting = [page for page in gone if page.likeness not in names]
        if not fitting:
            return None
        page = rng.choice(fitting)
        names.add(page.likeness)
        taken.append(page)
    return taken


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
        "long": sum(values.plays in LONG for values in measured) >= MIN_LONG,
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
