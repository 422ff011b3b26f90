"""Looking ahead: turns of others, and plans tried against them."""

from __future__ import annotations

import pytest

from engine.decks.bots.lookahead import answer, best_play, points_with_answers
from engine.decks.bots.outlook import outlook
from engine.decks.bots.planning import Replies, points_with_replies
from engine.decks.rules.actions import ASSAULT, END_TURN, parse_action
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget, OutOfBudget
from tests.engine.decks.bots.helpers import PLACES, under_way
from tests.engine.decks.helpers import read


def positions(mode: str) -> list[Position]:
    games = [under_way(mode, seed, 6) for seed in range(8)]
    return [game.position.copy() for game in games if game.position is not None and not game.is_over]


@pytest.mark.parametrize("mode", PLACES)
def test_an_answer_is_a_whole_turn(mode: str) -> None:
    for position in positions(mode):
        seat, turn = position.active, position.seats[position.active].turn
        end = answer(position, Budget(), outlook)
        assert end.is_over or end.active != seat or end.seats[seat].turn == turn + 1


@pytest.mark.parametrize("mode", PLACES)
def test_an_answer_begins_with_the_best_play(mode: str) -> None:
    """Where the best play in peace is the Assault it plays no card, and elsewhere it does."""
    for position in positions(mode):
        best = best_play(position, Budget(), outlook)
        still = position.copy()
        still.push(END_TURN)
        end = answer(position, Budget(), outlook)
        assert (end.key() == still.key()) is (best is ASSAULT)


def test_an_answer_makes_more_than_one_play() -> None:
    """After the first the other card lies at another place of the hand."""
    text = "A summoning m2 | A [B a(c1 4/4) b(c1 5/5) x y z] | B [B x y z] upper g(c6 1/2) lower h(c6 1/2)"
    end = answer(read(text), Budget(), outlook)
    assert {creature.body.name for row in end.rows[:2] for creature in row} == {"a", "b"}


def test_an_answer_keeps_to_its_budget() -> None:
    budget = Budget(5)
    with pytest.raises(OutOfBudget):
        answer(positions("duel")[0], budget, outlook)
    assert budget.spent == 5


def test_a_plan_ends_where_a_play_is_not_legal() -> None:
    position = positions("duel")[0]
    key = position.key()
    impossible = (parse_action("99 upper"),)
    points = [points_with_answers(position, plays, position.active, Budget(), outlook) for plays in ((), impossible)]
    assert points[0] == points[1]
    assert position.key() == key


@pytest.mark.parametrize("mode", PLACES)
def test_of_more_replies_the_worst_counts(mode: str) -> None:
    """In Free-for-All, where enemies do not play for each other, nobody plans a reply."""
    worse = 0
    for position in positions(mode):
        key, seat, budget = position.key(), position.active, Budget(5000)
        points = [
            points_with_replies(position, (), seat, budget, outlook, 1, Replies(count, 3, 200)) for count in (1, 2, 4)
        ]
        assert points == sorted(points, reverse=True)
        worse += points[0] > points[2]
        assert position.key() == key
        assert budget.nodes == 5000 and budget.spent <= 5000
        if mode == "ffa":
            assert points[0] == points_with_answers(position, (), seat, Budget(), outlook)
    assert worse or mode in ("ffa", "solo", "coop")  # an AI has no choice


def test_a_reply_keeps_to_the_budget() -> None:
    position, budget = positions("duel")[0], Budget(30)
    with pytest.raises(OutOfBudget):
        points_with_replies(position, (), position.active, budget, outlook, 1, Replies(2, 3, 200))
    assert budget.spent == 30
