"""Ways in which two abilities change what comes of a position, counted: what is said of cells that interact.

Every way is a comparison of four runs of the same position: with both abilities, with each alone, with neither. One
ability lets another act more often when it does so more often with the first than without it; together they do more of
something when that is more than what each adds alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.decks.rules.trace.events import Event

Deeds = Counter[tuple[Any, ...]]
Sums = Mapping[str, int]

# One lets the other act: what is said of the first is said of the second too, under its own name.
ALLOWS: Final = "allows"  # without it the actions cannot be carried out
OFTENER: Final = "oftener"
RARER: Final = "rarer"
# The same amount of everything, but other targets, or other cards; else in another order.
TARGETS: Final = "targets"
CARDS: Final = "cards"
OTHERWISE: Final = "otherwise"
_FIRST: Final = "first"
_SECOND: Final = "second"
_AURA: Final = "aura"
_AURA_EVENTS: Final = ("aura", "aura-ends")
# What is added up, in the order in which it is told where two are as frequent.
QUANTITIES: Final = (
    *("destroyed", "places", "damage", "falls", "returned", "entered", "released", "gained", "mana", "available"),
)


@dataclass(frozen=True, slots=True)
class MatrixOutcome:
    """What came of a run: everything that was done, and sums of it by name (``acts:SLUG`` and ``QUANTITIES``).

    Two outcomes are the same when the same was done.
    """

    deeds: Deeds
    sums: Sums = field(compare=False)


def sums_of(events: Iterable[Event], taken: int) -> Sums:
    """The sums of a trace; ``taken`` cards were not available because of Blackmail."""
    sums: Counter[str] = Counter()
    for event in events:
        detail: Any = event
        if event.ability is not None and not _idle(event):
            sums[f"acts:{_AURA if event.kind in _AURA_EVENTS else event.ability}"] += 1
        if event.kind == "damage":
            sums["damage"] += detail.amount
        elif event.kind == "stronghold":
            sums["places"] += detail.moved
        elif event.kind == "play":
            sums["mana"] += detail.paid
        elif event.kind in ("mana", "catalyst"):
            sums["gained"] += detail.amount
        elif event.kind in _COUNTED:
            sums[_COUNTED[event.kind]] += 1
    if taken:
        sums["available"] = -taken
    return dict(sums)


_COUNTED: Final = {
    "destroyed": "destroyed",
    "bastion-falls": "falls",
    "return": "returned",
    "enters": "entered",
    "joins": "entered",
    "release": "released",
}
_OF_TARGETS: Final = ("target", "target-stronghold", "no-target")
_OF_CARDS: Final = ("enters", "joins", "return", "enchain", "counter-order", "leaves-hand")


def _idle(event: Event) -> bool:
    return event.kind == "no-effect" or (event.kind == "sprint" and not getattr(event, "passed", 0))


def ways_of(
    pair: tuple[str, str],
    both: MatrixOutcome,
    only_first: MatrixOutcome | None,
    only_second: MatrixOutcome | None,
    plain: MatrixOutcome | None,
) -> frozenset[str]:
    """The ways in which a pair changes what comes of a position, see ``WAYS``."""
    if only_first is None or only_second is None or plain is None:
        allowing = ((_FIRST, only_second), (_SECOND, only_first))
        return frozenset(f"{ALLOWS}-{name}" for name, without in allowing if without is None) or frozenset({OTHERWISE})
    ways = set(_directed(pair, both, only_first, only_second))
    for name in QUANTITIES:
        more = sum(sign * run.sums.get(name, 0) for sign, run in _signed(both, only_first, only_second, plain))
        if more:
            ways.add(f"{'more' if more > 0 else 'less'}-{name}")
    return frozenset(ways or {_otherwise(both, only_first, only_second, plain)})


def _otherwise(both: MatrixOutcome, only_first: MatrixOutcome, only_second: MatrixOutcome, plain: MatrixOutcome) -> str:
    """What else the two change together: whom they aim at, which cards they move, or only when."""
    together, apart = both.deeds + plain.deeds, only_first.deeds + only_second.deeds
    kinds = {deed[0] for deed in (together - apart) + (apart - together)}
    for way, of_way in ((TARGETS, _OF_TARGETS), (CARDS, _OF_CARDS)):
        if kinds.intersection(of_way):
            return way
    return OTHERWISE


def _signed(
    both: MatrixOutcome, only_first: MatrixOutcome, only_second: MatrixOutcome, plain: MatrixOutcome
) -> tuple[tuple[int, MatrixOutcome], ...]:
    """What is together more than what each adds alone: both and neither count for it, each alone against it."""
    return (1, both), (-1, only_first), (-1, only_second), (1, plain)


def _directed(
    pair: tuple[str, str], both: MatrixOutcome, only_first: MatrixOutcome, only_second: MatrixOutcome
) -> Iterable[str]:
    """Who acts more or less often because of the other."""
    if pair[0] == pair[1]:
        key = f"acts:{pair[0]}"
        more = both.sums.get(key, 0) - only_first.sums.get(key, 0) - only_second.sums.get(key, 0)
        if more:
            yield f"{OFTENER if more > 0 else RARER}-{_FIRST}"
        return
    for helper, slug, without in ((_FIRST, pair[1], only_second), (_SECOND, pair[0], only_first)):
        more = both.sums.get(f"acts:{slug}", 0) - without.sums.get(f"acts:{slug}", 0)
        if more:
            yield f"{OFTENER if more > 0 else RARER}-{helper}"


WAYS: Final = (
    *(f"{way}-{name}" for way in (OFTENER, RARER) for name in (_FIRST, _SECOND)),
    *(f"{sign}-{name}" for name in QUANTITIES for sign in ("more", "less")),
    *(f"{ALLOWS}-{name}" for name in (_FIRST, _SECOND)),
    *(TARGETS, CARDS, OTHERWISE),
)


def counted_ways(ways_of_each: Iterable[frozenset[str]]) -> dict[str, int]:
    """In how many positions each way is there, the most frequent first; last what only comes at another time."""
    counts = Counter(way for ways in ways_of_each for way in ways)
    ordered = sorted(counts, key=lambda way: (way == OTHERWISE, -counts[way], WAYS.index(way)))
    return {way: counts[way] for way in ordered}
