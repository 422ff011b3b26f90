"""A game at a table: several seats at once, records that replay, and requests that come to the same end."""

from __future__ import annotations

import copy
import random
from itertools import permutations
from typing import Any

import pytest

from engine.armies.cli.requests import answer
from engine.armies.formats.state_writing import write_state
from engine.armies.game.game import ArmiesGame, ArmiesResult
from engine.armies.game.records import game_of, request_of, write_record
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.rules import state as at
from engine.armies.rules.version import RULES_VERSION
from engine.kernel.errors import EngineError, IllegalAction
from tests.engine.armies.helpers import VARIANTS


def played(setup: ArmiesSetUp, limit: int = 100_000, seed: int = 0) -> ArmiesGame:
    """A game in which chance also says who of several acts first."""
    rng = random.Random(f"{setup} {seed}")
    game = ArmiesGame(setup)
    while not game.is_over and len(game.done) < limit:
        seat = rng.choice(game.to_act())
        game.apply(seat, rng.choice(game.legal_actions(seat)))
    return game


def in_champion_phase(seats: int) -> ArmiesGame:
    """A game in which three at least are to set a champion, and none has."""
    for seed in range(1000):
        rng = random.Random(seed)
        game = ArmiesGame(ArmiesSetUp(seats, str(seed)))
        for _ in range(200):
            if game.is_over or len(game.to_act()) > 2:
                break
            seat = rng.choice(game.to_act())
            game.apply(seat, rng.choice(game.legal_actions(seat)))
        if len(game.to_act()) > 2:
            return game
    raise AssertionError("no such game")


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_replays(seats: int, variant: str) -> None:
    game = played(ArmiesSetUp(seats, f"{variant} ü", VARIANTS[variant], dealer=seats - 1))
    record = write_record(game)
    again = game_of(record)
    assert again.key() == game.key()
    assert [[event.to_json() for event in trace] for trace in again.seen] == [
        [event.to_json() for event in trace] for trace in game.seen
    ]
    assert write_record(again) == record
    assert isinstance(game.result, ArmiesResult) and game.result.winners and len(game.result.scores) == seats


@pytest.mark.parametrize("limit", [0, 1, 7, 40, 100, 155, 10_000])
def test_a_game_is_a_request_too(limit: int) -> None:
    for seed in range(5):
        game = played(ArmiesSetUp(5, str(seed)), limit, seed)
        if game.stage == at.CHAMPION:
            continue
        reply = answer("resolve", request_of(game))
        assert reply["state"] == write_state(game.position)
        kinds = [event.kind for trace in game.seen for event in trace]
        assert sorted(event["kind"] for event in reply["trace"]) == sorted(kinds)


def test_champions_are_sealed_in_any_order() -> None:
    """Each seat once; nobody else sees which; the end does not depend on who was first (C6.11)."""
    game = in_champion_phase(4)
    waiting = game.to_act()
    choices = {seat: game.legal_actions(seat)[0] for seat in waiting}
    ends = set()
    for order in permutations(waiting):
        copied = game.copy()
        for place, seat in enumerate(order):
            assert set(copied.to_act()) == set(order[place:])
            copied.apply(seat, choices[seat])
            if place < len(order) - 1:
                champions: dict[str, Any] = copied.view(order[-1])["battle"]["champions"]
                assert len(champions) == place + 1 and set(champions.values()) == {None}
                assert [event["card"] for event in copied.view_of_events(order[-1])] == [None]
                assert copied.view_of_events(seat)[0]["card"] == str(choices[seat]).split()[1]
                with pytest.raises(IllegalAction) as wrong:
                    copied.apply(seat, choices[seat])
                assert wrong.value.code == "not-your-turn"
        assert [event.kind for event in copied.seen[-1]][:2] == ["seal", "reveal"]
        ends.add(copied.key())
        reply = answer("resolve", request_of(copied))
        assert reply["state"] == write_state(copied.position)
    assert len(ends) == 1


def test_who_may_not_act() -> None:
    game = ArmiesGame(ArmiesSetUp(3, "s"))
    assert (game.stage, game.to_act(), game.result) == ("deal", (0,), None)
    for seat in (1, 2, 3, -1):
        assert game.legal_actions(seat) == []
        with pytest.raises(IllegalAction) as wrong:
            game.apply(seat, "deal")
        assert wrong.value.code == "not-your-turn"
    with pytest.raises(IllegalAction) as wrong:
        game.apply(0, "shuffle")
    assert wrong.value.code == "bad-action"
    over = played(ArmiesSetUp(2, "s"))
    with pytest.raises(IllegalAction) as wrong:
        over.apply(0, "deal")
    assert wrong.value.code == "game-over"


@pytest.mark.parametrize(
    ("setup", "at_"),
    [
        (ArmiesSetUp(1, "s"), "seats"),
        (ArmiesSetUp(7, "s"), "seats"),
        (ArmiesSetUp(2, "s", dealer=2), "dealer"),
        (ArmiesSetUp(2, ""), "seed"),
        (ArmiesSetUp(2, "x" * 201), "seed"),
        (ArmiesSetUp(2, "\ud800"), "seed"),
    ],
)
def test_set_ups_that_cannot_be(setup: ArmiesSetUp, at_: str) -> None:
    with pytest.raises(EngineError) as wrong:
        ArmiesGame(setup)
    assert (wrong.value.code, wrong.value.at) == ("bad-setup", at_)


def test_records_that_are_none() -> None:
    record = write_record(played(ArmiesSetUp(2, "s"), 30))
    changes: list[tuple[Any, str]] = [
        ([], "bad-record"),
        ({}, "bad-record"),
        (record | {"format": "x"}, "bad-record"),
        (record | {"x": 1}, "bad-record"),
        (record | {"rules": RULES_VERSION + 1}, "record-differs"),
        (record | {"setup": record["setup"] | {"seats": 7}}, "bad-record"),
        (record | {"setup": record["setup"] | {"seed": 1}}, "bad-record"),
        (record | {"setup": record["setup"] | {"dealer": "C"}}, "bad-record"),
        (record | {"setup": record["setup"] | {"options": {"specials": ["x"]}}}, "bad-record"),
        (record | {"actions": ["deal"]}, "bad-record"),
        (record | {"actions": [3]}, "bad-record"),
        (record | {"actions": ["A deal", "A dig"]}, "bad-action"),
        (record | {"actions": ["B deal"]}, "not-your-turn"),
        (record | {"result": {"winners": ["A"]}}, "record-differs"),
    ]
    for changed, code in changes:
        with pytest.raises(EngineError) as wrong:
            game_of(copy.deepcopy(changed))
        assert wrong.value.code == code, changed
