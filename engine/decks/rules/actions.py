"""Actions: small hashable values with a stable text form.

The text form is what records and move lists are written in: ``mana``, ``assault``, ``end-turn``, ``2 upper`` (the card
at place 2 of the hand, onto the upper line), ``2 onto upper 0`` (a Symbiote onto a host), ``2 at B upper 0`` (an
Incantation at its target), ``champion upper`` and ``champion onto lower 1``.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.kernel.native import i64

# Kinds of action.
DO_MANA: Final = 0
DO_ASSAULT: Final = 1
DO_END_TURN: Final = 2
PLAY_LINE: Final = 3
PLAY_ONTO: Final = 4
PLAY_TARGET: Final = 5

CHAMPION: Final = -1  # the ``place`` of an action that plays the Champion


class Action:
    """An action of a player.

    ``place`` is the place in the hand, the Stronghold counted, or ``CHAMPION``; ``line`` 0 (upper) or 1 (lower);
    ``seat`` and ``at`` name the target, ``at`` alone the host. What a kind does not need is -1. Made by the functions
    below, which give the same object for the same action.
    """

    __slots__ = ("at", "kind", "line", "place", "seat")

    def __init__(self, kind: i64, place: i64 = -1, line: i64 = -1, seat: i64 = -1, at: i64 = -1) -> None:
        self.kind = kind
        self.place = place
        self.line = line
        self.seat = seat
        self.at = at

    def _fields(self) -> tuple[int, int, int, int, int]:
        return (self.kind, self.place, self.line, self.seat, self.at)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and self._fields() == other._fields())

    def __hash__(self) -> int:
        return hash(self._fields())

    def __str__(self) -> str:
        if self.kind < PLAY_LINE:
            return _DO_NAMES[self.kind]
        card = "champion" if self.place == CHAMPION else str(self.place)
        line = LINE_NAMES[self.line]
        if self.kind == PLAY_LINE:
            return f"{card} {line}"
        if self.kind == PLAY_ONTO:
            return f"{card} onto {line} {self.at}"
        return f"{card} at {SEAT_NAMES[self.seat]} {line} {self.at}"

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


_DO_NAMES: Final = ("mana", "assault", "end-turn")
BEGIN_TURN: Final = Action(DO_MANA)
ASSAULT: Final = Action(DO_ASSAULT)
END_TURN: Final = Action(DO_END_TURN)

_LINES: Final[list[tuple[Action, Action]]] = [
    (Action(PLAY_LINE, place, 0), Action(PLAY_LINE, place, 1)) for place in range(CHAMPION, 130)
]
# What a hand's window allows on rows of the usual length, in the order of place, row or line, and ``at``.
_PLACES: Final = 5
_ROWS: Final = 8
_DEPTH: Final = 16
_HOSTS: Final[list[Action]] = [
    Action(PLAY_ONTO, place, line, -1, at)
    for place in range(CHAMPION, _PLACES)
    for line in range(2)
    for at in range(_DEPTH)
]
_TARGETS: Final[list[Action]] = [
    Action(PLAY_TARGET, place, row & 1, row >> 1, at)
    for place in range(_PLACES)
    for row in range(_ROWS)
    for at in range(_DEPTH)
]
_others: Final[dict[tuple[int, int, int, int, int], Action]] = {}


def play_on_line(place: i64, line: i64) -> Action:
    """The card at ``place`` (or ``CHAMPION``) as a Creature on a line. A place beyond any hand gives an action too."""
    if CHAMPION <= place < len(_LINES) - 1:
        return _LINES[place + 1][1 if line else 0]
    return Action(PLAY_LINE, place, line)


def play_onto(place: i64, line: i64, at: i64) -> Action:
    """A Symbiote onto the player's own Creature at place ``at`` of a line."""
    if CHAMPION <= place < _PLACES and 0 <= line < 2 and 0 <= at < _DEPTH:
        return _HOSTS[((place + 1) * 2 + line) * _DEPTH + at]
    return _shared(PLAY_ONTO, place, line, -1, at)


def play_at(place: i64, seat: i64, line: i64, at: i64) -> Action:
    """An Incantation at the Creature of ``seat`` at place ``at`` of a line."""
    row = 2 * seat + line
    if 0 <= place < _PLACES and 0 <= row < _ROWS and 0 <= line < 2 and 0 <= at < _DEPTH:
        return _TARGETS[(place * _ROWS + row) * _DEPTH + at]
    return _shared(PLAY_TARGET, place, line, seat, at)


def _shared(kind: int, place: int, line: int, seat: int, at: int) -> Action:
    key = (kind, place, line, seat, at)
    action = _others.get(key)
    if action is None:
        action = Action(kind, place, line, seat, at)
        if len(_others) < 100_000:  # a bound, should somebody make actions without end
            _others[key] = action
    return action


def parse_action(text: str) -> Action:
    """The action that a text form stands for. Raises ``ValueError`` with the text when it is none."""
    words = text.split()
    if len(words) == 1 and words[0] in _DO_NAMES:
        return (BEGIN_TURN, ASSAULT, END_TURN)[_DO_NAMES.index(words[0])]
    try:
        place = CHAMPION if words[0] == "champion" else _number(words[0])
        if len(words) == 2:
            return play_on_line(place, LINE_NAMES.index(words[1]))
        if len(words) == 4 and words[1] == "onto":
            return play_onto(place, LINE_NAMES.index(words[2]), _number(words[3]))
        if len(words) == 5 and words[1] == "at" and place != CHAMPION:
            return play_at(place, _seat(words[2]), LINE_NAMES.index(words[3]), _number(words[4]))
    except (ValueError, IndexError):
        pass
    raise ValueError(f"not an action: {text!r}")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise ValueError(word)
    return int(word)


def _seat(word: str) -> int:
    if len(word) != 1:
        raise ValueError(word)
    return SEAT_NAMES.index(word)
