"""Families of positions in which two abilities meet, and what can be said of all of them, see ``positions``.

An ability acts when the trace is another without it. One stops the other when that one would act without it and, with
it, does not; they change one another when what they do together is not what each does alone, added up. What a cell of
the matrix says of every position is looked at in every position of its family (``manage.py check_matrix``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG
from rulings.matrix import (
    ALWAYS,
    APART,
    BOTH,
    CAN_BE_STOPPED,
    CAN_STOP,
    CHANGES,
    EACH_CAN_STOP,
    IDLE,
    LENDS,
    LENT,
    ONE_CARD,
    STOPPED,
    STOPS,
)
from rulings.matrix_runs import AURA, run_from
from tools.matrix.positions import MatrixPosition, counted, look_at_scripts, may_bear, trials
from tools.matrix.ways import MatrixOutcome, sums_of, ways_of

Done = MatrixOutcome | None
_LENT: Final = ("aquatic", "protection", "rage")  # what an Aura gives where it matters that there is one, not which
_AURA_EVENTS: Final = ("aura", "aura-ends")
LEAST: Final = 200  # positions of a family
_OF_GROUP: Final = 140  # positions of a group at most, as long as the others are enough


@dataclass(frozen=True, slots=True, order=True)
class MatrixSpot:
    """A trial by its number, and the slots of the first and the second ability; ``other`` is "" where an Aura lends."""

    trial: int
    at: str
    other: str

    @property
    def group(self) -> str:
        """Whether one card bears both."""
        return LENT if not self.other else ONE_CARD if self.at == self.other else APART


@dataclass(frozen=True, slots=True)
class MatrixMeeting:
    """What came of a position: who acts alone, whom the other stops, whether they change one another.

    ``both`` is whether each acts beside the other, ``ways`` how they change one another (``ways``).
    """

    first_alone: bool
    second_alone: bool
    first_stopped: bool
    second_stopped: bool
    changed: bool
    both: bool
    ways: frozenset[str] = frozenset()

    @property
    def matters(self) -> bool:
        """Whether the position says something about the pair."""
        return (self.first_alone and self.second_alone) or self.both


def slugs_of(edition: str) -> tuple[str, ...]:
    return (AURA, *(slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition]))


def spelled(first: str, second: str) -> tuple[str, str]:
    """How two abilities are written on cards: an Aura has to lend something."""
    if first == AURA == second:
        return AURA_PREFIX + _LENT[0], AURA_PREFIX + _LENT[2]
    if first == AURA:
        return AURA_PREFIX + second, ""
    return first, second


class Laboratory:
    """Runs the trials of an edition; what was run is kept.

    Raises ``CannotBeDoneError`` for a script that can be carried out in none of them.
    """

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.trials: tuple[MatrixPosition, ...] = (*trials(edition), *trials(edition, wider=True))
        look_at_scripts(self.trials)
        self.done: Callable[[int, str, str, str, str], Done] = lru_cache(maxsize=600_000)(self._done)
        self._alone: dict[str, frozenset[tuple[int, str]]] = {}

    def notation(self, spot: MatrixSpot, first: str, second: str, without: int = 0) -> str:
        """The position of a spot with both abilities, or without the first (1) or the second (2)."""
        one, two = spelled(first, second)
        if without == 1 or (without == 2 and not spot.other):
            one = ""
        return self.trials[spot.trial].notation(_borne(spot.at, one, spot.other, "" if without == 2 else two))

    def _done(self, number: int, at: str, one: str, other: str, two: str) -> Done:
        trial = self.trials[number]
        ran = run_from(trial.start(_borne(at, one, other, two)), trial.actions)
        if ran is None:
            return None
        return MatrixOutcome(counted(ran), sums_of(ran.events, sum(map(sum, ran.narrowed))))

    def alone(self, written: str, slug: str) -> frozenset[tuple[int, str]]:
        """The trials and slots where an ability acts on its own."""
        if written not in self._alone:
            self._alone[written] = frozenset(
                (number, slot)
                for number, trial in enumerate(self.trials)
                for slot in trial.slots
                if may_bear(slot, slug, self.edition) and self._acts(number, slot, written)
            )
        return self._alone[written]

    def _acts(self, number: int, slot: str, written: str) -> bool:
        done = self.done(number, slot, written, "", "")
        return done is not None and done != self.done(number, "", "", "", "")

    def meet(self, spot: MatrixSpot, first: str, second: str) -> MatrixMeeting | None:
        """What comes of a spot; None when the actions cannot be carried out with both."""
        one, two = spelled(first, second)
        plain = self.done(spot.trial, "", "", "", "")
        only_one = self.done(spot.trial, spot.at, one, "", "")
        if spot.group == LENT:
            return None if only_one is None else _lending(plain, only_one)
        both, only_two = (
            self.done(spot.trial, spot.at, one, spot.other, two),
            self.done(spot.trial, spot.other, two, "", ""),
        )
        if both is None:
            return None
        first_alone, second_alone = only_one != plain, only_two != plain
        if only_one is None or only_two is None or plain is None:
            changed = both not in (only_one, only_two)
        else:
            changed = both.deeds + plain.deeds != only_one.deeds + only_two.deeds
        same = both == only_one == only_two
        return MatrixMeeting(
            first_alone,
            second_alone,
            first_alone and both == only_two and not same,
            second_alone and both == only_one and not same,
            changed,
            both not in (only_one, only_two) or (same and first_alone),
            ways_of((first, second), both, only_one, only_two, plain) if changed else frozenset(),
        )

    def family(self, first: str, second: str) -> list[MatrixSpot]:
        """At least ``LEAST`` spots of a pair: those where either would act alone, evenly out of all there are."""
        one, two = spelled(first, second)
        if not two:
            return self._lent(one)
        ones, twos = self.alone(one, first), self.alone(two, second)
        by_trial: dict[int, list[str]] = {}
        for number, slot in sorted(twos):
            by_trial.setdefault(number, []).append(slot)
        meeting = [MatrixSpot(n, at, other) for n, at in sorted(ones) for other in by_trial.get(n, ())]
        if first == second:
            meeting = [spot for spot in meeting if spot.at < spot.other]
        one_card = [spot for spot in meeting if spot.group == ONE_CARD]
        apart = [spot for spot in meeting if spot.group == APART]
        ours = self._some(one_card, max(_OF_GROUP, LEAST - len(apart)), one, two)
        theirs = self._some(apart, max(_OF_GROUP, LEAST - len(ours)), one, two)
        if len(ours) + len(theirs) < LEAST:
            ours = self._some(one_card, LEAST - len(theirs), one, two)
        found = [*ours, *theirs]
        if len(found) < LEAST:
            found += self._more(first, second, self._either(first, second, ones, twos), found)
        return sorted(found)

    def _more(
        self, first: str, second: str, spots: Iterable[MatrixSpot], found: Iterable[MatrixSpot]
    ) -> list[MatrixSpot]:
        """What is missing of a family, of other spots: those that say something about the pair first."""
        known = set(found)
        others = [spot for spot in dict.fromkeys(spots) if spot not in known]
        others = self._some(others, 3 * LEAST, *spelled(first, second))
        met = {spot: self.meet(spot, first, second) for spot in others}
        telling = _evenly([spot for spot, one in met.items() if one is not None and one.matters], LEAST - len(known))
        silent = [spot for spot, one in met.items() if one is not None and not one.matters]
        return [*telling, *_evenly(silent, LEAST - len(known) - len(telling))]

    def _some(self, spots: list[MatrixSpot], count: int, one: str, two: str) -> list[MatrixSpot]:
        """So many spots, spread evenly, of those whose actions can be carried out; fewer where there are no more."""
        found: list[MatrixSpot] = []
        for spot in _spread(spots, count):
            if len(found) == count:
                break
            if self._can_be(spot, one, two):
                found.append(spot)
        return sorted(found)

    def _can_be(self, spot: MatrixSpot, one: str, two: str) -> bool:
        return self.done(spot.trial, spot.at, one, spot.other, two) is not None

    def _either(
        self, first: str, second: str, ones: Iterable[tuple[int, str]], twos: Iterable[tuple[int, str]]
    ) -> Iterator[MatrixSpot]:
        """Spots where one of the two acts alone and the other stands anywhere, on the same card first."""
        places = [(n, slot, True) for n, slot in sorted(ones)] + [(n, slot, False) for n, slot in sorted(twos)]
        for together in (True, False):
            for number, here, of_first in places:
                for there in self.trials[number].slots:
                    at, other = (here, there) if of_first else (there, here)
                    fits = may_bear(at, first, self.edition) and may_bear(other, second, self.edition)
                    if fits and (at == other) == together and not (first == second and at >= other):
                        yield MatrixSpot(number, at, other)

    def _lent(self, written: str) -> list[MatrixSpot]:
        """Spots of an Aura and what it lends: those where it acts, then those where it only stands."""
        acting = [MatrixSpot(number, at, "") for number, at in sorted(self.alone(written, AURA))]
        found = _evenly(acting, LEAST)
        if len(found) < LEAST:
            taken = set(found)
            slots = ((number, slot) for number, trial in enumerate(self.trials) for slot in trial.slots)
            places = [MatrixSpot(number, slot, "") for number, slot in slots if slot in ROW_SLOTS]
            rest = [spot for spot in places if spot not in taken and self._can_be(spot, written, "")]
            found += _evenly(rest, LEAST - len(found))
        return sorted(found)


ROW_SLOTS: Final = ("front", "back", "side", "target", "second", "flank", "played")


def _lending(plain: Done, done: MatrixOutcome) -> MatrixMeeting:
    """What an Aura brings about beside being there."""
    if plain is None:
        return MatrixMeeting(True, True, False, False, True, True)
    differing = (done.deeds - plain.deeds) + (plain.deeds - done.deeds)
    acts = any(deed[0] not in _AURA_EVENTS for deed in differing)
    return MatrixMeeting(done != plain, acts, False, False, acts, acts)


def claim(meetings: Iterable[MatrixMeeting], group: str) -> str:
    """What can be said of the positions of a group, "" when none of them says anything about the pair."""
    found = [meeting for meeting in meetings if meeting.matters or group == LENT]
    if not found:
        return ""
    if group == LENT:
        return LENDS if any(meeting.second_alone for meeting in found) else IDLE
    first, second = [one.first_stopped for one in found], [one.second_stopped for one in found]
    for said, holds in (
        (STOPS, all(second)),
        (STOPPED, all(first)),
        (EACH_CAN_STOP, any(first) and any(second)),
        (CAN_STOP, any(second)),
        (CAN_BE_STOPPED, any(first)),
        (CHANGES, any(one.changed for one in found)),
    ):
        if holds:
            return said
    return BOTH


def agrees(said: str, meeting: MatrixMeeting) -> bool:
    """Whether a position agrees with what is said of all of its group."""
    if said == IDLE:
        return not meeting.second_alone
    if not meeting.matters:
        return True
    return {STOPS: meeting.second_stopped, STOPPED: meeting.first_stopped, BOTH: not meeting.changed}.get(said, True)


def counts(said: str, meeting: MatrixMeeting) -> bool:
    """Whether a position is one of those in which what is said is so."""
    return agrees(said, meeting) and (said == IDLE or meeting.matters) if said in ALWAYS else shows(said, meeting)


def shows(said: str, meeting: MatrixMeeting) -> bool:
    """Whether a position shows what is said to be so in some: one that can be shown as the cell's example."""
    if said in (LENDS, IDLE):
        return meeting.second_alone == (said == LENDS)
    wanted = {
        STOPS: meeting.second_stopped,
        CAN_STOP: meeting.second_stopped,
        STOPPED: meeting.first_stopped,
        CAN_BE_STOPPED: meeting.first_stopped,
        EACH_CAN_STOP: meeting.first_stopped or meeting.second_stopped,
        CHANGES: meeting.changed and meeting.both,
        BOTH: meeting.both,
    }
    return meeting.matters and wanted[said]


def _spread(spots: list[MatrixSpot], count: int) -> list[MatrixSpot]:
    """All of them: first so many, spread evenly, then the others, spread evenly again, until none is left."""
    found: list[MatrixSpot] = []
    left = spots
    while left and count > 0:
        chosen = _evenly(left, count)
        found += chosen
        taken = set(chosen)
        left = [spot for spot in left if spot not in taken]
    return found


def _evenly(spots: list[MatrixSpot], count: int) -> list[MatrixSpot]:
    """So many of them, spread evenly."""
    if len(spots) <= count:
        return spots
    return [spots[number * len(spots) // count] for number in range(max(count, 0))]


def _borne(at: str, one: str, other: str, two: str) -> dict[str, tuple[str, ...]]:
    borne: dict[str, tuple[str, ...]] = {}
    for slot, written in ((at, one), (other, two)):
        if slot and written:
            borne[slot] = (*borne.get(slot, ()), written)
    return borne
