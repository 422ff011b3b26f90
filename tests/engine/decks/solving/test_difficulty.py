"""The estimate of difficulty: it rests on what is measured, is spread over the levels, and does not look at names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse
from engine.decks.rules.position import Position
from engine.decks.solving import difficulty, solve
from engine.decks.solving.objective import read
from engine.decks.solving.result import Difficulty
from engine.decks.solving.solver import PuzzleSearch
from engine.decks.solving.states import Walker
from engine.kernel.budget import Budget

SAMPLE = Path(__file__).resolve().parents[4] / "benchmarks" / "puzzles" / "difficulty.txt"
LINES = SAMPLE.read_text(encoding="utf-8").splitlines()


def judged(position: Position) -> Difficulty:
    """The estimate of a puzzle of the sample."""
    if position.objective["goal"] == "predict":
        return difficulty.of_prediction(position)
    judgement = solve(position, budget=Budget(nodes=40_000)).difficulty
    assert judgement is not None
    return judgement


# One card that can be paid for: on the upper line it strikes down what is to be destroyed.
ONE_PLAY = (
    "cod1 duel A summoning m3 | A t3 [B p(c3 2/2 rage) q(c9 1/1) r(c9 1/1)] "
    "| B t2 [u(c9 1/1) B v(c9 1/1) w(c9 1/1)] upper b(c1 1/2)"
)


def puzzle() -> Position:
    """A puzzle of one play."""
    position = parse(ONE_PLAY)
    goal = {"destroy": {"player": "B", "line": "upper", "position": 0}}
    position.objective = {"player": "A", "goal": goal, "turns": 1}
    return position


def test_the_features_of_a_small_puzzle() -> None:
    """Three actions are legal: the card onto either line, or the Assault; one of the two plays solves it."""
    judgement = judged(puzzle())
    features = judgement.features
    assert (features["plays"], features["turns"], features["choices"]) == (1, 1, [3, 1])
    assert (features["positions"], features["orders"]) == (3, 1)
    assert features["luck"] == pytest.approx(1 / 3, abs=1e-6)
    assert features["greedy_ranks"] == [1.0, 1.0]
    assert features["abilities"] == ["rage"]
    assert judgement.level == 1


def test_the_points_are_the_terms_by_their_weights() -> None:
    judgement = judged(puzzle())
    terms = difficulty.terms(judgement.features)
    assert set(judgement.points) == set(difficulty.WEIGHTS) == set(terms)
    for name, value in terms.items():
        assert judgement.points[name] == round(difficulty.WEIGHTS[name] * value, 2)


FEATURES = {
    **{"plays": 2, "turns": 1, "choices": [9, 4, 1], "orders": 1, "near_misses": 24, "positions": 25, "nodes": 53},
    **{"winning_share": 0.04, "luck": 0.000001, "greedy_ranks": [5.0, 1.0, 1.0], "abilities": ["rage"]},
    **{"again": [], "swaps": 1, "forced": [], "lure": 0},
}


def total(**other: object) -> float:
    terms = difficulty.terms({**FEATURES, **other})
    return sum(difficulty.WEIGHTS[name] * value for name, value in terms.items())


def test_the_same_card_several_times_is_not_hard() -> None:
    ranks, choices, many = [3.0, 3.0, 3.0, 3.0, 1.0], [3, 3, 3, 3, 1], 200
    different = total(plays=4, choices=choices, greedy_ranks=ranks, positions=many)
    same = total(plays=4, choices=choices, greedy_ranks=ranks, positions=many, again=[1, 2, 3])
    once = total(plays=1, choices=[3, 1], greedy_ranks=[3.0, 1.0], positions=many)
    assert same == pytest.approx(once)
    assert different > same + 3


# Cards in hand beside the one that does it all: costs, AV and HP.
BESIDE = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3), st.integers(1, 4)), max_size=4)
# Others beside what is to be struck down.
BYSTANDERS = st.lists(st.tuples(st.integers(0, 4), st.integers(2, 7)), max_size=2)


def creatures(values: list[tuple[int, ...]], names: str) -> str:
    return " ".join(f"{name}(c{cost} {av}/{hp})" for name, (cost, av, hp) in zip(names, values, strict=False))


def level_of(text: str, goal: object) -> int:
    """The level of a position, if it has one solution but for the order."""
    position = parse(text)
    position.objective = {"player": "A", "goal": goal, "turns": 1}
    answer = solve(position, budget=Budget(nodes=40_000))
    assume(answer.complete and answer.verdict in ("unique", "unique-up-to-order"))
    assert answer.difficulty is not None
    assert len(answer.difficulty.features["again"]) == answer.difficulty.features["plays"] - 1
    return answer.difficulty.level


@given(st.integers(1, 6), st.integers(1, 2), BESIDE, BYSTANDERS)
def test_a_card_as_often_as_the_mana_lasts_at_one_creature_is_not_hard(
    times: int, strikes: int, beside: list[tuple[int, ...]], bystanders: list[tuple[int, int]]
) -> None:
    """It comes back into the hand each time, and is always the same: two, three, six times are no harder than once."""
    hand = f"spark(c{strikes} {strikes} cursed) " + creatures(beside, "mnop")
    others = creatures([(9, *values) for values in bystanders], "uv")
    text = (
        f"cod1 duel A summoning m{times * strikes} | A t3 [B {hand}] "
        f"| B t2 [B w(c9 1/1) x(c9 1/1)] upper y(c9 1/3) {others} lower big(c1 0/{times * strikes})"
    )
    goal = {"destroy": {"player": "B", "line": "lower", "position": 0}}
    assert level_of(text, goal) <= 2


@given(st.integers(1, 3), st.integers(1, 3), BESIDE)
def test_a_card_as_often_at_the_only_two_attackers_is_not_hard(
    first: int, second: int, beside: list[tuple[int, ...]]
) -> None:
    """*Four Sparks* was called very hard: the same card, at the two that there are, in any order."""
    hand = "spark(c1 1 cursed) " + creatures(beside, "mnop")
    text = (
        f"cod1 duel A summoning m{first + second} | A t3 [{hand} F x(c9 0/1)] "
        f"| B t3 [B v(c9 1/1)] upper b(c2 3/{first}) lower c(c2 3/{second})"
    )
    assert level_of(text, "survive") <= 2


def test_among_few_positions_and_where_the_order_is_forced_it_is_easier() -> None:
    assert total(positions=100) > total() > total(positions=10)
    assert total(positions=64) == total(positions=5000)
    assert total(swaps=0) == pytest.approx(total() - difficulty.WEIGHTS["order"])
    assert total(turns=2, positions=10) > total(positions=100)  # what comes later hides it


def test_what_looks_right_for_long_is_harder_and_what_is_forced_easier() -> None:
    assert total(lure=3) > total(lure=1) > total() > total(forced=[1])
    assert total(lure=9) == total(lure=4)
    assert total(again=[1], forced=[1]) == pytest.approx(total(again=[1]))  # it is no step of its own


def test_luck_is_the_chance_of_random_play() -> None:
    position = puzzle()
    search = PuzzleSearch(Walker(position, read(position), Budget()))
    search.run()
    assert difficulty.luck(search.graph) == pytest.approx(1 / 3)


def renamed(position: Position) -> Position:
    """The same position with other names for its cards, different ones where they were different."""
    names: dict[str, str] = {}

    def other(value: object) -> object:
        if isinstance(value, dict):
            made = {key: other(part) for key, part in value.items()}
            if isinstance(made.get("name"), str):
                made["name"] = names.setdefault(made["name"], f"{'zyxwvu'[len(names) % 6]}{len(names)}")
            return made
        return [other(part) for part in value] if isinstance(value, list) else value

    return read_position(other(write_position(position)))


@pytest.mark.parametrize("number", range(0, len(LINES), 40))
def test_names_do_not_count(number: int) -> None:
    position = parse(LINES[number])
    before, after = judged(position), judged(renamed(position))
    assert (after.level, after.features, after.points) == (before.level, before.features, before.points)


def test_the_levels_are_spread_over_the_sample() -> None:
    """Each has between a tenth and a third of the puzzles of the sample, of either kind."""
    for predict in (False, True):
        lines = [line for line in LINES if (" predict " in line) == predict]
        lines = lines if predict else lines[::7]
        levels = [judged(parse(line)).level for line in lines]
        for level in range(1, 6):
            assert 0.08 <= levels.count(level) / len(levels) <= 0.35, (predict, level)
