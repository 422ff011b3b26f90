"""Which line is on the board of a solving page, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from grimoire.attempt_state import restart_if_changed, state_of
from grimoire.gate import Gate
from grimoire.goals import asks_ways
from grimoire.lines import LineState
from grimoire.models import Attempt
from grimoire.solving.free_play import FreePlay
from grimoire.solving.judging import FAILED, SOLVED, played_out
from grimoire.solving.pages import LAST, SolvePage
from grimoire.solving.review import FREE, TRY, WAY, ReplayRequest, Review

# What is on the board.
LAYING, PREVIEW, FAILED_VIEW, SOLVED_VIEW = "laying", "preview", "failed", "solved"


class LineOnBoard:
    """Which line is on the board, and what can be done with it; of the attempt that the gate is for."""

    def __init__(self, gate: Gate, query: ReplayRequest, language: str, problem: str = "") -> None:
        assert gate.attempt is not None
        self.attempt: Attempt = gate.attempt
        restart_if_changed(self.attempt)
        self.state = state_of(self.attempt)
        self.puzzle = self.attempt.puzzle
        self.gate = gate
        self.query = query
        self.language = language
        self.problem = problem
        self.is_find = self.attempt.is_find
        self.line: list[str] = self.attempt.line if self.is_find else []
        self.answer: Mapping[str, Any] = self.attempt.answer
        self.revision = self.attempt.revision
        self.line_state: LineState = self.state.line_state
        self.review = Review(gate, query, language)
        self.solution = self.review.solution
        self.free = self._free()
        self.view, self.shown = self._shown()
        self.page = SolvePage(self.attempt, self.shown, self._query(), self._step(), language)
        if query.step is None:
            self._settle_step()

    # Which line is on the board

    def _free(self) -> FreePlay | None:
        """The line that is played freely, where that is asked for and costs nothing any more."""
        if self.query.view != FREE or not self.is_find or not self.may_preview:
            return None
        try:
            return FreePlay(self.gate, self.query.line)
        except IllegalAction:
            return None

    def _shown(self) -> tuple[str, list[str]]:
        if self.free is not None:
            return FREE, list(self.free.line)
        kind, _sign, number = self.query.view.partition("-")
        place = whole_number(number, 3) or 0
        if self.solution is not None:
            if kind == WAY and place < len(self.solution.ways):
                way = self.solution.ways[place]
                return WAY, list(played_out(self.state.start, way) if self.solution.is_proven else way)
            if kind == TRY and place < len(self.solution.tries):
                refuted = self.solution.tries[place]
                return TRY, [*refuted.line, *refuted.refutation, *refuted.best]
        verdict = self.answer.get("verdict")
        if verdict is None and kind == PREVIEW and self.can_preview and self.may_preview:
            return PREVIEW, [*self.line, "assault"]
        if verdict == FAILED:
            return FAILED_VIEW, self.line
        if verdict == SOLVED:
            return SOLVED_VIEW, self.line if self.is_find else ["assault"]
        return LAYING, self.line

    def _query(self) -> dict[str, str]:
        view = {"view": self.query.view} if self.view in (PREVIEW, WAY, TRY, FREE) else {}
        if self.view == FREE:
            view["a"] = ";".join(self.shown)
        return {**self.query.query, **view}

    def _step(self) -> int:
        return LAST if self.query.step is None else self.query.step

    def _settle_step(self) -> None:
        """Lines to look at begin at their beginning; what has just happened is shown as it came out."""
        if self.view in (WAY, TRY):
            self.page.go_to(self.page.start_step)
        elif self.view == FREE and self.query.start is not None:
            self.page.go_to(self.laid_step)

    @property
    def laid_step(self) -> int:
        """The step before the Assault that was previewed or judged: from there the script plays it."""
        opening = len(self.state.start.opening)
        if self.view == PREVIEW:
            return self.page.step_after(opening + len(self.line))
        if self.view == FREE:
            return self.page.step_after(opening + (len(self.shown) if self.query.start is None else self.query.start))
        if self.view in (FAILED_VIEW, SOLVED_VIEW):
            return self.page.step_after(opening + len(self.answer.get("laid", ())))
        return self.page.start_step if self.view in (WAY, TRY) else self.page.last

    # What can be done

    @property
    def can_play(self) -> bool:
        """Whether cards can be played on what is on the board."""
        return self.is_find and self.view == LAYING and not self.answer

    @property
    def can_preview(self) -> bool:
        phase_is_open = not self.line_state.position.is_over and str(self.end_action) == "assault"
        return self.is_find and not self.answer and phase_is_open

    @property
    def may_preview(self) -> bool:
        """Whether the preview costs nothing any more: it was looked at, or the page is not rated for this reader."""
        return self.attempt.may_preview or self.gate.is_open

    @property
    def end_action(self) -> str:
        """How the turn ends here: the Assault, or what the game has left."""
        actions = [str(action) for action in self.line_state.position.legal_actions()]
        return "assault" if "assault" in actions else "end-turn"

    @property
    def asks_ways(self) -> bool:
        """Whether the answer is the number of solutions, to be typed."""
        return asks_ways(self.puzzle.position)

    @property
    def can_undo(self) -> bool:
        return self.is_find and not self.answer and self.state.can_take_back

    @property
    def can_reset(self) -> bool:
        return self.is_find and bool(self.line)

    @property
    def can_record(self) -> bool:
        """Whether the plays that are laid out can be noted as the author's own solution, whose draft this is."""
        is_there = bool(self.line) and self.view in (LAYING, PREVIEW, SOLVED_VIEW, FAILED_VIEW)
        return self.is_find and is_there and self.gate.is_author and not self.puzzle.is_published

    @property
    def legal(self) -> list[str]:
        """The plays that are possible now, in text form."""
        if self.free is not None:
            return self.free.legal
        return self.line_state.legal if self.is_find and self.view in (LAYING, PREVIEW) and not self.answer else []

    @property
    def shows_trace(self) -> bool:
        return self.page.last > self.page.start_step and (self.view != LAYING or bool(self.line))

    @property
    def trace_first(self) -> bool:
        """Whether what happened is what the solver wants to see next."""
        return self.shows_trace and self.view in (PREVIEW, FAILED_VIEW, WAY, TRY)

    @property
    def is_repeating(self) -> bool:
        """Whether the puzzle is being solved once more, so that its solution stays out of sight."""
        return self.query.again and self.view in (LAYING, PREVIEW)

    @property
    def seat(self) -> str:
        """The letter of the seat whose turn it is."""
        line_state = self.line_state if self.free is None else self.free.line_state
        return SEAT_NAMES[line_state.position.active]

    @property
    def home(self) -> str:
        query = urlencode(self.query.query)
        return f"{self.puzzle.get_absolute_url()}?{query}" if query else self.puzzle.get_absolute_url()
