"""The Tournament board: every card keeps a face of its own, and what is offered is what may be done."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.schools.game.game import SchoolsGame
from engine.schools.rules.components import SEATS
from games.schools.board.arrangement import board_of, play_of
from games.schools.board.pieces import Pieces, keys_in, totals_of
from games.schools.board.words import SCHOOL_NAMES


def played(seed: str, count: int) -> SchoolsGame:
    """A game between seats that spend their cards before they end their turns."""
    game, rng = SchoolsGame(seed), random.Random(seed)
    while not game.is_over and len(game.actions) < count:
        (seat,) = game.to_act()
        legal = game.legal_actions(seat)
        ways = [action for action in legal if str(action) != "end"]
        game.apply(seat, rng.choice(ways if ways and rng.random() < 0.85 else legal))
    return game


def elements_of(keys: list[str]) -> list[str]:
    return [key.split("-")[0] for key in keys]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
def test_pieces_lie_where_the_engine_has_them_and_no_card_lies_twice(seed: str) -> None:
    game = played(seed, 250)
    pieces = Pieces.at_start()
    for number in range(len(game.seen)):
        pieces.follow(game.view_of_events(None, number))
        cards = [key for place, keys in pieces.layout.items() if not place.startswith("emblem") for key in keys]
        assert len(cards) == len(set(cards))
    position = game.view(None)["position"]
    for seat, side in position["seats"].items():
        levels = [key.split("-")[1] for key in pieces.layout[f"column:{seat}"]]
        assert levels == ["1" if card == "start" else str(card) for card in side["column"]]
        assert pieces.layout[f"emblem:{seat}"] == ([side["emblem"]] if side["emblem"] else [])
        for arena, here in side["arenas"].items():
            assert elements_of(pieces.layout[f"students:{seat}:{arena}"]) == here["students"]
            stack = [int(key.split("-")[1]) for key in pieces.layout[f"stack:{seat}:{arena}"]]
            assert stack == here["trials"]
    assert totals_of(pieces.layout) == game.view(None)["totals"]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_what_is_offered_on_the_board_is_all_that_may_be_done(seed: str) -> None:
    spells: Counter[str] = Counter()
    for count in range(0, 120, 3):
        game = played(seed, count)
        if game.is_over or game.stage == "discard":
            continue
        (number,) = game.to_act()
        seat = SEATS[number]
        view = game.view(number)
        pieces, play = play_of(game, seat, view["actions"])
        assert [move["action"] for move in play.moves] == [action for action in view["actions"] if action != "end"]
        assert len({(move["from"], move["to"]) for move in play.moves}) == len(play.moves), "a place says which"
        board = board_of(view, seat, SCHOOL_NAMES, pieces, play)
        sources = _names(board, "source")
        assert {move["from"] for move in play.moves} == sources
        hand = [card.face.key for card in board["near"].hand]
        assert len(set(hand)) == len(hand) and not set(hand) & keys_in(pieces.layout)
        for move in play.moves:
            after = game.copy()
            after.apply(number, move["action"])
            assert after.view(None)["totals"] == move["totals"] and move["says"] and move["words"]
            spells[move["action"].split(" ")[2] if move["action"].startswith("cast") else ""] += 1
    assert spells[""]


def _names(board: dict[str, Any], kind: str) -> set[str]:
    cards = [card for side in (board["far"], board["near"]) for card in (*side.column, *(side.hand or ()))]
    cards += [card for arena in board["arenas"] for side in (arena.far, arena.near) for card in side.students]
    return {name for card in cards for name in getattr(card, kind).split()}


def test_faces_of_a_hidden_hand_are_not_sent() -> None:
    game = played("1", 30)
    view = game.view(0)
    pieces, play = play_of(game, SEATS[0], view["actions"])
    board = board_of(view, SEATS[0], SCHOOL_NAMES, pieces, play)
    assert board["far"].hand is None and board["far"].cards == sum(game.state.sides[1].hand)


def test_frames_end_where_the_board_stands() -> None:
    game = played("3", 60)
    pieces, play = play_of(game, SEATS[0], [])
    assert play.frames[-1]["layout"] == pieces.layout and 0 <= play.since < len(play.frames)


def cursed() -> SchoolsGame:
    """A game in which somebody has to answer Maleficio."""
    for seed in range(99):
        game, rng = SchoolsGame(str(seed)), random.Random(seed)
        while not game.is_over:
            (seat,) = game.to_act()
            legal = game.legal_actions(seat)
            curses = [action for action in legal if str(action).endswith("maleficio")]
            game.apply(seat, rng.choice(curses or legal))
            if game.stage == "discard":
                return game
    raise AssertionError("nobody was cursed")


def test_cards_to_discard_are_chosen_in_the_hand() -> None:
    game = cursed()
    (number,) = game.to_act()
    view = game.view(number)
    pieces, play = play_of(game, SEATS[number], view["actions"])
    board = board_of(view, SEATS[number], SCHOOL_NAMES, pieces, play)
    assert not play.moves and board["data"]["discard"] == board["near"].cards // 2 > 0
    assert all(card.source == f"pick:{card.face.element.slug}" for card in board["near"].hand)
