"""Free play: a line in which the reader plays the enemies' turns too. Nothing of it is kept, and nothing of it counts.

Whoever has not earned the solution yet starts where an enemy has answered them, and learns what the rules say: whether
the objective is reached in the end. Everybody else is told at every point whether it is still in reach.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import END as END_PHASE
from engine.decks.rules.board import SUMMONING
from engine.decks.solving.hidden import is_hidden
from engine.decks.solving.lacking import Lack, lacking
from engine.kernel.budget import Budget
from engine.kernel.errors import IllegalAction
from grimoire.attempt_state import state_of
from grimoire.gate import Gate
from grimoire.lines import LineState, read_written, replay_line, step
from grimoire.models import Attempt
from grimoire.solving.defence import Defender

MAX_NODES: Final = 150_000  # positions, to see whether the objective is still in reach
MAX_SECONDS: Final = 1.5
END: Final = "end"
BEST: Final = "best"
UNDO: Final = "undo"


class FreePlay:
    """Where a line has led. Raises ``IllegalAction`` for one that cannot be played, or not by this reader."""

    def __init__(self, gate: Gate, line: tuple[str, ...]) -> None:
        assert gate.attempt is not None
        self.gate = gate
        self.first = () if gate.is_open else first_turn_of(gate.attempt)
        if self.first is None or line[: len(self.first)] != self.first:
            raise IllegalAction("not-available", "an enemy has not answered this line")
        self.line_state = replay_line(state_of(gate.attempt).start.position, line)
        self.line_state.walker.budget = Budget(MAX_NODES, MAX_SECONDS, time.monotonic)
        self.defender = Defender(self.line_state.walker)

    @property
    def line(self) -> tuple[str, ...]:
        return tuple(self.line_state.line)

    @property
    def is_settled(self) -> bool:
        return self._settled is not None

    @property
    def _settled(self) -> bool | None:
        return self.defender.replies.settled(self.line_state.state)

    @property
    def is_reached(self) -> bool:
        return self._settled is True

    @property
    def lack(self) -> Lack | None:
        """What the objective lacks where it can no longer be reached."""
        if self._settled is not False:
            return None
        return lacking(self.line_state.walker, self.line_state.state)

    @property
    def legal(self) -> list[str]:
        return [] if self.is_settled else self.line_state.legal

    @property
    def can_undo(self) -> bool:
        return len(self.before) >= len(self.first or ()) and self.before != self.line

    @property
    def can_show_best(self) -> bool:
        """Whether the solver may speak: without a proof nobody knows whose solution it would give away."""
        return self.gate.is_open and self._is_proven

    @property
    def _is_proven(self) -> bool:
        attempt = self.gate.attempt
        if attempt is None or is_hidden(state_of(attempt).start.position):  # it may depend on the hand
            return False
        return attempt.puzzle.proof is not None and attempt.puzzle.proof.is_done

    @cached_property
    def holds(self) -> bool | None:
        """Whether the objective is still forced; None where that was not found out, or is not to be told.

        An attempt that goes on after an enemy's turn has been told already that it holds against every turn.
        """
        if self.is_settled or self.line_state.position.phase != SUMMONING:
            return None
        if self.gate.is_open:
            return self.defender.holds(self.line_state.state) if self.can_show_best else None
        attempt = self.gate.attempt
        is_new_turn = self.line_state.kept == len(self.line_state.actions)
        if attempt is None or attempt.answer or not is_new_turn or not self.line_state.is_solvers_turn:
            return None
        is_second_turn = len([*enemy_turns(self.line_state)]) == 1
        return True if is_second_turn and self.defender.holds(self.line_state.state) else None

    def change(self, command: str, action: str = "") -> tuple[str, ...]:
        """The line with an action more, the turn ended, the best turn played, or the last play taken back.

        Raises ``IllegalAction``.
        """
        if action:
            if action not in self.legal:
                raise IllegalAction("not-available", action)
            step(self.line_state, read_written(action))
        elif command == END:
            self._end_turn()
        elif command == BEST and self.can_show_best:
            self._play(self._best())
        elif command == UNDO and self.can_undo:
            return self.before
        return self.line

    @property
    def before(self) -> tuple[str, ...]:
        """The line without its last play; where a turn has only begun, without the end of the turn before."""
        line = self.line
        for end in (str(END_TURN), str(ASSAULT)):
            if line[-1:] == (end,):
                line = line[:-1]
        return line if line != self.line else line[:-1]

    def _best(self) -> list[Action]:
        """A turn that reaches the objective, or the enemy's strongest one."""
        if self.is_settled:
            return []
        if self.line_state.is_solvers_turn:
            return self.defender.winning_turn(self.line_state.state)
        return self.defender.answer(self.line_state.state)[0]

    def _end_turn(self) -> None:
        for action, phase in ((ASSAULT, SUMMONING), (END_TURN, END_PHASE)):
            if not self.is_settled and self.line_state.position.phase == phase:
                step(self.line_state, action)

    def _play(self, actions: list[Action]) -> None:
        for action in actions:
            if not self.is_settled:
                step(self.line_state, action)


def first_turn_of(attempt: Attempt) -> tuple[str, ...] | None:
    """The line of an attempt up to an enemy's first turn; None where no enemy has had one."""
    if not attempt.is_find or not attempt.line:
        return None
    place = next(enemy_turns(state_of(attempt).line_state), None)
    return None if place is None else tuple(attempt.line[:place])


def enemy_turns(line_state: LineState) -> Iterator[int]:
    """The places in a line at which enemies' turns start; an AI has none, it does what its rules say."""
    objective = line_state.walker.objective
    before = -1
    for place, state in enumerate(line_state.states[line_state.opening :]):
        seat = state.position.active
        if seat != before and not objective.helps(seat) and not state.position.is_over:
            yield place
        before = seat
