"""Who plays whom in a round: what FIDE's Dutch system asks for, found as one matching of the least cost.

The Dutch system (FIDE handbook C.04.3) is a list of wishes, each of which outweighs all that follow. So is the cost of
a pairing here, and the matching is the best for the whole round: no earlier wish is hurt for a later one.

1. Nobody has a second bye. 2. Nobody meets somebody again. 3. The bye goes to few points. 4. Opponents have equal
points, and else as nearly equal ones as can be. 5. In a group of equal points the upper half meets the lower half, in
order. Colours are left out: who begins is chance in these games. The first seat goes to whoever had it less often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from pkgutil import resolve_name
from typing import Any, Final

from tournaments.rules.matches import Result, byes, firsts, meetings

Cost = tuple[int, ...]
_BYE: Final = -1
MAX_GAP: Final = 3  # opponents of an arena whom nobody meets again at once


@cache
def _max_weight_matching() -> Callable[..., set[tuple[int, int]]]:
    """networkx's, an exact blossom algorithm. It is imported by whoever pairs first: it takes 28 MB."""
    found: Any = resolve_name("networkx.algorithms.matching:max_weight_matching")
    return found  # type: ignore[no-any-return]


def cheapest_matching(costs: Mapping[tuple[int, int], Cost]) -> list[tuple[int, int]]:
    """The most pairs that can be had at once, and of such sets that of the least sum of costs, part by part."""
    if not costs:
        return []
    bases: list[int] = []  # of each part one more than all pairs together can come to
    nodes = {node for pair in costs for node in pair}
    for part in zip(*costs.values(), strict=True):
        bases.append(1 + max(part) * (len(nodes) // 2))
    whole = {pair: _as_one(cost, bases) for pair, cost in costs.items()}
    dearest = max(whole.values()) + 1
    graph = resolve_name("networkx:Graph")()
    graph.add_weighted_edges_from((first, second, dearest - cost) for (first, second), cost in whole.items())
    matching = _max_weight_matching()(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matching)


def _as_one(cost: Cost, bases: Sequence[int]) -> int:
    number = 0
    for part, base in zip(cost, bases, strict=True):
        number = number * base + part
    return number


def pair_round(
    number: int, order: Sequence[int], points: Mapping[int, int], results: Collection[Result]
) -> list[Result]:
    """The matches of a round of a Swiss, the best table first, a bye last.

    ``order`` are those who play in it, the best first: by their standing, before the first round as they came.
    """
    met, had = meetings(results), byes(results)
    groups = Counter(points[entrant] for entrant in order)
    nodes = list(enumerate(order))
    costs: dict[tuple[int, int], Cost] = {}
    for (upper, first), (lower, second) in combinations(nodes, 2):
        again = met[frozenset((first, second))]
        gap = points[first] - points[second]
        half = 0 if gap else groups[points[first]] // 2
        costs[upper, lower] = (0, again, 0, gap * gap, (lower - upper - half) ** 2)
    if len(order) % 2:
        lowest = min(points[entrant] for entrant in order)
        for place, entrant in nodes:
            costs[_BYE, place] = (had[entrant], 0, points[entrant] - lowest, 0, (len(order) - 1 - place) ** 2)
    if len(order) == 1:
        return [Result(number, order[0], None)]
    pairs = cheapest_matching(costs)
    played = [pair for pair in pairs if pair[0] != _BYE]
    alone = [Result(number, order[place], None) for bye, place in pairs if bye == _BYE]
    return [*seated(number, [(order[upper], order[lower]) for upper, lower in played], results), *alone]


def seated(number: int, pairs: Sequence[tuple[int, int]], results: Collection[Result]) -> list[Result]:
    """Pairs as matches: the first seat goes to whoever had it less often, by turns where that is equal."""
    had = firsts(results)
    seats = []
    for table, (upper, lower) in enumerate(pairs):
        swaps = had[lower] < had[upper] or (had[lower] == had[upper] and table % 2 == 1)
        seats.append(Result(number, lower, upper) if swaps else Result(number, upper, lower))
    return seats


def pair_waiting(number: int, order: Sequence[int], results: Collection[Result], playing: int) -> list[Result]:
    """Matches of an arena among those who wait, the best first; who is left over goes on waiting.

    Nobody plays twice running against the same opponent, nor in a large arena against one of the last three, unless
    two are all there are: ``playing`` others are at their tables, from which somebody will come. Beside that those
    meet who have met the least, of about equal places.
    """
    met, last = meetings(results), _last_opponents(results)
    players = len(order) + playing
    gap = 0 if players == 2 else max(1, min(MAX_GAP, players // 4))
    costs: dict[tuple[int, int], Cost] = {}
    for (upper, first), (lower, second) in combinations(enumerate(order), 2):
        if second not in last[first][:gap] or first not in last[second][:gap]:
            costs[upper, lower] = (met[frozenset((first, second))], (lower - upper) ** 2)
    return seated(number, [(order[upper], order[lower]) for upper, lower in cheapest_matching(costs)], results)


def _last_opponents(results: Collection[Result]) -> defaultdict[int, list[int]]:
    """The opponents of each, the last one first."""
    last: defaultdict[int, list[int]] = defaultdict(list)
    for each in sorted(results, key=lambda result: result.round, reverse=True):
        if each.second is not None:
            last[each.first].append(each.second)
            last[each.second].append(each.first)
    return last


def round_robin(entrants: Sequence[int]) -> list[list[Result]]:
    """All rounds of a round robin by Berger's tables: everybody meets everybody once. An odd one out is free, which is
    no bye: it happens to each once, and is worth nothing."""
    circle: list[int | None] = [*entrants, *[None] * (len(entrants) % 2)]
    rounds: list[list[Result]] = []
    if len(entrants) < 2:
        return rounds
    for number in range(1, len(circle)):
        pairs = [(circle[place], circle[-1 - place]) for place in range(len(circle) // 2)]
        if number % 2 == 0:  # the one who stays in place changes seats
            pairs[0] = (pairs[0][1], pairs[0][0])
        rounds.append(
            [Result(number, first, second) for first, second in pairs if first is not None and second is not None]
        )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def rounds_advised(entrants: int) -> int:
    """The rounds after which a Swiss has one winner: one for each halving, and one more where there is room.

    No more than can be had without anybody meeting again, whatever was paired before: with five or six, three rounds
    may leave no fourth.
    """
    return max(1, min(entrants - 1, (entrants - 1).bit_length() + (entrants > 6)))
