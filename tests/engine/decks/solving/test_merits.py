"""What makes a puzzle good is measured: tempting tries, orders that matter; wishes for them are heeded."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine.decks.cli.bench import pool
from engine.decks.composing import Wishes, attempt
from engine.decks.composing.assessment import abilities_of, matters
from engine.decks.composing.editing import without
from engine.decks.composing.merits import Merits, merits_of, only_moves, plays_of, tempting_tries
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, solve

CARDS = pool(random.Random(7))


def composed(seed: int, wishes: Wishes, attempts: int = 200) -> dict[str, object]:
    return next(puzzle for number in range(attempts) if (puzzle := attempt(seed, number, CARDS, wishes)) is not None)


def card(name: str, av: int, hp: int = 0, cost: int = 1, *abilities: str) -> dict[str, object]:
    kind = "creature" if hp else "incantation"
    values = {"name": name, "type": kind, "cost": cost, "av": av, "abilities": list(abilities)}
    return {**values, "hp": hp} if hp else values


def duel(mana: int, mine: dict[str, object], theirs: dict[str, object], goal: object) -> Position:
    return read_position(
        {
            "format": "clash-position/1",
            "edition": "season-2",
            "mode": "duel",
            "active": "A",
            "phase": "summoning",
            "mana": mana,
            "players": {"A": {"turn": 3, **mine}, "B": {"turn": 2, **theirs}},
            "objective": {"player": "A", "goal": goal, "turns": 1},
        }
    )


def merits(puzzle: Position) -> tuple[Merits, Answer]:
    answer = solve(puzzle)
    assert answer.unique
    essential = [slug for slug in abilities_of(puzzle) if matters(puzzle, answer, slug)]
    return merits_of(puzzle, answer, essential), answer


TARGET = {"destroy": {"player": "B", "line": "upper", "position": 0}}


def test_a_tempting_try_plays_something_else_and_fails_by_one() -> None:
    """3 damage are wanted; one card does them, another does 2."""
    hand = ["bastion", card("Spark", 2, 0, 2), card("Flame", 3, 0, 2)]
    puzzle = duel(2, {"hand": hand}, {"hand": ["bastion", card("A", 1, 1), card("B", 1, 1)],
                                      "upper": [{"card": card("Wall", 1, 3)}]}, TARGET)  # fmt: skip
    merit, answer = merits(puzzle)
    (number,) = tempting_tries(puzzle, answer)
    assert [play[0] for play in plays_of(puzzle, answer.tries[number].line)] == ["Spark"]
    assert merit == Merits(tempting=1)
    assert merit.kinds == 1


def test_what_fails_by_more_or_plays_nothing_tempts_nobody() -> None:
    hand = ["bastion", card("Spark", 1, 0, 2), card("Flame", 3, 0, 2)]
    puzzle = duel(2, {"hand": hand}, {"hand": ["bastion", card("A", 1, 1), card("B", 1, 1)],
                                      "upper": [{"card": card("Wall", 1, 3)}]}, TARGET)  # fmt: skip
    assert merits(puzzle)[0].tempting == 0


def test_an_order_matters_where_another_could_be_played_and_fails() -> None:
    """Protection swallows the first: the small one has to come before the big one."""
    hand = ["bastion", card("Pin", 1, 0, 1), card("Bolt", 4, 0, 2)]
    wall = {"card": card("Wall", 1, 4, 1, "protection")}
    puzzle = duel(3, {"hand": hand}, {"hand": ["bastion", card("A", 1, 1), card("B", 1, 1)], "upper": [wall]}, TARGET)
    merit, answer = merits(puzzle)
    assert [play[0] for play in plays_of(puzzle, answer.solutions[0])] == ["Pin", "Bolt"]
    assert (merit.orders, answer.orders[0]) == (1, 1)


def test_orders_that_all_work_do_not_matter() -> None:
    hand = ["bastion", card("Pin", 1, 0, 1), card("Bolt", 4, 0, 2)]
    wall = {"card": card("Wall", 1, 5)}
    puzzle = duel(3, {"hand": hand}, {"hand": ["bastion", card("A", 1, 1), card("B", 1, 1)], "upper": [wall]}, TARGET)
    assert merits(puzzle)[0].orders == 0


def test_an_ability_is_taken_off_one_side_alone() -> None:
    hand = ["bastion", card("Bolt", 3, 0, 2), card("Pin", 1, 0, 2)]
    theirs = {"hand": ["bastion", card("A", 1, 1)], "upper": [{"card": card("Sellsword", 2, 3, 1, "mercenary")}]}
    puzzle = duel(3, {"hand": hand}, theirs, TARGET)
    assert "mercenary" not in abilities_of(without(puzzle, "mercenary", [1]))
    assert "mercenary" in abilities_of(without(puzzle, "mercenary", [0]))


def test_what_is_foretold_has_none() -> None:
    puzzle = read_position(composed(3, Wishes(goals=("predict",)))["position"])
    assert merits_of(puzzle, solve(puzzle), ["rage"]) == Merits()


@pytest.mark.parametrize("least", [1, 2])
def test_the_composer_heeds_wishes_for_merits(least: int) -> None:
    wishes = Wishes(goals=("damage", "destroy"), plays=2, nodes=3000, merits=least)
    puzzle = composed(11, wishes)
    merit = puzzle["merits"]
    assert isinstance(merit, dict)
    assert sum(1 for count in merit.values() if count) >= least
    position = read_position(puzzle["position"])
    assert merits_of(position, solve(position), puzzle["abilities"]).to_json() == merit


def test_the_composer_heeds_wishes_for_plays_luck_and_creatures() -> None:
    wishes = Wishes(goals=("damage", "destroy", "bastion"), plays=1, most_plays=2, luck=0.05, nodes=3000)
    features = composed(2, wishes)["answer"]["difficulty"]["features"]  # type: ignore[index, call-overload]
    assert features["plays"] <= 2 and features["luck"] <= 0.05
    position = read_position(composed(2, Wishes(goals=("predict",), creatures=3, deck=4))["position"])
    assert sum(map(len, position.rows)) <= 3


@pytest.mark.parametrize(
    ("name", "count"), [("win", 1), ("win-hard", 2), ("destroy", 1), ("win-in-two", 2), ("survive-two", None)]
)
def test_which_plays_are_the_only_ones_when_they_come(name: str, count: int | None) -> None:
    """Of three plays in two orders, two; of two in two orders, the last; over two turns only one order is known."""
    puzzle = read_position(json.loads(Path("tests/grimoire/puzzles.json").read_text())[name])
    assert only_moves(puzzle, solve(puzzle)) == count
