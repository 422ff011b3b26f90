"""Actions as the contract's JSON writes them: read on the board that they are for, and written."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.actions import (
    ASSAULT,
    BEGIN_TURN,
    CHAMPION,
    END_TURN,
    PLAY_LINE,
    PLAY_ONTO,
    PLAY_TARGET,
    Action,
    play_at,
    play_on_line,
    play_onto,
)
from engine.decks.rules.board import Board
from engine.decks.rules.legality import check, fault_of_play, illegal
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.kernel.errors import BadPosition
from engine.kernel.reading import Reader

_DO: Final = {"mana": BEGIN_TURN, "assault": ASSAULT, "end-turn": END_TURN}
_NO_LINE: Final = -1  # a line that there is not
_NO_PLACE: Final = -2  # a place of the hand that there is not (and not CHAMPION)


def read_action(board: Board, data: Any) -> Action:
    """The action that a JSON object asks for on a board.

    Raises ``BadPosition`` when it is none of the contract's table, ``IllegalAction`` with the first code that applies
    when it may not be carried out.
    """
    _check_shape(data)
    if "do" in data:
        action = _DO[data["do"]]
        check(board, action)
        return action
    place = CHAMPION if data["play"] == "champion" else data["play"] if data["play"] >= 0 else _NO_PLACE
    line = _line(data["line"]) if "line" in data else None
    onto = (_line(data["onto"]["line"]), data["onto"]["position"]) if "onto" in data else None
    target = None
    if "target" in data:
        fields = data["target"]
        seat = SEAT_NAMES.find(fields["player"]) if len(fields["player"]) == 1 else -1
        target = (seat, _line(fields["line"]), fields["position"])
    code = fault_of_play(board, place, line, onto, target)
    if code is not None:
        raise illegal(code)
    if onto is not None:
        return play_onto(place, *onto)
    if target is not None:
        return play_at(place, *target)
    assert line is not None  # a Creature without a line has been refused
    return play_on_line(place, line)


def _line(name: str) -> int:
    return LINE_NAMES.index(name) if name in LINE_NAMES else _NO_LINE


def _check_shape(data: Any) -> None:
    """Raises ``BadPosition`` unless the object has the shape of one of the contract's actions."""
    reader = Reader()
    if isinstance(data, dict) and "do" in data:
        reader.object(data, "", ("do",), ())
        reader.choice(data["do"], "/do", _DO)
    else:
        fields = reader.object(data, "", ("play",), ("line", "onto", "target"))
        play = fields.get("play", 0)
        if play != "champion" and (not isinstance(play, int) or isinstance(play, bool)):
            reader.fault("wrong-type", "/play", "a place of the hand or 'champion'")
        if "line" in fields and not isinstance(fields["line"], str):
            reader.fault("wrong-type", "/line", "'upper' or 'lower'")
        for name, keys in (("onto", ("line", "position")), ("target", ("player", "line", "position"))):
            if name not in fields:
                continue
            part = reader.object(fields[name], f"/{name}", keys, ())
            for key in keys:
                value = part.get(key)
                if key in part and (
                    not isinstance(value, int) or isinstance(value, bool)
                    if key == "position"
                    else not isinstance(value, str)
                ):
                    reader.fault("wrong-type", f"/{name}/{key}", "a number" if key == "position" else "text")
    if reader.faults:
        raise BadPosition(reader.faults)


def write_action(action: Action) -> dict[str, Any]:
    if action.kind < PLAY_LINE:
        return {"do": str(action)}
    data: dict[str, Any] = {"play": "champion" if action.place == CHAMPION else action.place}
    line = LINE_NAMES[action.line]
    if action.kind == PLAY_LINE:
        data["line"] = line
    elif action.kind == PLAY_ONTO:
        data["onto"] = {"line": line, "position": action.at}
    elif action.kind == PLAY_TARGET:
        data["target"] = {"player": SEAT_NAMES[action.seat], "line": line, "position": action.at}
    return data
