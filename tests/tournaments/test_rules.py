"""Pairings and standings, over generated tournaments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.rules.matches import BYE, DRAW, FIRST, NEITHER, OUTCOMES, SECOND, Result, byes, meetings
from tournaments.rules.pairing import cheapest_matching, pair_round, pair_waiting, round_robin, rounds_advised
from tournaments.rules.standings import ARENA, EVENING, KINDS, ROUND_ROBIN, SWISS, Standing, moved, standings


def played(results: Sequence[Result], chance: random.Random) -> list[Result]:
    return [
        Result(each.round, each.first, each.second, BYE if each.second is None else chance.choice(OUTCOMES))
        for each in results
    ]


def ordered(entrants: Sequence[int], results: Sequence[Result]) -> dict[int, int]:
    """The points of those who play in a round, the best first."""
    known = sorted({*entrants, *(player for each in results for player in (each.first, each.second or each.first))})
    return {row.entrant: row.points for row in standings(SWISS, known, results) if row.entrant in entrants}


def next_round(entrants: Sequence[int], results: Sequence[Result]) -> list[Result]:
    points = ordered(entrants, results)
    return pair_round(max((each.round for each in results), default=0) + 1, list(points), points, results)


def matchings(players: Sequence[int]) -> Iterator[list[tuple[int, int | None]]]:
    """All ways to pair some players; of an odd number one has a bye."""
    if not players:
        yield []
        return
    head, *rest = players
    for other in rest:
        for further in matchings([player for player in rest if player != other]):
            yield [(head, other), *further]
    if len(players) % 2:
        for further in matchings(rest):
            yield [(head, None), *further]


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 7), st.integers(1, 7), st.randoms(use_true_random=False), st.booleans())
def test_a_round_is_the_best_that_can_be(count: int, rounds: int, chance: random.Random, changes: bool) -> None:
    """Against all pairings that there are; with entrants who come late and who leave."""
    results: list[Result] = []
    entrants = list(range(1, count + 1))
    for _ in range(rounds):
        paired = next_round(entrants, results)
        seen = [player for each in paired for player in (each.first, each.second) if player is not None]
        assert sorted(seen) == entrants  # everybody once
        met, had, points = meetings(results), byes(results), ordered(entrants, results)

        def worth(pairs: Sequence[tuple[int, int | None]], met=met, had=had, points=points) -> tuple[int, ...]:
            """Second byes, second meetings, the points of whoever has a bye, gaps between opponents."""
            free = [first for first, second in pairs if second is None]
            both = [(first, second) for first, second in pairs if second is not None]
            return (
                sum(had[entrant] for entrant in free),
                sum(met[frozenset(pair)] for pair in both),
                sum(points[entrant] for entrant in free),
                sum((points[first] - points[second]) ** 2 for first, second in both),
            )

        assert worth([(each.first, each.second) for each in paired]) == min(map(worth, matchings(entrants)))
        results += played(paired, chance)
        if changes and len(entrants) > 2:
            entrants.remove(chance.choice(entrants))
            entrants.append(max(*entrants, max(p for r in results for p in (r.first, r.second or 0))) + 1)
            entrants.sort()


@settings(max_examples=examples(6), deadline=None)
@given(st.one_of(st.integers(2, 9), st.integers(8, 64)), st.randoms(use_true_random=False))
def test_a_swiss_of_the_advised_length_has_no_second_meeting_or_bye(count: int, chance: random.Random) -> None:
    entrants, results = list(range(1, count + 1)), []
    for _ in range(rounds_advised(count)):
        results += played(next_round(entrants, results), chance)
    assert max(meetings(results).values()) == 1
    assert max(byes(results).values(), default=1) == 1
    assert sum(byes(results).values()) == rounds_advised(count) * (count % 2)
    had_first = Counter(each.first for each in results if each.second is not None)
    assert count < 8 or max(had_first.values()) <= rounds_advised(count) - 1


def test_the_first_rounds_are_those_of_the_dutch_system() -> None:
    """Eight entrants, the upper one wins always: the halves in order, then the winners' and the losers' halves."""
    first = next_round(range(1, 9), [])
    assert [sorted((each.first, each.second or 0)) for each in first] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    done = [Result(1, each.first, each.second, FIRST if each.first < (each.second or 0) else SECOND) for each in first]
    second = next_round(range(1, 9), done)
    assert sorted(sorted((each.first, each.second or 0)) for each in second) == [[1, 3], [2, 4], [5, 7], [6, 8]]


def test_a_bye_goes_to_the_last_who_had_none() -> None:
    first = next_round([1, 2, 3, 4, 5], [])
    assert first[-1] == Result(1, 5, None)
    done = [Result(1, each.first, each.second, (each.second and DRAW) or BYE) for each in first]
    assert next_round([1, 2, 3, 4, 5], done)[-1] == Result(2, 4, None)
    assert next_round([7], []) == [Result(1, 7, None)]


@settings(deadline=None)
@given(st.integers(2, 24))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    rounds = round_robin(range(1, count + 1))
    assert meetings([each for matches in rounds for each in matches]) == Counter(
        frozenset(pair) for pair in combinations(range(1, count + 1), 2)
    )
    for matches in rounds:
        players = [player for each in matches for player in (each.first, each.second)]
        assert len(players) == len(set(players)) >= count - 1
    had_first = Counter(each.first for matches in rounds for each in matches)
    assert all(abs(2 * had_first[player] - (count - 1)) <= 2 for player in range(1, count + 1))


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_in_an_arena_nobody_meets_the_same_twice_running(count: int, chance: random.Random) -> None:
    results: list[Result] = []
    last: dict[int, int] = {}
    for number in range(1, 20):
        waiting = chance.sample(range(1, count + 1), chance.randint(2, count))
        paired = pair_waiting(number, waiting, results, playing=count - len(waiting))
        for each in paired:
            assert each.second is not None
            assert count == 2 or last.get(each.first) != each.second or last.get(each.second) != each.first
            last[each.first], last[each.second] = each.second, each.first
        if len(waiting) > 3:
            assert len(paired) >= len(waiting) // 2 - 1
        results += played(paired, chance)
    assert count > 2 or len(results) == 19


def changing(count: int, rounds: int, chance: random.Random) -> Iterator[tuple[list[int], list[Result], list[Result]]]:
    """The rounds of a Swiss that people leave, join late and come back to: who plays, what was before, the round."""
    entrants, gone, results, last = list(range(1, count + 1)), list[int](), list[Result](), count
    for _ in range(rounds):
        paired = played(next_round(entrants, results), chance)
        yield list(entrants), list(results), paired
        results += paired
        for _ in range(chance.randrange(1 + count // 8) if len(entrants) > 3 else 0):
            gone.append(entrants.pop(chance.randrange(len(entrants))))
        for _ in range(chance.randrange(1 + count // 8)):
            last += 1
            entrants.append(last)
        if gone and chance.random() < 0.5:
            entrants.append(gone.pop())
        entrants.sort()


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(3, 64), st.randoms(use_true_random=False))
def test_whoever_comes_and_goes_nobody_meets_again_or_has_a_second_bye_where_it_can_be_avoided(
    count: int, chance: random.Random
) -> None:
    """It can where a matching of those who have not met, and of the bye with those who had none, has everybody."""
    for entrants, results, paired in changing(count, 2 + rounds_advised(count), chance):
        assert sorted(player for each in paired for player in (each.first, each.second) if player) == entrants
        met, had = meetings(results), byes(results)
        fresh = {pair: (0,) for pair in combinations(entrants, 2) if not met[frozenset(pair)]}
        if len(entrants) % 2:
            fresh |= {(0, player): (0,) for player in entrants if not had[player]}
        if len(cheapest_matching(fresh)) == (len(entrants) + 1) // 2:
            assert not [each for each in paired if each.second and met[frozenset((each.first, each.second))]]
            assert not [each for each in paired if each.second is None and had[each.first]]


tournaments = st.builds(
    lambda count, rounds, chance: _whole(count, rounds, chance),
    st.one_of(st.integers(1, 9), st.integers(1, 64)),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)


def _whole(count: int, rounds: int, chance: random.Random) -> tuple[int, list[Result]]:
    """All who ever played, numbered from 1 on, and all results."""
    results = [each for _entrants, _before, paired in changing(count, rounds, chance) for each in paired]
    return max([count, *(player for each in results for player in (each.first, each.second or 0))]), results


ORDERS: dict[str, Callable[[list[Standing]], list[tuple[int, ...]]]] = {
    ARENA: lambda table: [(row.points, row.wins) for row in table],
    ROUND_ROBIN: lambda table: [(row.points, row.direct, row.sonneborn_berger, row.wins) for row in table],
    **dict.fromkeys(
        (SWISS, EVENING),
        lambda table: [(row.points, row.buchholz, row.sonneborn_berger, row.direct, row.wins) for row in table],
    ),
}


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(KINDS), tournaments)
def test_standings_sum_up(kind: str, tournament: tuple[int, list[Result]]) -> None:
    count, results = tournament
    table = standings(kind, range(1, count + 1), results)
    assert sorted(row.entrant for row in table) == list(range(1, count + 1))
    assert sum(row.points for row in table) == 2 * sum(each.outcome != NEITHER for each in results)
    assert sum(row.played for row in table) == 2 * sum(each.second is not None for each in results)
    assert sum(row.byes for row in table) == sum(each.second is None for each in results)
    points = {row.entrant: row.points for row in table}
    assert sum(row.buchholz for row in table) == sum(
        points[each.first] + (points[each.second] if each.second is not None else 0) for each in results
    )
    # ranks: from 1 on, in the order of points, a tie shares one and the next is left out
    assert [row.rank for row in table] == [
        next(place for place, other in enumerate(table, 1) if other.rank == row.rank) for row in table
    ]
    assert ORDERS[kind](table) == sorted(ORDERS[kind](table), reverse=True)
    assert all(row.is_tied == (sum(other.rank == row.rank for other in table) > 1) for row in table)
    chance = random.Random(count)
    assert standings(kind, range(1, count + 1), chance.sample(results, len(results))) == table
    still_open = [Result(each.round + 9, each.first, each.second) for each in results]
    assert standings(kind, range(1, count + 1), [*results, *still_open]) == table, "they count for nothing"
    for row in table:
        equal = {other.entrant for other in table if other.points == row.points}
        among = [each for each in results if {each.first, each.second} <= equal]
        had = sum(each.points[each.first != row.entrant] for each in among if row.entrant in (each.first, each.second))
        has_all_met = len(meetings(among)) == len(equal) * (len(equal) - 1) // 2
        assert row.direct == (had if has_all_met else 0)


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(KINDS), tournaments, st.data())
def test_a_correction_that_changes_nothing_changes_nothing(
    kind: str, tournament: tuple[int, list[Result]], data: st.DataObject
) -> None:
    count, results = tournament
    before = standings(kind, range(1, count + 1), results)
    assert moved(before, standings(kind, range(1, count + 1), list(results))) == []
    open_to_change = [place for place, each in enumerate(results) if each.second is not None]
    if not open_to_change:
        return
    place = data.draw(st.sampled_from(open_to_change))
    other = data.draw(st.sampled_from([outcome for outcome in OUTCOMES if outcome != results[place].outcome]))
    each = results[place]
    corrected = [*results[:place], Result(each.round, each.first, each.second, other), *results[place + 1 :]]
    after = standings(kind, range(1, count + 1), corrected)
    gained = {row.entrant: row.points for row in after}
    lost = {row.entrant: row.points for row in before}
    assert {player for player in gained if gained[player] != lost[player]} <= {each.first, each.second}
    told = {change.entrant: change for change in moved(before, after)}
    for row in before:
        now = next(new for new in after if new.entrant == row.entrant)
        assert (row.entrant in told) == ((row.rank, row.points) != (now.rank, now.points))
    assert moved(after, standings(kind, range(1, count + 1), corrected)) == []


def test_ties_are_broken_as_fide_has_it() -> None:
    """Three rounds of four, worked out by hand."""
    results = [
        *(Result(1, 1, 2, FIRST), Result(1, 3, 4, FIRST)),
        *(Result(2, 1, 3, DRAW), Result(2, 2, 4, FIRST)),
        *(Result(3, 1, 4, SECOND), Result(3, 2, 3, DRAW)),
    ]
    table = {row.entrant: row for row in standings(SWISS, range(1, 5), results)}
    # points: 1 has 1.5, 2 has 1.5, 3 has 2, 4 has 1
    assert {entrant: row.points for entrant, row in table.items()} == {1: 3, 2: 3, 3: 4, 4: 2}
    assert {entrant: row.buchholz for entrant, row in table.items()} == {1: 9, 2: 9, 3: 8, 4: 10}
    # Sonneborn-Berger, in quarters: 1 beat 2 (1.5) and drew with 3 (1), 2 beat 4 (1) and drew with 3 (1), ...
    assert {entrant: row.sonneborn_berger for entrant, row in table.items()} == {1: 10, 2: 8, 3: 10, 4: 6}
    assert [(row.entrant, row.rank) for row in standings(SWISS, range(1, 5), results)] == [
        (3, 1),
        (1, 2),
        (2, 3),
        (4, 4),
    ]
    assert table[1].direct == 2 and table[2].direct == 0
    assert [row.entrant for row in standings(ROUND_ROBIN, range(1, 5), results)] == [3, 1, 2, 4]
    assert [(row.rank, row.is_tied) for row in standings(ARENA, range(1, 5), results)] == [
        *((1, False), (2, True), (2, True), (4, False))
    ]
    bye = standings(SWISS, [1, 2, 3], [Result(1, 1, 2, DRAW), Result(1, 3, None, BYE)])
    assert bye[0] == Standing(3, 1, points=2, buchholz=2, sonneborn_berger=4, byes=1)


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 7), st.randoms(use_true_random=False), st.sampled_from((0, 0.4)))
def test_a_matching_is_the_cheapest_of_the_largest(count: int, chance: random.Random, without: float) -> None:
    """Where not everybody may meet everybody, as many pairs as can be had at once."""
    costs = {
        pair: (chance.randrange(2), chance.randrange(9))
        for pair in combinations(range(count), 2)
        if chance.random() >= without
    }

    def worth(pairs: Iterable[tuple[int, int | None]]) -> list[int]:
        found = [cost for pair, cost in costs.items() if pair in pairs]
        return [-len(found), *(sum(cost[part] for cost in found) for part in (0, 1))]

    assert worth(cheapest_matching(costs)) == min(worth(pairs) for pairs in matchings(range(count)))


def test_rounds_that_are_advised() -> None:
    assert [rounds_advised(count) for count in (2, 3, 4, 5, 8, 9, 16, 33, 64)] == [1, 2, 2, 3, 4, 5, 5, 7, 7]


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_or_one_alone(count: int) -> None:
    assert round_robin(range(count)) == []
    assert pair_waiting(1, range(count), [], 0) == []
