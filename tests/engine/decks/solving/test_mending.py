"""Changes that make a puzzle correct, and cards that play no part in one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.decks.cli.bench import pool
from engine.decks.composing.assessment import answered, is_sound
from engine.decks.composing.mending import HP_CHANGE, MANA_CHANGE, Mending, changed, keeps_solution, single_changes
from engine.decks.composing.tidying import tidying, without_card
from engine.decks.composing.wishes import Wishes
from engine.decks.formats.interchange import faults_of, read_position, write_position
from engine.decks.rules.board import Creature
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.position import Position
from engine.decks.solving import solve
from tests.engine.decks.solving.positions import Maker

CARDS = pool(random.Random(7))
PUZZLES: dict[str, Any] = json.loads(Path("tests/grimoire/puzzles.json").read_text())
KINDS = {"remove", "add", "replace", "move", MANA_CHANGE, HP_CHANGE}
BYSTANDER = Card("Bystander", True, 9, 0, 1, ())


def two_ways(seed: int, goal: Any) -> Position:
    puzzle = Maker(seed, cards=6, mana=5).puzzle(goal)
    assert len(answered(puzzle, 20_000).solutions) == 2
    return puzzle


@pytest.mark.parametrize(("seed", "goal"), [(16, {"damage": 3})])
def test_single_changes_leave_one_solution(seed: int, goal: Any) -> None:
    puzzle = two_ways(seed, goal)
    before = solve(puzzle)
    mending = Mending(puzzle, CARDS, 1, 20_000)
    mended = []
    for change in mending.singles[:80]:
        attempt = mending.attempt([change])
        if attempt is not None and is_sound(attempt[1]):
            mended.append((change, attempt[0], keeps_solution(puzzle, before, *attempt)))
    assert mended and any(keeps for _, _, keeps in mended)
    for _, position, _ in mended:
        assert solve(position).unique and not solve(puzzle).unique
    assert mending.singles == Mending(puzzle, CARDS, 1, 20_000).singles  # so that a number is always the same change


@pytest.mark.parametrize(("mode", "seed"), [("duel", 1), ("duel", 2), ("solo", 3), ("coop", 4), ("ffa", 5)])
def test_every_change_makes_a_position(mode: str, seed: int) -> None:
    puzzle = Maker(seed, mode, cards=4).puzzle("win")
    kinds = set()
    for change in list(single_changes(puzzle, CARDS[:6], random.Random(1))):
        position = changed(puzzle, [change])
        if position is not None:
            kinds.add(change.kind)
            assert faults_of(write_position(position)) == [], change
            assert change.to_json(puzzle)["kind"] == change.kind
    assert {"remove", "add", "replace", MANA_CHANGE} <= kinds <= KINDS


def test_pairs_are_made_of_what_left_fewer_solutions_and_lies_apart() -> None:
    puzzle = two_ways(16, {"damage": 3})
    mending = Mending(puzzle, CARDS, 1, 20_000)
    assert mending.pairs() == []
    mending.counts = dict.fromkeys(range(0, 40, 3), 2)
    assert mending.pairs()
    for first, second in mending.pairs():
        assert not first.zones & second.zones
        position = changed(puzzle, [first, second])
        assert position is None or faults_of(write_position(position)) == []


def test_a_card_that_plays_no_part_goes_and_no_other() -> None:
    puzzle = read_position(PUZZLES["damage"])
    wishes = Wishes(plays=0)
    assert not any(draft for _, draft in tidying(puzzle, answered(puzzle, 20_000), wishes))
    crowded = puzzle.copy()
    crowded.rows[3].append(Creature(Body(BYSTANDER, None, 0), 3))
    answer = answered(crowded, 20_000)
    assert is_sound(answer)
    gone = [place for place, draft in tidying(crowded, answer, wishes) if draft]
    assert [(place.row, place.at) for place in gone] == [(3, len(puzzle.rows[3]))]


def test_of_a_prediction_goes_what_changes_nothing_else() -> None:
    puzzle = read_position(PUZZLES["predict"])
    answer = answered(puzzle, 20_000)
    gone = [place for place, draft in tidying(puzzle, answer, Wishes(plays=0)) if draft]
    assert gone and all(place.row is not None for place in gone)
    striking = next(place for place, _ in tidying(puzzle, answer, Wishes(plays=0)) if place not in gone)
    assert without_card(puzzle, answer, striking, Wishes(plays=0)) is None
