"""Helpers for tests of the engine: short ways to write positions and to look at what became of them.

``read`` takes the notation with three shortcuts: ``cod1 duel`` may be left out before a position that begins with a
seat, a player's ``t`` may be left out (2 is meant), and a bare name in a hand is a Creature that nobody can afford,
``x`` being ``x(c9 1/1)``. ``brief`` shows a position the same way, with no card described:
``A end m0 | A [B x] upper a{d1 struck} | B [F y]``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from engine.decks.formats.notation import parse, write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONTRACT = ROOT / "tests" / "contract"

_HAND = re.compile(r"\[([^\]+]*)\]")
_BARE = re.compile(r"(?<!\S)([a-z]\w*)(?=\s|$)")
_SEAT_WITHOUT_TURN = re.compile(r"\| ([A-D])(?! t\d)")


def read(text: str) -> Position:
    """The position that a text with shortcuts stands for."""
    text = " ".join(text.split())
    if not text.startswith("cod1"):
        text = f"cod1 duel {text}"
    text = _HAND.sub(lambda hand: "[" + _outside_brackets(hand.group(1)) + "]", text)
    return parse(_SEAT_WITHOUT_TURN.sub(r"| \1 t2", text))


def _outside_brackets(hand: str) -> str:
    parts = re.split(r"(\S*\([^)]*\)(?:\{[^}]*\})?)", hand)
    return "".join(_BARE.sub(r"\1(c9 1/1)", part) if index % 2 == 0 else part for index, part in enumerate(parts))


def brief(position: Position) -> str:
    """The position with every card's description, the mode, the edition and the turns left out."""
    text = re.sub(r"\([^)]*\)", "", write(position))
    text = re.sub(r" t\d+", "", text)
    return re.sub(r"^cod1 (\S+)( season-1)?( first:\w)?( exhaustion)? ", "", text)


def play(text: str | Position, *actions: str) -> Position:
    """The position after some actions in their text form, each of which has to be legal."""
    position = read(text) if isinstance(text, str) else text.copy()
    for action in actions:
        position.apply(parse_action(action))
    return position


def after(text: str | Position, *actions: str) -> str:
    """``brief`` of the position after some actions."""
    return brief(play(text, *actions))


def events(text: str | Position, *actions: str) -> list[Any]:
    """The events of some actions."""
    position = read(text) if isinstance(text, str) else text.copy()
    trace = Trace()
    for action in actions:
        position.apply(parse_action(action), trace)
    return trace.events


def legal(text: str | Position) -> list[str]:
    """The legal actions in their text form."""
    position = read(text) if isinstance(text, str) else text
    return [str(action) for action in position.legal_actions()]


def json_lines(output: bytes) -> list[Any]:
    """The JSON values of an output, one a line."""
    return [json.loads(line) for line in output.decode().splitlines()]
