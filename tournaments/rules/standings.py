"""Standings: points, then what breaks ties. Who is equal in all of it shares a rank, and the next rank is left out.

The order of a Swiss is that of FIDE's handbook (C.07): points, Buchholz, Sonneborn-Berger. A round robin has Buchholz
equal for all who have equal points, and so has the direct encounter in its place; an arena has points and wins alone,
for its entrants play different numbers of matches. As FIDE has it, the opponent of a bye is a dummy that has as many
points as the entrant.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.rules.matches import BYE, WIN_POINTS, Result, byes

SWISS: Final = "swiss"
ROUND_ROBIN: Final = "round-robin"
ARENA: Final = "arena"
EVENING: Final = "evening"
KINDS: Final = (SWISS, ROUND_ROBIN, ARENA, EVENING)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place. ``points``, ``buchholz`` and ``direct`` are in halves, ``sonneborn_berger`` in quarters.

    ``direct`` counts the matches among those of equal points, where all of them have met; else it is 0 for all.
    """

    entrant: int
    rank: int = 0
    is_tied: bool = False
    points: int = 0
    buchholz: int = 0
    sonneborn_berger: int = 0
    direct: int = 0
    wins: int = 0
    played: int = 0
    byes: int = 0


def standings(kind: str, entrants: Iterable[int], results: Collection[Result]) -> list[Standing]:
    """All entrants in the order of their places; equal ones by their numbers. Open matches count for nothing."""
    done = [each for each in results if each.outcome]
    points: dict[int, int] = dict.fromkeys(entrants, 0)
    for each in done:
        for entrant, got, _other in _sides(each):
            points[entrant] += got
    rows = _counted(points, done)
    direct, free = _direct(points, done), byes(done)
    rows = [replace(row, direct=direct[row.entrant], byes=free[row.entrant]) for row in rows]
    rows.sort(key=lambda row: (_key(kind, row), row.entrant))
    return _ranked(kind, rows)


def _sides(result: Result) -> Iterable[tuple[int, int, int | None]]:
    """(entrant, points in halves, the other) of both sides of a match."""
    yield result.first, result.points[0], result.second
    if result.second is not None:
        yield result.second, result.points[1], result.first


def _counted(points: dict[int, int], done: Iterable[Result]) -> list[Standing]:
    """What the matches of each come to, in one pass: a large arena has many."""
    sums: dict[int, Counter[str]] = {entrant: Counter() for entrant in points}
    for each in done:
        for entrant, got, other in _sides(each):
            others_points = points[entrant] if other is None else points[other]
            of_one = sums[entrant]
            of_one["buchholz"] += others_points
            of_one["sonneborn_berger"] += got * others_points
            of_one["wins"] += got == WIN_POINTS and each.outcome != BYE
            of_one["played"] += other is not None
    return [
        Standing(
            entrant,
            points=points[entrant],
            buchholz=of_one["buchholz"],
            sonneborn_berger=of_one["sonneborn_berger"],
            wins=of_one["wins"],
            played=of_one["played"],
        )
        for entrant, of_one in sums.items()
    ]


def _direct(points: dict[int, int], done: Sequence[Result]) -> dict[int, int]:
    """The points of each among those who have as many points, 0 where not all of them have met."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for entrant, got in points.items():
        groups[got].append(entrant)
    among: dict[int, int] = dict.fromkeys(points, 0)
    for group in groups.values():
        inside = [each for each in done if each.first in group and each.second in group]
        met = {frozenset((each.first, each.second)) for each in inside}
        if len(met) < len(group) * (len(group) - 1) // 2:
            continue
        for each in inside:
            for entrant, got, _other in _sides(each):
                among[entrant] += got
    return among


def _key(kind: str, row: Standing) -> tuple[int, ...]:
    """What the order goes by, the best first."""
    if kind == ARENA:
        return -row.points, -row.wins
    if kind == ROUND_ROBIN:
        return -row.points, -row.direct, -row.sonneborn_berger, -row.wins
    return -row.points, -row.buchholz, -row.sonneborn_berger, -row.direct, -row.wins


def _ranked(kind: str, rows: Sequence[Standing]) -> list[Standing]:
    keys = [_key(kind, row) for row in rows]
    return [
        replace(row, rank=keys.index(key) + 1, is_tied=keys.count(key) > 1) for row, key in zip(rows, keys, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Moved:
    """Whose place a correction changes: ranks and points (in halves) before and after it."""

    entrant: int
    rank_before: int
    rank: int
    points_before: int
    points: int


def moved(before: Iterable[Standing], after: Iterable[Standing]) -> list[Moved]:
    """The entrants whose rank or points are others than before, in their new order."""
    old = {row.entrant: row for row in before}
    changes = [
        Moved(row.entrant, old[row.entrant].rank, row.rank, old[row.entrant].points, row.points) for row in after
    ]
    return [each for each in changes if (each.rank_before, each.points_before) != (each.rank, each.points)]
