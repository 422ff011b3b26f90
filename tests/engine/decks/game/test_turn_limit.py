"""2.13: a game is drawn when every seat has ended 100 turns; a position, a puzzle, an analysis goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.outlook import outlook
from engine.decks.bots.selfplay import BotGame, play_game
from engine.decks.bots.worth import worth
from engine.decks.cli.main import main
from engine.decks.formats.compact import pack, unpack
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse, write
from engine.decks.game.game import DecksGame
from engine.decks.game.record_reader import game_of
from engine.decks.game.records import write_record
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import parse_action
from engine.decks.rules.board import OVER, SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene
from engine.decks.rules.turns import TURN_LIMIT
from engine.kernel.chance import Chance
from engine.kernel.requests import split_request, turn_limit_of
from tests.engine.decks.game.helpers import eyes
from tests.engine.decks.helpers import play, read
from tests.engine.processes import answers_of

PEACE = tuple(Card(f"peace {number}", True, 9, 0, 1, ()) for number in range(8))
PLAIN = SetUp(MODES["duel"], CONSTRUCTED, 3, decks=(PEACE, PEACE))
DRAWN = {"winners": [], "reason": "turn-limit"}
START = "cod1 duel {} A end m2 | A t{} [B x(c9 1/1)] upper a(c1 1/3){{d1 struck}} | B t{} [B y(c9 1/1)]"


def idle(setup: SetUp, until: int = 10_000) -> DecksGame:
    """A game in which everybody only ends turns, to its end or for so many actions."""
    game = DecksGame(setup, Terms())
    while game.stage == "draft":
        game.apply(game.active, game.legal_actions()[0])
    while game.stage == "play" and len(game.actions) < until:
        assert game.position is not None
        game.apply(game.active, "end-turn" if game.position.phase == SUMMONING else "mana")
    return game


def drawn() -> DecksGame:
    return idle(PLAIN)


def test_a_hundred_turns_of_everybody() -> None:
    game = drawn()
    position = game.position
    assert position is not None and game.is_over and game.legal_actions() == [] and game.active == -1
    assert [player.turn for player in position.seats] == [TURN_LIMIT] * 2 == [100] * 2
    assert write_position(position)["result"] == DRAWN
    assert (position.phase, position.mana) == (OVER, 0)
    assert position.active == 1 - position.first, "the turn that ended last is the other player's"
    assert [ev.to_dict(event) for event in trace_of(game)][-2:] == [
        {"kind": "turn-ends", "phase": "end", "step": None, "ability": None, "rulings": ["2.8"],
         "player": SEAT_NAMES[position.active]},
        {"kind": "over", "phase": "end", "step": None, "ability": None, "rulings": ["2.13"], "player": None, **DRAWN},
    ]  # fmt: skip


def trace_of(game: DecksGame) -> list[ev.Event]:
    return [event for event, _ in game.seen[-1]]


def test_not_one_turn_earlier() -> None:
    actions = len(drawn().actions)
    game = idle(PLAIN, actions - 1)
    assert not game.is_over and game.position is not None
    assert [player.turn for player in game.position.seats] == [100] * 2, "the last turn has begun"


AI = "ai [0+0] bastion pile [k(c1 0/1) l(c1 0/1)] discard []"
SOLO = "cod1 solo {} A end m0 | A t100 [B x(c9 1/1)] | B t{} " + AI
COOP = "cod1 coop C end m0 | A t100 [B x(c9 1/1)] | B t100 {0} | C t100 [B y(c9 1/1)] | D t99 {0}"


@pytest.mark.parametrize(
    ("start", "last"),
    [(SOLO.format("", 99), "B"), (SOLO.format("first:B", 100), "A"), (COOP.format(AI), "D")],
)
def test_an_ai_is_a_player_that_has_turns(start: str, last: str) -> None:
    """The game goes on until the AI has ended its 100th turn too."""
    position = read(start)
    position.turn_limit = 100
    position.apply(parse_action("end-turn"))
    assert write_position(position)["result"] == DRAWN
    assert {player.turn for player in position.seats} == {100}
    assert position.active == SEAT_NAMES.index(last)
    assert len(position.rows[3]) + len(position.rows[2]) == int(last == "B"), "its turn was played"


def test_a_position_goes_on() -> None:
    position = play(START.format("", 100, 100), "end-turn")
    assert (position.phase, position.seats[1].turn) == (SUMMONING, 101)


@pytest.mark.parametrize(
    ("first", "turns", "ends"),
    [
        ("first:B", (100, 100), True),
        ("first:B", (99, 100), False),
        ("", (100, 99), False),
        ("first:B", (120, 110), True),
    ],
)
def test_when_it_is_drawn(first: str, turns: tuple[int, int], ends: bool) -> None:
    position = read(START.format(first, *turns))
    position.turn_limit = 100
    trace = Trace()
    position.apply(parse_action("end-turn"), trace)
    assert position.is_over == ends
    creature = position.rows[0][0]
    assert (creature.damage, creature.marks) == (0, 0), "the turn has ended"
    scene = Scene(read(START.format(first, *turns)))
    for event in trace.events:
        scene.apply(event)
    assert position_of(scene).key() == position.key()


def test_a_game_decided_in_its_last_turn_is_not_drawn() -> None:
    start = "cod1 duel first:B A summoning m0 | A t100 [B x(c9 1/1)] upper a(c1 1/3) | B t100 [F y(c9 1/1)]"
    position = read(start)
    position.turn_limit = 100
    position.apply(parse_action("end-turn"))
    assert position.result is not None and position.result.reason == "fort-destroyed"


def test_what_the_start_of_the_next_turn_would_bring_is_not_asked() -> None:
    start = "cod1 duel first:B exhaustion A end m0 | A t100 [B x(c9 1/1)] | B t100 [F y(c9 1/1)]"
    assert play(start, "end-turn").result is not None
    position = read(start)
    position.turn_limit = 100
    position.apply(parse_action("end-turn"))
    assert position.result is not None and position.result.reason == "turn-limit"


# Whoever has to know it


def test_its_record_replays() -> None:
    game = drawn()
    again = game_of(json.loads(json.dumps(write_record(game))))
    assert again.key() == game.key() and again.is_over
    assert again.position is not None and write_position(again.position)["result"] == DRAWN


def test_everybody_sees_it() -> None:
    game = drawn()
    for seat in eyes(game):
        seen = game.view(seat)
        assert (seen["stage"], seen["to_act"], seen["actions"]) == ("over", [], [])
        assert (seen["position"]["phase"], seen["position"]["result"]) == ("over", DRAWN)
        assert game.view_of_events(seat)[-1]["reason"] == "turn-limit"


def test_it_is_written_and_read() -> None:
    position = drawn().position
    assert position is not None
    for again in (read_position(write_position(position)), parse(write(position)), unpack(pack(position))):
        assert again.is_over and write_position(again)["result"] == DRAWN


def test_a_bot_knows_it() -> None:
    """It is given a position that ends with the game, and holds a draw for better than a loss, worse than a win."""
    game = idle(PLAIN, len(drawn().actions) - 1)
    position = bot_view(game, game.active).sample(Chance(1, "x"))
    position.apply(parse_action("end-turn"))
    assert write_position(position)["result"] == DRAWN
    for seat in (0, 1):
        assert (worth(position, seat), outlook(position, seat)) == (0, 0.5)


def answer(*arguments: str, request: Any = None) -> tuple[int, dict[str, Any]]:
    status, (reply,) = answers_of(main, *arguments, stdin=json.dumps(request))
    return status, reply


def test_a_request_of_a_drawn_game_is_resolved_as_that_game() -> None:
    game = drawn()
    start = DecksGame(PLAIN, Terms()).position
    assert start is not None and game.position is not None
    request = json.loads(json.dumps(BotGame(start, game).request()))
    assert request["turn_limit"] == 100
    status, reply = answer("resolve", request=request)
    assert (status, reply["result"], reply["position"]) == (0, DRAWN, write_position(game.position))
    assert answer("legal", request=request) == (0, {"actions": []})
    del request["turn_limit"]
    assert answer("resolve", request=request)[1]["result"] is None, "without it, it is a position"


def test_other_games_have_requests_as_ever() -> None:
    left = play_game(PLAIN, Terms(), {}, 1, 0)
    assert set(left.request()) == {"position", "actions"}


@pytest.mark.parametrize("limit", [0, -1, 1.5, "100", True, None, [100]])
def test_a_turn_limit_that_is_none(limit: Any) -> None:
    request = {"position": write_position(read(START.format("", 3, 3))), "actions": [], "turn_limit": limit}
    status, reply = answer("resolve", request=request)
    assert (status, reply["error"]["code"], reply["error"]["at"]) == (2, "bad-position", "/turn_limit")


def test_a_request_with_a_turn_limit() -> None:
    request = {"position": {}, "turn_limit": 7}
    assert split_request(request) == ({}, [])
    assert turn_limit_of(request) == 7
    assert turn_limit_of({"position": {}}) is None and turn_limit_of({"turn_limit": 7}) is None
