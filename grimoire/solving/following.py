"""Following a line: where the solver's plays have led, and what may come next."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.actions import ASSAULT, BEGIN_TURN, END_TURN, PLAY_LINE, Action, parse_action
from engine.board import END, MANA
from engine.errors import EngineError, IllegalAction
from engine.interchange import read_position
from engine.position import Position
from engine.solving.budget import Budget
from engine.solving.objective import read
from engine.solving.states import State, Walker
from grimoire.services import BAD_ACTION, site_cards

MOST_NODES: Final = 500_000  # positions that judging one answer may look at
MOST_SECONDS: Final = 4.0
MOST_ACTIONS: Final = 90


@dataclass(slots=True)
class Followed:
    """A line carried out.

    ``actions`` are all of them, ``opening`` the number of those that are nobody's choice (the Mana phase), ``kept`` the
    number that can no longer be taken back: everything up to the last end of a turn.
    """

    walker: Walker
    state: State
    actions: list[Action]
    opening: int
    kept: int

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def legal(self) -> list[str]:
        """What could be played next, in text form; nothing once the goal is reached, or the turn over."""
        if self.state.reached or self.position.is_over or self.position.phase in (END, MANA):
            return []
        return [str(action) for action in self.position.legal_actions() if action.kind >= PLAY_LINE]

    @property
    def turn(self) -> int:
        """Which of the turns of the objective it is, counted from 1."""
        return self.position.seats[self.walker.objective.player].turn - self.walker.begun + 1


def stored_position(data: dict[str, Any]) -> Position:
    """The position of a puzzle as it is kept."""
    return read_position(data, site_cards())


def budget() -> Budget:
    """What judging one answer may cost."""
    return Budget(MOST_NODES, MOST_SECONDS, time.monotonic)


def opening_of(position: Position) -> list[Action]:
    """What happens before the solver has anything to choose."""
    return [BEGIN_TURN] if position.phase == MANA else []


def follow(position: Position, line: Sequence[str]) -> Followed:
    """Carries out a line from the start. Raises ``IllegalAction`` for an action that may not be done there."""
    walker = Walker(position, read(position), budget())
    opening = opening_of(position)
    followed = Followed(walker, walker.start, [], len(opening), 0)
    for action in opening:
        step(followed, action)
    followed.kept = len(opening)
    if len(line) > MOST_ACTIONS:
        raise IllegalAction(BAD_ACTION, "too many actions")
    for written in line:
        step(followed, read_written(written))
    return followed


def read_written(written: str) -> Action:
    """An action of its text form. Raises ``IllegalAction``."""
    try:
        return parse_action(written)
    except ValueError as wrong:
        raise IllegalAction(BAD_ACTION, str(wrong)) from wrong


def step(followed: Followed, action: Action) -> None:
    """Carries out one action more. Raises ``IllegalAction``."""
    try:
        followed.state.position.copy().apply(action)  # says what is wrong, where ``make`` trusts
    except EngineError as wrong:
        raise IllegalAction(wrong.code, str(wrong)) from wrong
    followed.state = followed.walker.make(followed.state, action)
    followed.actions.append(action)
    if action in (ASSAULT, END_TURN):
        followed.kept = len(followed.actions)
