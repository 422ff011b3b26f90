"""The board of Clash of the Cards: what is shown of what has happened, and what an action would come to."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from engine.armies.game.sealed import SealedArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import SEAT_NAMES
from games.armies.board.arrangement import board_of, play_of
from games.armies.board.frames import Table

ACTIONS = 150


def games(seats: int, seed: int) -> Any:
    """A game after each of its actions."""
    game = SealedArmiesGame(ArmiesSetUp(seats, str(seed)))
    rng = random.Random(seed)
    while not game.is_over and len(game.done) < ACTIONS:
        seat = rng.choice(game.to_act())
        actions = [str(action) for action in game.legal_actions(seat)]
        battles = [action for action in actions if action.startswith("battle")]
        action = (
            "lay-down" if "lay-down" in actions else rng.choice(battles if rng.random() < 0.5 and battles else actions)
        )
        game.apply(seat, action)
        yield game


def test_bonuses_of_a_seat_are_told_in_one_sentence() -> None:
    """Where a hand is dealt: a line or two below the board, however many there are."""
    game = SealedArmiesGame(ArmiesSetUp(3, "5"))
    game.apply(0, "deal")
    (_deal, drawn, *_more) = play_of(game, game.view(0), "A").frames
    assert drawn["says"] == "B lays down 3 Bonuses. B draws 11 cards. C draws 8 cards. A draws 8 cards."


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (3, 5), (6, 8)])
def test_what_happened_leads_to_what_lies_there(seats: int, seed: int) -> None:
    names = dict(zip(SEAT_NAMES, SEAT_NAMES, strict=True))
    kinds = set()
    for game in games(seats, seed):
        for seat in (None, 0, seats - 1):
            view = game.view(seat)
            own = "" if seat is None else SEAT_NAMES[seat]
            play = play_of(game, view, own)
            now = Table.of(view, own)
            if not play.frames:
                continue
            last = play.frames[-1]
            assert last["layout"] == now.layout(), (game.done[-1], own)
            assert last["scores"] == now.scores
            if view["phase"] not in ("deal", "over"):
                assert last["counts"] == now.counts and all(count >= 0 for count in now.counts.values())
                assert len(last["hand"]) == len(now.hand)
            kinds.update(action.verb for _seat, action in game.done[-1:])
            board = board_of(view, own, names, play)
            drawn = {card.key for card in board["gone"]} | {key for keys in now.layout().values() for key in keys}
            for frame in play.frames:
                assert {key for keys in frame["layout"].values() for key in keys} <= drawn
    assert {"battle", "champion", "end-turn"} <= kinds


def test_a_hand_is_counted_out_part_by_part() -> None:
    for seed in range(20):
        for game in games(2, seed):
            if game.stage != "deal" or not game.done or game.done[-1][1].verb == "deal":
                continue
            view = game.view(0)
            frames = [frame for frame in play_of(game, view, "A").frames if "counted" in frame]
            assert [len(frame["counted"]) for frame in frames] == list(range(1, len(frames) + 1))
            assert frames[-1]["scores"] == {seat: player["score"] for seat, player in view["players"].items()}
            assert frames[0]["scores"] != frames[-1]["scores"]
            return
    raise AssertionError("no hand ended")


@pytest.mark.parametrize(
    "scores",
    [
        (200, 350, 200, 200, 350, 200),
        (0, 10, 20, 30, 40, 50),
        (1000, 990, 980, 1010, 970, 960),
        (-20, 0, 1, 500, 520, 540),
    ],
)
def test_no_marker_of_the_race_covers_another(scores: tuple[int, ...]) -> None:
    game = next(iter(games(6, 8)))
    view = game.view(None)
    for number, score in enumerate(scores):
        view["players"][SEAT_NAMES[number]]["score"] = score
    runners = board_of(view, "", dict(zip(SEAT_NAMES, SEAT_NAMES, strict=True)))["race"]
    assert [runner.score for runner in runners] == list(scores)
    for runner, other in itertools.combinations(runners, 2):
        x, further = (float(each.x.rstrip("%")) for each in (runner, other))
        assert 0 < x < 100
        assert runner.y != other.y or abs(x - further) > 4.5
        assert runner.y != other.y or (x < further) == (runner.score < other.score) or runner.score == other.score


def test_nothing_hidden_is_shown() -> None:
    """Cards of hands and covered champions are in no step that somebody else sees."""
    for game in games(3, 11):
        view = game.view(0)
        if view["phase"] in ("deal", "over"):
            continue
        play = play_of(game, view, "A")
        covered = set(game.inner.position.battle.champions) if view["phase"] == "champion" else set()
        for other in covered - {0}:
            assert play.frames[-1]["layout"][f"champion:{SEAT_NAMES[other]}"] == [
                f"back~champion-{SEAT_NAMES[other]}~0"
            ]
        for other, cards in play.known.items():
            held = game.view(SEAT_NAMES.index(other))["players"][other]["hand"]
            assert all(held.count(card) >= count for card, count in cards.items()), (other, cards, held)


def test_what_a_champion_would_come_to_is_told_by_what_is_seen() -> None:
    for game in games(2, 4):
        for seat in game.to_act():
            view = game.view(seat)
            if view["phase"] != "champion":
                continue
            moves = {move["action"]: move for move in play_of(game, view, SEAT_NAMES[seat]).moves}
            assert set(moves) == set(view["actions"])
            tens = [move for action, move in moves.items() if action == "champion 10.6"]
            assert all(move["to"] == f"champion:{SEAT_NAMES[seat]}" for move in moves.values())
            assert all("4 of the" in move["says"] or "of the" in move["says"] for move in tens)
            return
