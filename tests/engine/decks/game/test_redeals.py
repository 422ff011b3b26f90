"""What is hidden dealt anew: all that a seat can see stays where it is, and nothing else has a say in the rest."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engine.decks.game.errors import BadRecord
from engine.decks.game.game import DecksGame
from engine.decks.game.record_reader import game_of
from engine.decks.game.records import write_record
from engine.decks.game.setup import DRAFT, Redeal, SetUp
from engine.decks.game.terms import Terms
from engine.decks.game.unseen import deal_anew
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, SOLO, TEAMS, Mode
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.scene_position import position_of
from engine.kernel.chance import Chance
from tests.engine.decks.game.helpers import eyes, finished, mutation_draft, setups, shown
from tests.engine.decks.game.hidden_cards import another, games, pool_of
from tests.marks import some_long

ALL_MODES = pytest.mark.parametrize("mode", [DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS], ids=lambda mode: mode.name)


def dealt_anew(game: DecksGame, seat: int | None, seed: int) -> DecksGame:
    copy = game.copy()
    assert copy.position is not None and copy.knowledge is not None
    deal_anew(copy.position, copy.knowledge, seat, seed)
    return copy


@ALL_MODES
def test_all_that_a_seat_can_see_stays(mode: Mode) -> None:
    changed = passed = 0
    for number, (game, rng) in enumerate(games(mode, 6, exhaustion=True)):
        seat = rng.choice(eyes(game))
        again = dealt_anew(game, seat, number)
        assert shown(again, seat) == shown(game, seat) and shown(again, None) == shown(game, None)
        assert again.position is not None and game.position is not None and again.knowledge is not None
        assert position_of(again.knowledge.scene).key() == again.position.key()
        changed += again.position.key() != game.position.key()
        for token in again.knowledge.passed:
            assert not can_reinforce(again.knowledge.scene.cards[token])
            passed += 1
    assert changed > 20 and (passed > 0 or mode is SOLO)


@pytest.mark.parametrize(
    "mode", some_long([DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS], FREE_FOR_ALL, TEAMS), ids=lambda mode: mode.name
)
def test_games_that_differ_in_what_the_seat_cannot_see_are_the_same_afterwards(mode: Mode) -> None:
    differed = 0
    for number, (game, rng) in enumerate(games(mode, 4)):
        seat = game.active if game.active in eyes(game) else 0
        other = another(game, seat, Chance(number, "another"))
        assert other.position is not None and game.position is not None
        differed += other.position.key() != game.position.key()
        first, second = dealt_anew(game, seat, number), dealt_anew(other, seat, number)
        for _ in range(12):
            assert first.position is not None and second.position is not None
            assert first.position.key() == second.position.key() and first.position.seed == second.position.seed
            assert [shown(first, eye) for eye in eyes(game)] == [shown(second, eye) for eye in eyes(game)]
            if first.is_over:
                break
            action = str(rng.choice(first.legal_actions()))
            first.apply(first.active, action)
            second.apply(second.active, action)
    assert differed > 20


def test_every_card_may_come_to_every_place() -> None:
    game = DecksGame(setups(1)["constructed duel"], Terms())
    first = set()
    for seed in range(120):
        again = dealt_anew(game, 0, seed)
        assert again.position is not None and game.position is not None
        assert again.position.seats[0].hand == game.position.seats[0].hand
        first.add(again.position.seats[1].hand[0].key)
    assert len(first) == 8


def gone_on(setup: SetUp, seed: int, *moments: tuple[float, int | None]) -> tuple[DecksGame, DecksGame, int]:
    """A game that goes on from moments of others (parts of the first one's length), the other, and the last moment."""
    terms = Terms()
    done = again = finished(DecksGame(setup, terms), seed, 2000)
    length, until = len(done.actions), 0
    for number, (part, seat) in enumerate(moments):
        until = int(length * part)
        setup = replace(setup, redeals=(*setup.redeals, Redeal(until, 100 + number, seat)))
        done = again
        again = DecksGame(setup, terms)
        for action in (*done.draft_actions, *done.actions[:until]):
            again.apply(again.active, action)
        if number == len(moments) - 1:
            assert shown(again, None) == shown(played_until(done, until), None)
        finished(again, seed + 1, 2000)
    return done, again, until


def played_until(game: DecksGame, until: int) -> DecksGame:
    copy = DecksGame(game.setup, game.terms)
    for action in (*game.draft_actions, *game.actions[:until]):
        copy.apply(copy.active, action)
    return copy


@ALL_MODES
def test_a_record_tells_the_new_deal(mode: Mode) -> None:
    rng = random.Random(mode.name)
    for seed, moments in enumerate([[(0.0, 0)], [(0.3, None)], [(0.2, 0), (0.5, None)], [(0.4, 0), (0.4, 0)]]):
        setup = SetUp(mode, DRAFT, seed, pool=pool_of(rng, mode), exhaustion=seed % 2 == 1)
        done, again, until = gone_on(setup, seed, *moments)
        assert again.actions[:until] == done.actions[:until] and again.is_over
        data = json.loads(json.dumps(write_record(again)))
        assert len(data["setup"]["redeals"]) == len(moments)
        assert data["setup"]["redeals"][-1] == {
            "after": until, "seed": str(99 + len(moments)), "seat": None if moments[-1][1] is None else "A"
        }  # fmt: skip
        replayed = game_of(data)
        assert replayed.key() == again.key() and write_record(replayed) == data
        assert replayed.seed == again.seed == 99 + len(moments)
        data["setup"]["redeals"][-1]["seed"] = "7"
        with pytest.raises(BadRecord):
            game_of(data)


def test_other_records_are_as_they_were() -> None:
    game = finished(DecksGame(setups(6)["draft solo"], Terms()), 6)
    assert "redeals" not in write_record(game)["setup"] and game.seed == 6


@pytest.mark.parametrize(
    ("redeals", "codes"),
    [
        ([Redeal(0, 1), Redeal(0, 2, 1), Redeal(7, 3)], []),
        ([Redeal(-1, 1)], ["redeals-out-of-order"]),
        ([Redeal(5, 1), Redeal(4, 1)], ["redeals-out-of-order"]),
        ([Redeal(0, -1), Redeal(0, 1 << 128)], ["bad-seed", "bad-seed"]),
        ([Redeal(0, 1, 2)], ["unknown-seat"]),
    ],
)
def test_what_cannot_be_dealt_has_a_name(redeals: list[Redeal], codes: list[str]) -> None:
    setup = replace(setups(1)["constructed duel"], redeals=tuple(redeals))
    assert [fault.code for fault in setup.faults()] == codes
    draft = replace(mutation_draft(1), redeals=tuple(redeals))
    assert next(fault.code for fault in draft.faults()) == "no-game-yet"


@pytest.mark.parametrize(
    "change",
    [
        {"after": -1}, {"after": "3"}, {"seed": 7}, {"seed": "x"}, {"seat": "C"}, {"seat": 0}, {"more": 1},
    ],
)  # fmt: skip
def test_a_record_with_a_deal_of_another_form_is_refused(change: dict[str, Any]) -> None:
    _game, again, _until = gone_on(setups(3)["constructed duel"], 3, (0.3, 0))
    data = write_record(again)
    data["setup"]["redeals"][0].update(change)
    with pytest.raises(BadRecord) as caught:
        game_of(data)
    assert caught.value.code == "bad-record"
    assert all(fault.at.startswith("/setup/redeals/0") for fault in caught.value.faults)
