"""The evaluation of a position by the bots' search."""

from __future__ import annotations

import random

import pytest

from engine.decks.bots import BotView
from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.evaluation import SMALL, evaluate_turns
from engine.decks.rules.actions import BEGIN_TURN
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.kernel.chance import Chance
from tests.engine.decks.bots.helpers import PLACES, twin_of, under_way
from tests.engine.decks.helpers import read


@pytest.mark.parametrize("mode", PLACES)
def test_the_turns_are_those_of_what_the_seat_knows(mode: str) -> None:
    game = under_way(mode, 1, 8)
    seat = game.active
    assert game.position is not None
    if game.position.phase == MANA:
        game.apply(seat, BEGIN_TURN)
    assert game.position.phase == SUMMONING
    turns = evaluate_turns(bot_view(game, seat), Chance(1, "x"), SMALL)
    assert turns
    twin = twin_of(game, seat, random.Random(1))
    assert evaluate_turns(bot_view(twin, seat), Chance(1, "x"), SMALL) == turns
    assert all(0 <= turn.outlook <= 1 for turn in turns)
    assert all((turn.error is None) == (turn.samples <= 1) for turn in turns)


def _open(position: Position) -> BotView:
    return BotView(position, None, position.active)


def test_with_open_hands_every_turn_is_tried_once() -> None:
    """B can only be struck down by both bolts and the attack; which of them comes first is all the same."""
    bolts = "p(c1 2) q(c1 2)"
    position = read(f"A summoning m2 | A [B {bolts} x x y] upper w(c1 3/1) | B [x F y] upper g(c6 0/4 regeneration)")
    turns = evaluate_turns(_open(position), Chance(1, "x"))
    assert len(turns[0].plays) == 2
    assert turns[0].outlook > 0.99
    assert all(turn.samples == 1 and turn.error is None for turn in turns)
    assert len({turn.plays for turn in turns}) == len(turns)


def test_a_turn_without_a_choice_is_evaluated_too() -> None:
    position = read("A summoning m0 | A [B x y] | B [B x y z] upper w(c1 2/1)")
    (turn,) = evaluate_turns(_open(position), Chance(1, "x"))
    assert turn.plays == ()
    assert 0 < turn.outlook < 0.5


def test_only_a_seat_that_can_play_cards_has_turns() -> None:
    game = under_way("duel", 3, 8)
    assert evaluate_turns(bot_view(game, 1 - game.active), Chance(1, "x"), SMALL) == []
    position = read("A mana m0 | A [B x y] | B [B x y z]")
    assert evaluate_turns(_open(position), Chance(1, "x"), SMALL) == []
    position.apply(BEGIN_TURN)
    assert evaluate_turns(_open(position), Chance(1, "x"), SMALL)
