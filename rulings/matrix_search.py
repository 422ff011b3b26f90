"""Finding the smallest position in which two abilities meet, see ``trials``.

An ability acts when the trace is another without it. Two abilities that both act touch one another when what they do
together is not what each does alone, added up; else they act side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG
from rulings.matrix_positions import AURA, MatrixPosition, counted, may_bear, run, trials

Done = Counter[tuple[Any, ...]] | None
_LENT: Final = ("aquatic", "protection", "rage")  # what an Aura gives where it matters that there is one, not which
PATIENCE: Final = 4  # how much larger a trial may be in which they touch than one in which they only stand by
_AURA_EVENTS: Final = ("aura", "aura-ends")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where two abilities meet: ``first`` at the slot ``at``, ``second`` at ``other`` (empty where an Aura lends it).

    ``touching`` is whether one changes what the other does.
    """

    first: str
    second: str
    trial: MatrixPosition
    at: str
    other: str
    written: tuple[str, str]
    touching: bool

    def notation(self, first: bool = True, second: bool = True) -> str:
        """The position, with or without each of the two."""
        one, two = self.written
        first = first and (second or bool(self.other))  # what an Aura lends goes with it
        return self.trial.notation(_borne(self.at, one if first else "", self.other, two if second else ""))


def slugs_of(edition: str) -> tuple[str, ...]:
    """The abilities of an edition, Aura first."""
    return (AURA, *(slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition]))


class Search:
    """Looks for meetings in an edition: in the usual trials, or with ``wider`` in those that are tried besides."""

    def __init__(self, edition: str, wider: bool = False) -> None:
        self.edition = edition
        self.wider = wider
        self.trials = trials(edition, wider)
        self.done = lru_cache(maxsize=400_000)(self._done)
        self.alone: dict[str, list[tuple[int, str]]] = {}

    def _done(self, number: int, at: str, written: str, other: str, second: str) -> Done:
        trial = self.trials[number]
        ran = run(trial.notation(_borne(at, written, other, second)), trial.actions)
        return None if ran is None else counted(ran)

    def acting(self, written: str, slug: str) -> list[tuple[int, str]]:
        """The trials and slots where an ability acts on its own."""
        if written not in self.alone:
            self.alone[written] = [
                (number, slot)
                for number, trial in enumerate(self.trials)
                for slot in trial.slots
                if may_bear(slot, slug, self.edition) and self._acts(number, slot, written)
            ]
        return self.alone[written]

    def _acts(self, number: int, slot: str, written: str) -> bool:
        done = self.done(number, slot, written, "", "")
        return done is not None and done != self.done(number, "", "", "", "")

    def find(self, first: str, second: str) -> Meeting | None:
        """The smallest trial in which two abilities touch, else one in which both act; None where there is none."""
        beside: Meeting | None = None
        for meeting in self._candidates(first, second):
            if meeting.touching and (beside is None or meeting.trial.size <= beside.trial.size + PATIENCE):
                return meeting
            if beside is not None and meeting.trial.size > beside.trial.size + PATIENCE:
                return beside
            beside = beside or meeting
        return beside

    def _candidates(self, first: str, second: str) -> Iterator[Meeting]:
        if AURA in (first, second) and first != second:
            lent = second if first == AURA else first
            yield from self._lending(lent)
        for one, two in _spellings(first, second):
            yield from self._together(first, one, second, two)

    def _lending(self, lent: str) -> Iterator[Meeting]:
        """Trials in which an Aura gives the ability, and the ability then acts."""
        written = AURA_PREFIX + lent
        for number, at in self.acting(written, AURA):
            plain, done = self.done(number, "", "", "", ""), self.done(number, at, written, "", "")
            if plain is None or done is None:
                continue
            if any(deed[0] not in _AURA_EVENTS for deed in (done - plain) + (plain - done)):
                yield Meeting(AURA, lent, self.trials[number], at, "", (written, ""), True)

    def _together(self, first: str, one: str, second: str, two: str) -> Iterator[Meeting]:
        places = [(number, at, True) for number, at in self.acting(one, first)]
        places += [(number, at, False) for number, at in self.acting(two, second)]
        if first == second or self.wider:
            places += [(number, at, True) for number, at in self._stuck()]
        for number, here, of_first in sorted(places, key=lambda place: place[0]):
            for there in self.trials[number].slots:
                at, other = (here, there) if of_first else (there, here)
                if first == second and at == other:
                    continue
                if not (may_bear(at, first, self.edition) and may_bear(other, second, self.edition)):
                    continue
                touching = self._touching(number, at, one, other, two)
                if touching is not None:
                    yield Meeting(first, second, self.trials[number], at, other, (one, two), touching)

    def _stuck(self) -> Iterator[tuple[int, str]]:
        """The trials that cannot be carried out without an ability: it may take both."""
        for number, trial in enumerate(self.trials):
            if self.done(number, "", "", "", "") is None:
                yield from ((number, slot) for slot in trial.slots)

    def _touching(self, number: int, at: str, one: str, other: str, two: str) -> bool | None:
        """Whether the two touch; None when not both of them act."""
        both = self.done(number, at, one, other, two)
        if both is None:
            return None
        only_one, only_two = self.done(number, at, one, "", ""), self.done(number, other, two, "", "")
        if both in (only_one, only_two):
            return None
        plain = self.done(number, "", "", "", "")
        if only_one is None or only_two is None or plain is None:
            return True  # one of them is what makes it possible at all
        return both + plain != only_one + only_two


def _borne(at: str, one: str, other: str, two: str) -> dict[str, tuple[str, ...]]:
    borne: dict[str, tuple[str, ...]] = {}
    for slot, written in ((at, one), (other, two)):
        if slot and written:
            borne[slot] = (*borne.get(slot, ()), written)
    return borne


def _spellings(first: str, second: str) -> Iterator[tuple[str, str]]:
    """How the two are written on cards: an Aura has to lend something."""
    for one in [AURA_PREFIX + lent for lent in _LENT] if first == AURA else [first]:
        for two in [AURA_PREFIX + lent for lent in reversed(_LENT)] if second == AURA else [second]:
            if one != two or first == second:
                yield one, two
