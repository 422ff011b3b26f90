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

from engine.decks.rules.abilities import AURA_PREFIX
from rulings.matrix import ONE_CARD, abilities_of
from rulings.matrix_runs import AURA, run_from
from tools.matrix.claims import (
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
    STOPPED,
    STOPS,
)
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
    return tuple(abilities_of(edition))


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
        first_text, second_text = spelled(first, second)
        if without == 1 or (without == 2 and not spot.other):
            first_text = ""
        return self.trials[spot.trial].notation(
            _borne(spot.at, first_text, spot.other, "" if without == 2 else second_text)
        )

    def _done(self, number: int, at: str, first_text: str, second_at: str, second_text: str) -> Done:
        trial = self.trials[number]
        ran = run_from(trial.start(_borne(at, first_text, second_at, second_text)), trial.actions)
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
        outcome = self.done(number, slot, written, "", "")
        return outcome is not None and outcome != self.done(number, "", "", "", "")

    def meet(self, spot: MatrixSpot, first: str, second: str) -> MatrixMeeting | None:
        """What comes of a spot; None when the actions cannot be carried out with both."""
        first_text, second_text = spelled(first, second)
        plain = self.done(spot.trial, "", "", "", "")
        only_one = self.done(spot.trial, spot.at, first_text, "", "")
        if spot.group == LENT:
            return None if only_one is None else _lending(plain, only_one)
        both, only_two = (
            self.done(spot.trial, spot.at, first_text, spot.other, second_text),
            self.done(spot.trial, spot.other, second_text, "", ""),
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
        first_text, second_text = spelled(first, second)
        if not second_text:
            return self._lent(first_text)
        first_places, second_places = self.alone(first_text, first), self.alone(second_text, second)
        by_trial: dict[int, list[str]] = {}
        for number, slot in sorted(second_places):
            by_trial.setdefault(number, []).append(slot)
        meeting = [MatrixSpot(n, at, second_at) for n, at in sorted(first_places) for second_at in by_trial.get(n, ())]
        if first == second:
            meeting = [spot for spot in meeting if spot.at < spot.other]
        one_card = [spot for spot in meeting if spot.group == ONE_CARD]
        apart = [spot for spot in meeting if spot.group == APART]
        ours = self._some(one_card, max(_OF_GROUP, LEAST - len(apart)), first_text, second_text)
        theirs = self._some(apart, max(_OF_GROUP, LEAST - len(ours)), first_text, second_text)
        if len(ours) + len(theirs) < LEAST:
            ours = self._some(one_card, LEAST - len(theirs), first_text, second_text)
        chosen = [*ours, *theirs]
        if len(chosen) < LEAST:
            chosen += self._more(first, second, self._either(first, second, first_places, second_places), chosen)
        return sorted(chosen)

    def _more(
        self, first: str, second: str, spots: Iterable[MatrixSpot], chosen: Iterable[MatrixSpot]
    ) -> list[MatrixSpot]:
        """What is missing of a family, of other spots: those that say something about the pair first."""
        known = set(chosen)
        others = [spot for spot in dict.fromkeys(spots) if spot not in known]
        others = self._some(others, 3 * LEAST, *spelled(first, second))
        met = {spot: self.meet(spot, first, second) for spot in others}
        telling = _evenly(
            [spot for spot, meeting in met.items() if meeting is not None and meeting.matters], LEAST - len(known)
        )
        silent = [spot for spot, meeting in met.items() if meeting is not None and not meeting.matters]
        return [*telling, *_evenly(silent, LEAST - len(known) - len(telling))]

    def _some(self, spots: list[MatrixSpot], count: int, first_text: str, second_text: str) -> list[MatrixSpot]:
        """So many spots, spread evenly, of those whose actions can be carried out; fewer where there are no more."""
        chosen: list[MatrixSpot] = []
        for spot in _spread(spots, count):
            if len(chosen) == count:
                break
            if self._can_be(spot, first_text, second_text):
                chosen.append(spot)
        return sorted(chosen)

    def _can_be(self, spot: MatrixSpot, first_text: str, second_text: str) -> bool:
        return self.done(spot.trial, spot.at, first_text, spot.other, second_text) is not None

    def _either(
        self, first: str, second: str, first_places: Iterable[tuple[int, str]], second_places: Iterable[tuple[int, str]]
    ) -> Iterator[MatrixSpot]:
        """Spots where one of the two acts alone and the other stands anywhere, on the same card first."""
        places = [(n, slot, True) for n, slot in sorted(first_places)] + [
            (n, slot, False) for n, slot in sorted(second_places)
        ]
        for together in (True, False):
            for number, slot_here, of_first in places:
                for slot_there in self.trials[number].slots:
                    at, second_at = (slot_here, slot_there) if of_first else (slot_there, slot_here)
                    fits = may_bear(at, first, self.edition) and may_bear(second_at, second, self.edition)
                    if fits and (at == second_at) == together and not (first == second and at >= second_at):
                        yield MatrixSpot(number, at, second_at)

    def _lent(self, written: str) -> list[MatrixSpot]:
        """Spots of an Aura and what it lends: those where it acts, then those where it only stands."""
        acting = [MatrixSpot(number, at, "") for number, at in sorted(self.alone(written, AURA))]
        chosen = _evenly(acting, LEAST)
        if len(chosen) < LEAST:
            taken = set(chosen)
            slots = ((number, slot) for number, trial in enumerate(self.trials) for slot in trial.slots)
            places = [MatrixSpot(number, slot, "") for number, slot in slots if slot in ROW_SLOTS]
            others = [spot for spot in places if spot not in taken and self._can_be(spot, written, "")]
            chosen += _evenly(others, LEAST - len(chosen))
        return sorted(chosen)


ROW_SLOTS: Final = ("front", "back", "side", "target", "second", "flank", "played")


def _lending(plain: Done, outcome: MatrixOutcome) -> MatrixMeeting:
    """What an Aura brings about beside being there."""
    if plain is None:
        return MatrixMeeting(True, True, False, False, True, True)
    differing = (outcome.deeds - plain.deeds) + (plain.deeds - outcome.deeds)
    acts = any(deed[0] not in _AURA_EVENTS for deed in differing)
    return MatrixMeeting(outcome != plain, acts, False, False, acts, acts)


def claim(meetings: Iterable[MatrixMeeting], group: str) -> str:
    """What can be said of the positions of a group, "" when none of them says anything about the pair."""
    relevant = [meeting for meeting in meetings if meeting.matters or group == LENT]
    if not relevant:
        return ""
    if group == LENT:
        return LENDS if any(meeting.second_alone for meeting in relevant) else IDLE
    first, second = [meeting.first_stopped for meeting in relevant], [meeting.second_stopped for meeting in relevant]
    for claimed, holds in (
        (STOPS, all(second)),
        (STOPPED, all(first)),
        (EACH_CAN_STOP, any(first) and any(second)),
        (CAN_STOP, any(second)),
        (CAN_BE_STOPPED, any(first)),
        (CHANGES, any(meeting.changed for meeting in relevant)),
    ):
        if holds:
            return claimed
    return BOTH


def agrees(claimed: str, meeting: MatrixMeeting) -> bool:
    """Whether a position agrees with what is said of all of its group."""
    if claimed == IDLE:
        return not meeting.second_alone
    if not meeting.matters:
        return True
    return {STOPS: meeting.second_stopped, STOPPED: meeting.first_stopped, BOTH: not meeting.changed}.get(claimed, True)


def counts(claimed: str, meeting: MatrixMeeting) -> bool:
    """Whether a position is one of those in which what is said is so."""
    return (
        agrees(claimed, meeting) and (claimed == IDLE or meeting.matters)
        if claimed in ALWAYS
        else shows(claimed, meeting)
    )


def shows(claimed: str, meeting: MatrixMeeting) -> bool:
    """Whether a position shows what is said to be so in some: one that can be shown as the cell's example."""
    if claimed in (LENDS, IDLE):
        return meeting.second_alone == (claimed == LENDS)
    wanted = {
        STOPS: meeting.second_stopped,
        CAN_STOP: meeting.second_stopped,
        STOPPED: meeting.first_stopped,
        CAN_BE_STOPPED: meeting.first_stopped,
        EACH_CAN_STOP: meeting.first_stopped or meeting.second_stopped,
        CHANGES: meeting.changed and meeting.both,
        BOTH: meeting.both,
    }
    return meeting.matters and wanted[claimed]


def _spread(spots: list[MatrixSpot], count: int) -> list[MatrixSpot]:
    """All of them: first so many, spread evenly, then the others, spread evenly again, until none is left."""
    spread: list[MatrixSpot] = []
    left = spots
    while left and count > 0:
        chosen = _evenly(left, count)
        spread += chosen
        taken = set(chosen)
        left = [spot for spot in left if spot not in taken]
    return spread


def _evenly(spots: list[MatrixSpot], count: int) -> list[MatrixSpot]:
    """So many of them, spread evenly."""
    if len(spots) <= count:
        return spots
    return [spots[number * len(spots) // count] for number in range(max(count, 0))]


def _borne(at: str, first_text: str, second_at: str, second_text: str) -> dict[str, tuple[str, ...]]:
    borne: dict[str, tuple[str, ...]] = {}
    for slot, written in ((at, first_text), (second_at, second_text)):
        if slot and written:
            borne[slot] = (*borne.get(slot, ()), written)
    return borne
