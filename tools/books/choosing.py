"""Which candidates become the 32 pages of a book, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from grimoire.models.books import GRIMOIRE_PAGES
from tools.books.candidates import Candidate
from tools.books.recipes import HARD, LESSONS, LONGER, PAIRS

# How many pages of each theme a chapter has, by how many abilities the set brings to the fore.
QUOTAS: Final[dict[int, dict[int, dict[str, int]]]] = {
    4: {
        LESSONS: {"foretell": 4, "find": 4},
        PAIRS: {"foretell": 2, "find": 6},
        LONGER: {"turns": 4, "survive": 1, "solo": 2, "four": 1},
        HARD: {"foretell": 1, "find": 5, "turns": 0, "survive": 1, "four": 1},
    },
    5: {
        LESSONS: {"foretell": 5, "find": 5},
        PAIRS: {"foretell": 1, "find": 7},
        LONGER: {"turns": 3, "survive": 1, "solo": 2, "four": 1},
        HARD: {"foretell": 1, "find": 4, "turns": 1, "survive": 0, "four": 1},
    },
}
NO_PLAYS: Final = "-"  # the pattern of what is foretold
MIN_AT_WORK: Final = 4  # pages of a book that live by an ability of its set


class TooFew(Exception):
    """There are not candidates enough for a part of a book."""


@dataclass(slots=True)
class BookSelection:
    """The candidates chosen so far; ``taken`` are the likenesses that no other page may have."""

    taken: set[str]
    pages: list[Candidate] = field(default_factory=list)

    def take(self, candidate: Candidate) -> None:
        self.taken.add(candidate.likeness)
        self.pages.append(candidate)


def chosen(candidates: Sequence[Candidate], abilities: Sequence[str], taken: Iterable[str]) -> list[Candidate]:
    """The 32 pages of a book in their order.

    ``abilities`` are those that its set brings to the fore, ``taken`` the likenesses of other books' pages. In a
    chapter levels do not fall; where they are equal, what follows differs from what went before. Raises ``TooFew``.
    """
    choice = BookSelection(set(taken))
    for chapter, quotas in QUOTAS[len(abilities)].items():
        wanting = 0
        for theme, quota in quotas.items():
            number = quota + wanting
            fitting = [
                candidate
                for candidate in candidates
                if candidate.part.chapter == chapter and candidate.part.theme == theme
            ]
            if theme == "foretell":  # what acts when it is played leaves nothing to foretell: it is to be found instead
                number = min(quota, len({candidate.part.about for candidate in fitting}))
                wanting = quota - number
            else:
                wanting = 0
            _choose(choice, fitting, abilities, number, f"chapter {chapter + 1}, {theme}")
    for slug in abilities:
        _make_up_for(choice, slug, candidates, abilities)
    if len(choice.pages) != GRIMOIRE_PAGES:
        raise TooFew(f"{len(choice.pages)} pages")
    chapters = [[page for page in choice.pages if page.part.chapter == chapter] for chapter in QUOTAS[len(abilities)]]
    ordered: list[Candidate] = []
    for pages in chapters:
        ordered += in_order(pages, abilities, ordered[-1] if ordered else None)
    return ordered


def _choose(
    choice: BookSelection, candidates: Sequence[Candidate], abilities: Sequence[str], number: int, where: str
) -> None:
    """Takes the best for each ability in turn, then the best of what is left."""
    turns = [slug for slug in abilities if any(candidate.part.about == slug for candidate in candidates)]
    for at in range(number):
        free = [candidate for candidate in candidates if candidate.likeness not in choice.taken]
        about = turns[at] if at < len(turns) else None
        first = [candidate for candidate in free if candidate.part.about == about] if about else free
        best = min(first or free, key=_worth(choice, abilities), default=None)
        if best is None:
            raise TooFew(where)
        choice.take(best)


def _make_up_for(choice: BookSelection, slug: str, candidates: Sequence[Candidate], abilities: Sequence[str]) -> None:
    """Puts pages on which an ability is at work in the place of others, until there are enough of them.

    A page goes for one of the same chapter and theme, if it is not the only one of the chapter that is for its ability,
    and if every ability at work on it has pages to spare. Where there is no such page it stays as it is.
    """
    while sum(slug in page.puzzle["abilities"] for page in choice.pages) < MIN_AT_WORK:
        spare = [
            candidate
            for candidate in candidates
            if slug in candidate.puzzle["abilities"] and candidate.likeness not in choice.taken
        ]
        swaps = [(new, old) for new in spare for old in choice.pages if _may_go(choice, old, new, slug, abilities)]
        if not swaps:
            return
        worth = _worth(choice, abilities)
        new, old = min(swaps, key=lambda swap: worth(swap[0]) - worth(swap[1]))
        choice.pages.remove(old)
        choice.taken.remove(old.likeness)
        choice.take(new)


def _may_go(choice: BookSelection, old: Candidate, new: Candidate, slug: str, abilities: Sequence[str]) -> bool:
    if (old.part.chapter, old.part.theme) != (new.part.chapter, new.part.theme) or slug in old.puzzle["abilities"]:
        return False
    alike = [
        page for page in choice.pages if (page.part.chapter, page.part.about) == (old.part.chapter, old.part.about)
    ]
    if len(alike) == 1 and old.part.about:
        return False
    at_work = Counter(ability for page in choice.pages for ability in page.puzzle["abilities"])
    return all(at_work[ability] > MIN_AT_WORK for ability in old.puzzle["abilities"] if ability in abilities)


def _worth(choice: BookSelection, abilities: Sequence[str]) -> Callable[[Candidate], float]:
    """How much speaks against a candidate beside what has been chosen: less is better."""
    goals = Counter(page.goal for page in choice.pages)
    patterns = Counter(page.pattern for page in choice.pages)
    at_work = Counter(slug for page in choice.pages for slug in page.puzzle["abilities"])
    played = Counter(name for page in choice.pages for name in page.played)
    modes = Counter(page.puzzle["position"]["mode"] for page in choice.pages)

    def against(candidate: Candidate) -> float:
        essential = candidate.puzzle["abilities"]
        features = candidate.puzzle["answer"]["difficulty"]["features"]
        points: float = 0.12 * _cards(candidate) + 0.35 * goals[candidate.goal] + 1.5 * patterns[candidate.pattern]
        points += 2.0 * modes[candidate.puzzle["position"]["mode"]] * (candidate.part.theme == "four")
        points += 0.25 * sum(played[name] for name in candidate.played) + 2.0 * (not essential)
        points -= 0.4 * sum(1 for slug in essential if slug in abilities and at_work[slug] < MIN_AT_WORK)
        points -= 0.15 * min(features.get("near_misses", 0), 4)
        if candidate.part.chapter == LESSONS:
            points += 1.5 * (len(essential) - 1) + 0.5 * candidate.level + (essential != [candidate.part.about])
        elif candidate.part.chapter == PAIRS:
            points += 3.0 * (len(essential) < 2) + 0.3 * abs(len(essential) - 2) + 0.6 * candidate.level
        elif candidate.part.chapter == LONGER:
            points += 2.5 * (candidate.level < 3)
        else:
            points -= 0.5 * candidate.level
        return points

    return against


def _cards(candidate: Candidate) -> int:
    """How many cards a reader has to look at: on the board and in the hands."""
    players = candidate.puzzle["position"]["players"].values()
    return sum(len(player.get(key, ())) for player in players for key in ("hand", "pile", "upper", "lower"))


def in_order(pages: Sequence[Candidate], abilities: Sequence[str], before: Candidate | None) -> list[Candidate]:
    """By level; in a level the lessons by ability, others so that neighbours differ as much as they can."""
    left = list(pages)
    ordered: list[Candidate] = []
    while left:
        level = min(page.level for page in left)
        following = [page for page in left if page.level == level]
        last = ordered[-1] if ordered else before
        often = Counter(page.pattern for page in following if page.pattern != NO_PLAYS)
        best = min(following, key=_next(last, often, abilities))
        left.remove(best)
        ordered.append(best)
    return ordered


def _next(
    last: Candidate | None, often: Mapping[str, int], abilities: Sequence[str]
) -> Callable[[Candidate], tuple[Any, ...]]:
    """The sort key of the next choice: another pattern than the last one's, then one that comes ``often``,
    which gets harder to keep apart; then what differs from the last one in other ways.
    """

    def rank(page: Candidate) -> tuple[Any, ...]:
        if last is None:
            return False, 0, 0, _lesson(page, abilities)
        same = last.pattern == page.pattern != NO_PLAYS
        if page.part.chapter == LESSONS:
            return same, 0, 0, _lesson(page, abilities)
        shared = (last.goal == page.goal) + (last.part.theme == page.part.theme)
        shared += last.part.about == page.part.about != ""
        return same, -max(1, often.get(page.pattern, 0)), shared, _lesson(page, abilities)

    return rank


def _lesson(page: Candidate, abilities: Sequence[str]) -> tuple[int, bool]:
    """Lessons come ability by ability, what is to foretell first."""
    about = abilities.index(page.part.about) if page.part.about in abilities else len(abilities)
    return about, page.part.theme != "foretell"
