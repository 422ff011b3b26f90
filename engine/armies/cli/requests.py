"""Requests to the commands and their answers (the contract: command line)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from engine.armies.formats.state_reading import read_state
from engine.armies.formats.state_writing import write_state
from engine.armies.formats.views import view_of
from engine.armies.pack.cards import SEAT_NAMES
from engine.armies.rules.actions import parse_action
from engine.armies.rules.perft import perft
from engine.armies.rules.position import ArmiesPosition
from engine.armies.trace.base import Trace
from engine.kernel.errors import EngineError, IllegalAction

DEEPEST: Final = 50  # that perft counts
MAX_ACTIONS: Final = 1_000_000  # that play adds

Json = dict[str, Any]


def resolve(request: Json) -> Json:
    """Carries out the actions one by one; before a wrong one the answer stops, and says why."""
    position = read_state(request["state"])
    trace: Trace = []
    error: EngineError | None = None
    try:
        _carry_out(position, request, trace)
    except IllegalAction as wrong:
        error = wrong
    answer: Json = {"state": write_state(position), "trace": [event.to_json() for event in trace]}
    return answer if error is None else {"error": error.to_json(), **answer}


def legal(request: Json) -> Json:
    """Who acts after the given actions, and what they may do."""
    position = read_state(request["state"])
    _carry_out(position, request)
    seat = SEAT_NAMES[position.queue[0]] if position.queue else None
    return {"seat": seat, "actions": [str(action) for action in position.legal_actions()]}


def count(request: Json) -> Json:
    """perft."""
    position = read_state(request["state"])
    _carry_out(position, request)
    return {"nodes": perft(position, request["depth"])}


def play(request: Json) -> Json:
    """Plays on by chance that the seed settles."""
    position = read_state(request["state"])
    _carry_out(position, request)
    chosen: list[str] = []
    while len(chosen) < request["limit"]:
        actions = position.legal_actions()
        if not actions:  # over; or a state in which somebody is asked what they cannot answer
            break
        digest = hashlib.sha256(f"{request['seed']}|play|{len(chosen)}".encode()).digest()
        action = actions[int.from_bytes(digest[:8], "big") % len(actions)]
        position.push(action)
        chosen.append(str(action))
    return {"state": write_state(position), "actions": chosen}


def view(request: Json) -> Json:
    position = read_state(request["state"])
    seat = _seat(request.get("seat"), position)
    trace: Trace = []
    _carry_out(position, request, trace)
    return {"view": view_of(position, seat), "trace": [event.seen_by(seat) for event in trace]}


def _seat(name: str | None, position: ArmiesPosition) -> int | None:
    if name is None:
        return None
    seats = SEAT_NAMES[: len(position.players)]
    if len(name) != 1 or name not in seats:
        raise EngineError("bad-request", f"there is no seat {name[:20]!r} in this game")
    return seats.index(name)


def _carry_out(position: ArmiesPosition, request: Json, trace: Trace | None = None) -> None:
    """Carries out a request's actions. Raises ``IllegalAction`` with the number of the wrong one."""
    for number, wanted in enumerate(request.get("actions", [])):
        try:
            position.apply(parse_action(wanted), trace)
        except IllegalAction as wrong:
            wrong.at = number
            raise


# Checking requests


def _is_text(value: Any) -> bool:
    """Text that UTF-8 can hold."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:  # half a surrogate pair
        return False


def _is_number(maximum: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= maximum


_RIGHT: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "actions": (lambda value: isinstance(value, list), "a list"),
    "depth": (_is_number(DEEPEST), f"a whole number from 0 to {DEEPEST}"),
    "seed": (_is_text, "text"),
    "limit": (_is_number(MAX_ACTIONS), f"a whole number from 0 to {MAX_ACTIONS}"),
    "seat": (lambda value: value is None or isinstance(value, str), "a seat or null"),
}
# What each command needs beside state and actions, and what it may have.
COMMANDS: Final[dict[str, tuple[Callable[[Json], Json], tuple[str, ...], tuple[str, ...]]]] = {
    "resolve": (resolve, (), ()),
    "legal": (legal, (), ()),
    "perft": (count, ("depth",), ()),
    "play": (play, ("seed", "limit"), ()),
    "view": (view, (), ("seat",)),
}


def answer(command: str, request: Any) -> Json:
    """The answer of a command. Raises ``EngineError`` with a code of the contract."""
    run, needed, optional = COMMANDS[command]
    if not isinstance(request, dict):
        raise EngineError("bad-request", "a request is an object")
    for key in ("state", *needed):
        if key not in request:
            raise EngineError("bad-request", f"the key '{key}' is missing")
    for key, value in request.items():
        if key not in ("state", "actions", *needed, *optional):
            raise EngineError("bad-request", f"there is no key {key[:60]!r} here")
        if key in _RIGHT and not _RIGHT[key][0](value):
            raise EngineError("bad-request", f"'{key}' must be {_RIGHT[key][1]}")
    return run(request)
