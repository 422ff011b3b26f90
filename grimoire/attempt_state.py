"""What follows from an attempt's puzzle and line, worked out once for each attempt that a request has read."""

from __future__ import annotations

from collections.abc import Sequence

from board.services import Resolved, resolve
from engine.decks.solving.hidden import with_hand
from engine.kernel.errors import IllegalAction
from grimoire.lines import LineState, StartingPosition, read_start, read_written, replay_line, step
from grimoire.models import Attempt
from grimoire.outcomes import Course, course_of
from grimoire.puzzle_games import game_of
from web.languages import current_language


class AttemptState:
    """An attempt at a puzzle of Clash of Decks, carried out: see ``state_of``."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self._start: tuple[str, StartingPosition] | None = None  # with its language
        self._line_state: LineState | None = None
        self._resolved: tuple[list[str], Resolved] | None = None  # with its line
        self._course: Course | None = None

    @property
    def start(self) -> StartingPosition:
        """Where the puzzle begins, in the language of the moment."""
        return self.start_in(current_language())

    def start_in(self, language: str) -> StartingPosition:
        """Where the puzzle begins, with the site's own cards named in ``en`` or ``fr``."""
        if self._start is None or self._start[0] != language:
            self._start = (language, read_start(self.attempt.puzzle.position, language))
            self._resolved = self._course = None
        return self._start[1]

    def share_start(self, other: AttemptState) -> None:
        """Takes over what another attempt at the same puzzle has read of it."""
        self._start, self._course = other._start, other._course

    def forget_line(self) -> None:
        """To be called where the line can no longer be played."""
        self._line_state = None

    @property
    def line_state(self) -> LineState:
        """Where the line has led. Raises ``IllegalAction`` for one that cannot be played."""
        if self._line_state is None:
            self._line_state = replay_line(self.start.position, self.attempt.line)
        elif self._line_state.line != self.attempt.line:
            self._line_state.go_to(self.attempt.line)
        return self._line_state

    def resolve(self, line: Sequence[str]) -> Resolved:
        """A line of this puzzle step by step, in the language of the moment; the last one is cached."""
        start, line = self.start, list(line)
        if self._resolved is None or self._resolved[0] != line:
            hand = self.attempt.answer.get("hand", ()) if line == self.attempt.line else ()
            position = with_hand(start.position, hand) if hand else start.position
            self._resolved = (line, resolve(position, (*start.opening, *line)))
        return self._resolved[1]

    @property
    def course(self) -> Course:
        """The Assault of a puzzle whose outcome is predicted: its end is the answer, secret until the gate is open."""
        start = self.start
        if self._course is None:
            self._course = course_of(start.position)
        return self._course

    def line_with(self, action: str) -> list[str]:
        """The line with a card played after it. Raises ``IllegalAction`` that says why not."""
        if action not in self.line_state.legal:
            step(self.line_state.copy(), read_written(action))
            raise IllegalAction("not-available", action)
        return [*self.attempt.line, action]

    def line_without_last(self) -> list[str]:
        """The line without its last play; the whole line where the turn has only begun, and from a judged answer back
        to what was laid out for it."""
        if self.attempt.answer:
            laid: list[str] = self.attempt.answer.get("laid", [])
            return list(laid)
        line: list[str] = self.attempt.line
        return line[:-1] if self.can_take_back else line

    @property
    def can_take_back(self) -> bool:
        """Whether there is a play of the present turn."""
        return len(self.line_state.actions) > self.line_state.kept


def state_of(attempt: Attempt) -> AttemptState:
    """The state of an attempt: all that answers one request asks the same one."""
    if attempt.worked_out is None:
        attempt.worked_out = AttemptState(attempt)
    state: AttemptState = attempt.worked_out
    return state


def restart_if_changed(attempt: Attempt) -> bool:
    """Empties a line that can no longer be played: an author may have taken the puzzle back and changed it. Returns
    whether that was so; saves nothing."""
    if not attempt.is_find or game_of(attempt.puzzle).can_be_played(attempt):
        return False
    attempt.line, attempt.answer = [], {}
    if attempt.worked_out is not None:
        state_of(attempt).forget_line()
    return True
