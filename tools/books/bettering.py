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
EASY_MEAN: Final = 2.5  # level of the lessons, at most
HARD_MEAN: Final = 3.7  # of the last chapter, at least
CROWDED: Final = 4  # Creatures above which something else is foretold instead
MERIT_POINTS: Final = {"tempting": 1.0, "sacrifices": 1.5, "orders": 1.0, "against_grain": 2.0}


def measures(one: Candidate) -> PageMeasures:
    return page_measures(one.puzzle["position"], one.puzzle["answer"])


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
    used = {*taken, *(one.likeness for one in pages)}
    free = [one for one in candidates if one.likeness not in used]
    best: tuple[float, list[Candidate]] | None = None
    for _ in range(drawn_at_most):
        drawn = _drawn(rng, pages, free, abilities)
        if drawn is None or faults(drawn, abilities):
            continue
        points = sum(map(merit_points, drawn)) + 0.5 * len({one.pattern for one in drawn})
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
    alike = any(one.pattern == other.pattern != NO_PLAYS for one, other in pairwise(ordered))
    return None if alike else ordered


def merit_points(one: Candidate) -> float:
    """What speaks for a page: its merits, and where something is to be foretold how little there is to count."""
    merits: Mapping[str, int] = one.puzzle.get("merits", {})
    found = measures(one)
    crowd = 0.8 * max(0, found.creatures - CROWDED) if found.foretells else 0.02 * found.creatures
    twists = 0.5 * (len(one.puzzle["abilities"]) - 1) if found.foretells else 0.0
    return sum(points for name, points in MERIT_POINTS.items() if merits.get(name)) - crowd - twists


def _drawn(
    rng: random.Random, pages: Sequence[Candidate], free: Sequence[Candidate], abilities: Sequence[str]
) -> list[Candidate] | None:
    """One choice: quotas are kept, pages that ask for little go first; None where there are too few candidates."""
    whole: list[Candidate] = []
    known: set[str] = set()
    for chapter, quotas in QUOTAS[len(abilities)].items():
        here = [one for one in pages if one.part.chapter == chapter]
        for theme, quota in _as_they_are(quotas, here).items():
            old = [one for one in here if one.part.theme == theme]
            new = [one for one in free if (one.part.chapter, one.part.theme) == (chapter, theme)]
            kept = _kept(rng, old, chapter, theme, quota)
            taken = _taken(rng, old, kept, new, quota, known)
            if taken is None:
                return None
            known.update(one.likeness for one in taken)
            whole += [*kept, *taken]
    return whole


def _as_they_are(quotas: Mapping[str, int], here: Sequence[Candidate]) -> dict[str, int]:
    """The quotas, with what is foretold less where it was: then more is to be found, as ``choosing`` has it."""
    told = min(quotas.get("foretell", 0), sum(one.part.theme == "foretell" for one in here))
    wanting = quotas.get("foretell", 0) - told
    found = {name: number + (wanting if name == "find" else 0) for name, number in quotas.items()}
    return {**found, "foretell": told} if "foretell" in quotas else found


def _kept(rng: random.Random, old: Sequence[Candidate], chapter: int, theme: str, quota: int) -> list[Candidate]:
    """Those of a theme that stay: as many as may be, the better ones rather than the others."""

    def rank(one: Candidate) -> float:
        found = measures(one)
        if theme == "foretell":
            return float(found.creatures > CROWDED) + 0.5 * rng.random()
        trivial = 2.0 * found.is_chancy + 1.0 * (found.plays not in LONG and found.turns == 1)
        return trivial + 0.8 * rng.random()

    most = quota
    if theme == "find" and chapter == HARD:
        most = sum(measures(one).plays in LONG for one in old) + rng.randrange(2)
    elif theme == "find" and chapter == PAIRS:
        most = quota - rng.randrange(2, 5)
    elif theme == "find" and chapter == LESSONS:
        most = quota - rng.randrange(1, quota)
    elif theme == "foretell":
        most = quota - rng.randrange(quota + 1)
    elif theme == "turns":
        most = sum(not measures(one).is_chancy for one in old)
    elif theme == "solo":
        most = quota - rng.randrange(quota + 1)
    return sorted(old, key=rank)[: max(0, min(most, quota))]


def _taken(
    rng: random.Random,
    old: Sequence[Candidate],
    kept: Sequence[Candidate],
    new: Sequence[Candidate],
    quota: int,
    known: set[str],
) -> list[Candidate] | None:
    """New pages up to the quota; where a page about an ability went, one about the same one comes."""
    taken: list[Candidate] = []
    gone = [one for one in old if one not in kept]
    have = Counter(one.part.about for one in kept)
    wanted = [one.part.about for one in gone if not have[one.part.about]]
    names = known | {one.likeness for one in kept}
    for number in range(quota - len(kept)):
        about = wanted[number] if number < len(wanted) else None
        left = [one for one in new if one.likeness not in names]
        fitting = (
            [one for one in left if one.part.about == about] or [one for one in left if not one.part.about] or left
        )
        if not fitting:  # then one of those that were to go stays
            fitting = [one for one in gone if one.likeness not in names]
        if not fitting:
            return None
        one = rng.choice(fitting)
        names.add(one.likeness)
        taken.append(one)
    return taken


def faults(pages: Sequence[Candidate], abilities: Sequence[str]) -> list[str]:
    """The rules that the pages of a book would break, in words."""
    found = [measures(one) for one in pages]
    chapters = [[one for one in pages if one.part.chapter == chapter] for chapter in CHAPTERS]
    means = [mean(one.level for one in chapter) for chapter in chapters]
    at_work = Counter(slug for one in pages for slug in one.puzzle["abilities"])
    about = {one.part.about for one in chapters[LESSONS] if one.part.about in one.puzzle["abilities"]}
    crowd = [max(Counter(one.pattern for one in chapter if one.pattern != NO_PLAYS).values()) for chapter in chapters]
    rules = {
        "long": sum(one.plays in LONG for one in found) >= MIN_LONG,
        "turns": sum(one.turns > 1 and not one.foretells for one in found) >= MIN_TURNS,
        "chancy": sum(one.is_chancy for one in found) <= MAX_CHANCY,
        "goals": {one.goal for one in found} >= set(GOALS),
        "levels": means[LESSONS] == min(means) and means[HARD] == max(means),
        "easy": means[LESSONS] <= EASY_MEAN and min(one.level for one in chapters[LESSONS]) == 1,
        "hard": means[HARD] >= HARD_MEAN and max(one.level for one in chapters[HARD]) == 5,
        "abilities": all(at_work[slug] >= MIN_AT_WORK for slug in abilities),
        "lessons": about >= set(abilities),
        "alike": len({one.likeness for one in pages}) == len(pages),
        "patterns": max(crowd) <= 3,
        "solo": sum(one.puzzle["position"]["mode"] == "solo" for one in pages) >= 2,
    }
    return [name for name, kept in rules.items() if not kept]


def as_candidates(volume: Volume, parts: Iterable[ChapterPart]) -> list[Candidate]:
    """The pages of a book as the candidates that they were."""
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
    for one in pages:
        if one.likeness in old:
            chapters.setdefault(one.part.chapter, old[one.likeness].chapter)
    lines: list[dict[str, Any]] = []
    whole: list[VolumePage] = []
    for number, one in enumerate(pages, start=1):
        opens = number == 1 or pages[number - 2].part.chapter != one.part.chapter
        place: dict[str, Any] = {"number": number, "opens": opens, "chapter": chapters[one.part.chapter]}
        if one.likeness in old:
            whole.append(replace(old[one.likeness], **place))
            continue
        line = bound(one)
        lines.append(line)
        lesson = parts[one.part.name].words if one.part.name in parts else NO_WORDS
        whole.append(_unwritten(volume.slug, line, lesson, **place))
    kept = {one.likeness for one in pages}
    gone = [replace(page, number=0, opens=False) for page in volume.pages if page.likeness not in kept]
    return replace(volume, pages=tuple(whole), retired=(*volume.retired, *gone)), lines


def _unwritten(book: str, line: Mapping[str, Any], words: BilingualText, **place: Any) -> VolumePage:
    return VolumePage(
        game=DECKS,
        book=book,
        slug=line["key"],
        title=BilingualText(line["key"], line["key"]),
        words=words,
        afterword=NO_WORDS,
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
