"""Rulings that the contract's public cases leave out, and the order in which faults are named."""

from __future__ import annotations

from typing import Any

import pytest

from engine.schools.cli.main import resolve
from tests.engine.schools.helpers import game_of, state_of


def code(*arguments: Any, action: str, **parts: Any) -> str | None:
    """The code with which an action is refused in a state, see ``state_of``."""
    answer = resolve({"state": state_of(*arguments, **parts), "actions": [action]})
    return answer["error"]["code"] if "error" in answer else None


def arenas(**columns: Any) -> dict[str, Any]:
    """Arenas by Element: Students by their first letters and levels, ``fire="eee 1 2"``."""
    letters = {"e": "earth", "w": "water", "a": "air", "f": "fire", "d": "darkness"}
    written = {}
    for element, text in columns.items():
        words = text.split(" ")
        written[element] = {"students": [letters[x] for x in words[0]], "trials": [int(word) for word in words[1:]]}
    return written


FIRST = {"column": ["start"]}


@pytest.mark.parametrize(
    ("side", "action", "expected"),
    [
        ({**FIRST, "hand": {"fire": 1, "air": 1}}, "end", "starting-trial-not-passed"),
        ({**FIRST, "hand": {"fire": 1}}, "end", None),  # nobody could stand there: M4.5
        ({**FIRST, "hand": {"fire": 1, "air": 1}}, "move fire", None),
        ({**FIRST, "hand": {"fire": 1, "air": 1}, "emblem": "air"}, "move fire", None),
        ({**FIRST, "hand": {"fire": 1}, "emblem": "air"}, "move fire", "starting-trial-at-risk"),
        ({**FIRST, "hand": {"fire": 2}, "emblem": "air", "arenas": arenas(air=" 1")}, "assign fire fire",
         "starting-trial-at-risk"),
        ({**FIRST, "hand": {"fire": 2}, "emblem": "air", "arenas": arenas(air=" 1")}, "assign air", "not-in-hand"),
        ({**FIRST, "hand": {"fire": 1}, "emblem": "air", "arenas": arenas(air="eee 1")}, "summon air fire", None),
        ({**FIRST, "hand": {"fire": 1}, "emblem": "air", "arenas": arenas(air="eee 1")}, "summon air water",
         "starting-trial-at-risk"),
        ({"column": ["start", 1], "hand": {"fire": 2}}, "end", None),  # not on top: M4.5
    ],
)  # fmt: skip
def test_the_duty_of_a_first_turn(side: dict[str, Any], action: str, expected: str | None) -> None:
    assert code(1, side, action=action) == expected
    assert code(2, None, side, action=action) == expected
    assert code(3, side, action="end") is None


def test_a_starting_trial_that_stayed_is_open_to_both_from_turn_3() -> None:
    side = {"emblem": "fire", "arenas": arenas(fire="e")}
    assert code(2, FIRST, side, action="pass dragombre") == "starting-trial-locked"
    assert code(4, FIRST, side, action="pass dragombre") is None
    assert code(3, side, FIRST, action="pass blancgriffon") is None


@pytest.mark.parametrize(
    ("side", "action", "expected"),
    [
        ({}, "move fire", "not-in-hand"),
        ({"emblem": "fire"}, "move fire", "not-in-hand"),
        ({"emblem": "fire", "hand": {"fire": 1}}, "move fire", "same-arena"),
        ({}, "assign fire", "no-arena"),
        ({"emblem": "fire", "hand": {"fire": 1}}, "assign fire fire", "not-in-hand"),
        ({}, "pass dragombre", "no-arena"),
        ({"emblem": "fire"}, "pass dragombre", "column-empty"),
        ({"emblem": "fire", "column": [2]}, "pass dragombre", "wrong-level"),
        ({"emblem": "fire", "column": [1]}, "pass dragombre", "too-few-students"),
        ({}, "summon fire fire", "same-arena"),
        ({}, "summon fire water", "too-few-students"),
        ({}, "cast 0 hypnox", "no-arena"),
        ({"emblem": "fire"}, "cast 0 hypnox", "no-caster"),
        ({"emblem": "fire", "arenas": arenas(fire="aaa")}, "cast 3 hypnox", "no-caster"),
        ({"emblem": "fire", "arenas": arenas(fire="aaa")}, "cast 0 combustio", "not-flanked"),
        ({"emblem": "fire", "arenas": arenas(fire="aaa")}, "cast 1 combustio", "wrong-spell"),
        ({"emblem": "fire", "arenas": arenas(fire="aaa")}, "cast 1 hypnox", "no-effect"),
        ({"emblem": "fire", "arenas": arenas(fire="aaa")}, "cast 1 maleficio", "no-effect"),
        ({"emblem": "fire", "arenas": arenas(fire="www")}, "cast 1 inundatio blancgriffon", "column-empty"),
        ({"emblem": "fire", "arenas": arenas(fire="www"), "column": [1]}, "cast 1 inundatio dragombre", "wrong-level"),
        ({"emblem": "fire", "arenas": arenas(fire="www 2"), "column": [4]}, "cast 1 inundatio dragombre",
         "too-few-students"),
        ({"emblem": "fire", "arenas": arenas(fire="ddd")}, "cast 1 eversio", "no-effect"),
        ({}, "discard fire", "wrong-phase"),
    ],
)  # fmt: skip
def test_the_first_fault_is_named(side: dict[str, Any], action: str, expected: str) -> None:
    assert code(3, side, action=action) == expected


def test_summon_once_a_turn() -> None:
    side = {"arenas": arenas(fire="eeeeee")}
    assert code(3, side, action="summon fire water", summoned=True) == "already-summoned"
    game = game_of(3, side)
    game.apply(0, "summon fire water")
    assert game.state.summoned and not [action for action in game.legal_actions() if action.verb == "summon"]
    game.apply(0, "end")
    assert not game.state.summoned


@pytest.mark.parametrize(
    ("levels", "code_of_eversio"), [("1", "wrong-level"), ("2", "wrong-level"), ("4", "too-few-students")]
)
def test_eversio_takes_what_is_higher(levels: str, code_of_eversio: str) -> None:
    side = {"emblem": "fire", "arenas": arenas(fire="ddd 2")}
    assert code(3, side, {"arenas": arenas(fire=f" {levels}")}, action="cast 1 eversio") == code_of_eversio


def test_maleficio_waits_for_the_other_seat() -> None:
    game = game_of(3, {"emblem": "fire", "arenas": arenas(fire="fff")}, {"hand": {"earth": 2, "water": 1, "air": 2}})
    events = game.apply(0, "cast 1 maleficio")
    assert [event.kind for event in events] == ["cast", "maleficio", "caster"]
    assert game.to_act() == (1,) and game.legal_actions(0) == [] and game.stage == "discard"
    listed = ["earth earth", "earth water", "earth air", "water air", "air air"]
    assert [str(action) for action in game.legal_actions(1)] == [f"discard {words}" for words in listed]
    game.apply(1, "discard air water")
    assert game.to_act() == (0,) and game.state.sides[1].hand == [2, 0, 1, 0, 0]
    assert game.state.discard == [0, 1, 1, 1, 0]


def test_overtime_can_begin_and_end_in_the_same_moment() -> None:
    own = {"emblem": "fire", "arenas": arenas(fire="dddddd", earth=" 5", water=" 5", air=" 4")}
    game = game_of(3, own, {"arenas": arenas(fire=" 4 6", earth=" 6")})
    assert game.state.totals == (14, 12)
    events = game.apply(0, "cast 1 eversio")
    assert [event.kind for event in events] == ["cast", "eversio", "caster", "overtime", "over"]
    assert game.state.totals == (20, 10) and game.state.overtime
    assert game.result is not None and game.result == (0, "twenty", (20, 10))


@pytest.mark.parametrize(("level", "winner"), [(" 3", None), (" 4", 1), (" 2", 0)])
def test_turn_100_is_the_last(level: str, winner: int | None) -> None:
    game = game_of(100, {"arenas": arenas(fire=" 3")}, {"arenas": arenas(fire=level), "hand": {"air": 2}})
    events = game.apply(1, "end")
    assert [event.kind for event in events] == ["announce", "hand", "over"]
    assert game.is_over and game.state.turn == 100 and game.state.sides[1].column == [6, 5]
    assert game.result is not None and (game.result.winner, game.result.reason) == (winner, "turn-limit")
    assert game.result.winners == (() if winner is None else (winner,))


def test_an_empty_deck_is_made_anew_before_the_first_card() -> None:
    game = game_of(3, discard={"fire": 4})
    kinds = [(event.kind, getattr(event, "count", None)) for event in game.apply(0, "end")]
    assert kinds[2:] == [("reshuffle", 4), ("draw", 3)]
    again = game_of(3, deck=["air", "air", "air"], discard={"fire": 4})
    assert [event.kind for event in again.apply(0, "end")][2:] == ["draw"]
    assert again.state.deck == [] and again.state.shuffles == 1  # not as soon as the last card is drawn
