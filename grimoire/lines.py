"""Following a line: where the solver's plays have led, and what may come next."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from board.naming import localised
from board.services import BAD_ACTION, site_cards
from engine.decks.formats.interchange import read_position, write_action
from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, PLAY_LINE, Action, parse_action
from engine.decks.rules.board import END, MANA
from engine.decks.rules.position import Position
from engine.decks.solving.objective import read
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import Budget
from engine.kernel.errors import EngineError, IllegalAction

MAX_NODES: Final = 500_000  # positions that judging one answer may look at
MAX_SECONDS: Final = 4.0
MAX_ACTIONS: Final = 90


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """Where a page begins: its position, the ``opening`` (what happens before the solver has anything to choose, in
    text form) and the position after that (``begun``).

    ``content`` is equal for equal pages, whatever language their cards are named in.
    """

    position: Position
    opening: tuple[str, ...]
    begun: Position
    content: str


@dataclass(slots=True)
class LineState:
    """A line carried out: ``states`` are the one at the start and that after each of the ``actions``.

    ``opening`` is the number of actions that are nobody's choice (the Mana phase).
    """

    walker: Walker
    states: list[SearchState]
    actions: list[Action]
    opening: int

    @property
    def state(self) -> SearchState:
        return self.states[-1]

    @property
    def line(self) -> list[str]:
        """The line in text form, without its opening."""
        return [str(action) for action in self.actions[self.opening :]]

    @property
    def kept(self) -> int:
        """How many actions can no longer be taken back: everything up to the last end of a turn."""
        kept = len(self.actions)
        while kept > self.opening and self.actions[kept - 1] not in (ASSAULT, END_TURN):
            kept -= 1
        return kept

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def legal(self) -> list[str]:
        """The legal plays in text form; nothing once the goal is reached, or the turn over."""
        if self.state.reached or self.position.is_over or self.position.phase in (END, MANA):
            return []
        return [str(action) for action in self.position.legal_actions() if action.kind >= PLAY_LINE]

    @property
    def is_solvers_turn(self) -> bool:
        return self.walker.objective.helps(self.position.active)

    @property
    def turn(self) -> int:
        """Which of the turns of the objective it is, counted from 1."""
        return self.position.seats[self.walker.objective.player].turn - self.walker.begun + 1

    def copy(self) -> LineState:
        """The same line, to go on from: the one that is copied stays where it is."""
        return LineState(self.walker, [*self.states], [*self.actions], self.opening)

    def go_to(self, line: Sequence[str]) -> None:
        """Follows another line, from where it parts from this one. Raises ``IllegalAction``, somewhere on the way."""
        same = 0
        for mine, theirs in zip(self.line, line, strict=False):
            if mine != theirs:
                break
            same += 1
        del self.actions[self.opening + same :]
        del self.states[self.opening + same + 1 :]
        if len(line) > MAX_ACTIONS:
            raise IllegalAction(BAD_ACTION, "too many actions")
        for action in line[same:]:
            step(self, read_written(action))


def stored_position(data: dict[str, Any]) -> Position:
    """The position of a puzzle as it is kept."""
    return read_position(data, site_cards())


def read_start(data: dict[str, Any], language: str = "") -> StartingPosition:
    """Reads where a page begins, with the site's own cards named in a language, or as they were written."""
    position = stored_position(localised(data, language) if language else data)
    begun = position.copy()
    opening = opening_of(position)
    for action in opening:
        begun.apply(action)
    return StartingPosition(position, tuple(map(str, opening)), begun, json.dumps(data, sort_keys=True))


def budget() -> Budget:
    """The search budget of judging one answer."""
    return Budget(MAX_NODES, MAX_SECONDS, time.monotonic)


def opening_of(position: Position) -> list[Action]:
    """The actions before the solver has anything to choose."""
    return [BEGIN_TURN] if position.phase == MANA else []


def replay_line(position: Position, line: Sequence[str]) -> LineState:
    """Carries out a line from the start. Raises ``IllegalAction`` for an action that may not be done there."""
    walker = Walker(position, read(position), budget())
    opening = opening_of(position)
    line_state = LineState(walker, [walker.start], [], len(opening))
    for action in opening:
        step(line_state, action)
    line_state.go_to(line)
    return line_state


def read_written(text: str) -> Action:
    """An action of its text form. Raises ``IllegalAction``."""
    try:
        return parse_action(text)
    except ValueError as wrong:
        raise IllegalAction(BAD_ACTION, str(wrong)) from wrong


def write_line(line: Sequence[str]) -> list[dict[str, Any]]:
    """A line in text form as ``clash-position/1`` writes it. Raises ``ValueError``."""
    return [write_action(parse_action(text)) for text in line]


def step(line_state: LineState, action: Action) -> None:
    """Carries out one action more. Raises ``IllegalAction``."""
    try:
        line_state.state.position.copy().apply(action)  # says what is wrong, where ``make`` trusts
    except EngineError as wrong:
        raise IllegalAction(wrong.code, str(wrong)) from wrong
    line_state.states.append(line_state.walker.make(line_state.state, action))
    line_state.actions.append(action)
