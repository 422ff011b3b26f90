"""Limits end a search cleanly, and what is said then is true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.decks.solving import Budget, solve
from engine.decks.solving.ways import shortest_ways
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle

LARGE = """A summoning m8 | A [F Zap(c1 1) Imp(c1 1/1) Zip(c1 2) Ant(c1 1/2) Bee(c1 2/1) x y] upper Imp(c1 2/2)
    | B [F x y z u v w] upper Wall(c1 0/1) lower Wall(c1 0/9)"""


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by so much every time that it is looked at."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


@pytest.mark.parametrize(
    ("budget", "limit"),
    [
        (Budget(nodes=300), "nodes"),
        (Budget(nodes=0), "nodes"),
        (Budget(seconds=3.5, clock=ticking(1.0)), "time"),
        (Budget(remembered=40), "memory"),
    ],
)
def test_each_limit(budget: Budget, limit: str) -> None:
    answer = solve(puzzle(LARGE, "A win in 1"), budget=budget)
    assert (answer.complete, answer.unique, answer.stopped_by, answer.verdict) == (False, False, limit, "unproven")
    assert answer.nodes == budget.spent <= 600


@pytest.mark.parametrize("goal", ["win", "survive", "survive and damage 9"])
def test_turns_without_number(goal: str) -> None:
    """A search by recursion ends before the stack of the process does."""
    answer = solve(puzzle("A summoning m0 | A [B x] | B [B y z]", f"A {goal} in 100000"))
    assert (answer.complete, answer.stopped_by, answer.verdict) == (False, "depth", "unproven")


@pytest.mark.parametrize("nodes", [10, 30, 100, 300, 1000])
@pytest.mark.parametrize("turns", [1, 2])
def test_what_was_found_in_time_is_true(nodes: int, turns: int) -> None:
    """Every line given is a winning one, no more are counted than there are, and nothing is called proved."""
    for number in range(12):
        position = Maker(f"limits {number}", cards=3, mana=3).puzzle(turns=turns)
        whole = solve(position, budget=Budget(nodes=30_000))
        part = solve(position, budget=Budget(nodes=nodes))
        if part.complete:
            assert part.to_json() == whole.to_json()
        elif whole.complete:
            assert part.lines <= whole.lines
            assert part.solved <= whole.solved
            assert not part.unique
            assert part.verdict in ("unproven", "cooked")


def test_circles_beyond_counting() -> None:
    """Eight free cards that go round have more paths than can be walked: the answer is there, the count is not."""
    hand = " ".join(f"Nil{letter}(c0 0)" for letter in "abcd")
    text = f"A summoning m1 | A [F {hand} Zap(c0 1) Nul(c0 0) x] | B [B x y] upper Ox(c1 1/1)"
    answer = solve(puzzle(text, "A destroy B upper 0 in 1"), budget=Budget(nodes=20_000))
    assert not answer.complete
    assert answer.solved


def test_nothing_to_search_gives_no_ways() -> None:
    position = puzzle(LARGE, "A win in 1")
    assert solve(position, budget=Budget(nodes=0)).tries == []
    assert shortest_ways.__doc__


def test_too_many_sets_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shortest winning line is given, and not called minimal, when the sets of plays cannot all be compared."""
    position = puzzle("A summoning m1 | A [F Zap(c1 1) x y z] | B [B x y] upper Ox(c1 1/1)", "A destroy B upper 0 in 1")
    monkeypatch.setattr("engine.decks.solving.minimal.MAX_COMPARISONS", 0)
    answer = solve(position)
    assert [str(action) for action in answer.solutions[0]] == ["1 at B upper 0"]
    assert (answer.complete, answer.verdict) == (False, "unproven")
