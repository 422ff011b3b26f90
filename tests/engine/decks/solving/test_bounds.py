"""The bound on what a turn can bring is never below what a search finds."""

from __future__ import annotations

import pytest

from engine.decks.solving import Budget, solve
from engine.decks.solving.bounds import is_hopeless
from engine.decks.solving.damage import most_moved
from engine.decks.solving.means import Means
from engine.decks.solving.objective import read
from engine.decks.solving.states import Walker
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle

MODES = ("duel", "duel", "solo", "ffa", "teams", "coop")
FAR = 99


@pytest.mark.parametrize("part", range(4))
def test_no_search_finds_more(part: int) -> None:
    reached = 0
    for n in range(60):
        position = Maker(f"bound {part} {n}", MODES[n % 6], cards=3, free=0.2).puzzle()
        position.objective["goal"] = {"damage": FAR}
        bound = most_moved(Means(position))
        answer = solve(position, budget=Budget(nodes=2000))
        if bound is None or not answer.complete:
            continue
        lacks = [
            attempt.lack.left for attempt in answer.tries if attempt.lack is not None and attempt.lack.part == "damage"
        ]
        moved = FAR - min(lacks, default=FAR)
        assert moved <= bound
        reached += moved == bound
    assert reached > 5  # it is not too generous either


@pytest.mark.parametrize("goal", ["win", "bastion"])
def test_no_solved_turn_is_hopeless(goal: str) -> None:
    hopeless = 0
    for n in range(250):
        position = Maker(f"hope {n}", MODES[n % 6], cards=3, free=0.2).puzzle()
        position.objective["goal"] = goal
        answer = solve(position, budget=Budget(nodes=2000))
        walker = Walker(position, read(position), Budget())
        is_beyond = is_hopeless(walker, walker.start)
        assert not (is_beyond and answer.solved)
        hopeless += is_beyond
    assert hopeless > 10


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("A summoning m0 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3){entered} | B [B x y]", 2),
        ("A summoning m0 | A [B x] upper Imp(c1 2/2 aquatic){sprint1} | B [B x y]", 6),
        ("A summoning m1 | A [B Tick(c1 2/1 symbiote) x] upper Imp(c1 2/2) | B [B x y]", 4),
        ("A summoning m1 | A [B Zap(c1 2 sharpening) x] | B [B x y] upper Ox(c1 1/1)", 1),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2 vulnerability) | B [B x y]", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2 instinct) | B [B x y] upper Ox(c1 1/1 instinct)", 4),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B x y] upper Wall(c1 1/2 instinct)", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2) | B [B x y] upper Ox(c1 1/1 reinforcement)", 0),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B x y] upper Wall(c1 0/2)", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B x y] upper Wall(c1 0/4)", 1),
        ("A summoning m1 | A [B Zap(c1 2) x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B x y] upper Wall(c1 0/4)", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2 berserk) Ox(c1 3/3) | B [B x y] upper Wall(c1 0/4)", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2 aerial) Ox(c1 3/3 defender) | B [B x y] upper Wall(c1 0/4)", 2),
        ("A summoning m1 | A [B Tick(c2 2/1 symbiote) x] upper Imp(c1 2/2) | B [B x y]", 2),
        ("A summoning m1 | A [B Bat(c1 1/1 sharpening backlash) x] upper Imp(c1 2/2) | B [B x y]", 2),
        ("A summoning m1 | A [x B Bat(c1 1/1 sharpening backlash)] upper Imp(c1 2/2) | B [B x y]", 2),
        ("A summoning m1 | A [x y B Bat(c1 1/1 sharpening backlash)] upper Imp(c1 2/2) | B [B x y]", 3),
        ("A summoning m1 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B x y] upper Wall(c1 0/2 protection)", 0),
        # It burns when it plays K, though K does not burn for itself.
        (
            "A summoning m1 | A [B x] upper Imp(c1 2/2) Ox(c1 3/3) | B [B K(c1 1/1 immolation)]"
            " upper Wall(c1 0/2 reinforcement)",
            4,
        ),
    ],
)
def test_sources(text: str, bound: int | None) -> None:
    position = puzzle(text, "A damage 3 in 1")
    assert most_moved(Means(position)) == bound


def test_taken_cards_count_for_a_win_alone() -> None:
    text = "A summoning m1 | A [B Grab(c1 1/1 enchain) x] | B [B y]"
    for objective, is_beyond in (("A win in 1", False), ("A bastion in 1", False), ("A damage 1 in 1", True)):
        position = puzzle(text, objective)
        walker = Walker(position, read(position), Budget())
        assert is_hopeless(walker, walker.start) is is_beyond
