"""Solving in a frame on another site: the line stands in the frame's address, is judged there, and is kept nowhere.

A frame has no cookies of ours, so there is no attempt, no rating and no hint: whoever wants those solves on the site.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from board.plays import PlayableCard, Told, choices_of, tell_turns
from board.sentences import as_sentences
from board.services import split_actions
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.position import Position
from engine.kernel.errors import IllegalAction
from grimoire.goals import asks_ways
from grimoire.lines import LineState, StartingPosition, read_start, replay_line
from grimoire.models import Puzzle
from grimoire.solving.judging import FAILED, GOES_ON, SOLVED, AnswerJudgement, check_defence, verdict_on
from grimoire.solving.solving_text import failure_words, hand_words

JUDGE: Final = "judge"
MAX_LINE: Final = 3000  # characters


def can_be_framed(puzzle: Puzzle) -> bool:
    """Whether it can be solved in a frame: plays are to be found, not counted and not foretold."""
    return puzzle.kind == Puzzle.Kind.FIND and not asks_ways(puzzle.position)


class FramedLine:
    """A line of a frame: what is on the board, what can be played next, and the verdict where it is asked for.

    ``actions`` are in text form, those of enemies and ends of turns among them. Raises ``IllegalAction`` for a line
    that cannot be played, or in which an enemy does something else than the defence.
    """

    def __init__(self, puzzle: Puzzle, actions: Sequence[str], language: str, theme: str, is_judged: bool) -> None:
        self.puzzle = puzzle
        self.language = language
        self.theme = theme
        self.start: StartingPosition = read_start(puzzle.position, language)
        check_defence(self.start, actions)
        self.line_state: LineState = replay_line(self.start.position, actions)
        self.judgement: AnswerJudgement | None = verdict_on(self.start, self.line_state) if is_judged else None

    @property
    def actions(self) -> list[str]:
        """What is on the board: the line, and what has followed where it is judged."""
        return [*self.start.opening, *(self.judgement.line if self.judgement else self.line_state.line)]

    @cached_property
    def end(self) -> Position:
        """The position after all of that."""
        if self.judgement is None:
            return self.line_state.position
        return replay_line(self.start.position, self.judgement.line).position

    @property
    def goes_on(self) -> bool:
        """Whether the turn was ended, and the next one is the solver's."""
        return self.judgement is not None and self.judgement.verdict == GOES_ON

    @property
    def is_solved(self) -> bool:
        return self.judgement is not None and self.judgement.verdict == SOLVED

    @property
    def is_failed(self) -> bool:
        return self.judgement is not None and self.judgement.verdict == FAILED

    @property
    def why(self) -> str:
        """Why the line fails, in words."""
        if self.judgement is None:
            return ""
        answer = self.judgement.to_json()
        return as_sentences(hand_words(self.start.position, answer), failure_words(answer))

    @cached_property
    def turns(self) -> list[tuple[str, list[Told]]]:
        """The line in words, turn by turn, each with the letter of its seat."""
        return tell_turns(self.start.begun, self.actions[len(self.start.opening) :])

    @cached_property
    def choices(self) -> list[PlayableCard]:
        """The cards that can be played, each place with its address."""
        if self.judgement is not None or not self.line_state.legal:
            return []
        line = self.line_state.line
        return choices_of(self.line_state.position, lambda action: self.href([*line, action]))

    @property
    def judge_href(self) -> str:
        return self.href(self.line_state.line, do=JUDGE)

    @property
    def undo_href(self) -> str:
        """The line without its last play; of a judged one that line itself; empty where nothing can be undone."""
        line, kept = self.line_state.line, self.line_state.kept - self.line_state.opening
        if self.judgement is not None:
            return self.href(line)
        return self.href(line[:-1]) if len(line) > kept else ""

    @property
    def start_href(self) -> str:
        return self.href([])

    @property
    def is_at_start(self) -> bool:
        return self.judgement is None and not self.line_state.line

    @property
    def ends_by_assault(self) -> bool:
        """Whether the Assault is what comes next, else only the verdict."""
        position = self.line_state.position
        return not position.is_over and not self.line_state.state.reached and ASSAULT in position.legal_actions()

    @property
    def says(self) -> str:
        """What the moment asks of the solver."""
        if self.line_state.state.reached or self.line_state.position.is_over:
            return _("Check your answer, or undo.")
        if self.line_state.turn > 1 and self.line_state.kept == len(self.line_state.actions):
            return _("So far so good. The defence has replied: continue.")
        return _("Choose a card, then its place.") if self.choices else _("Nothing more can be played.")

    def href(self, actions: Sequence[str], do: str = "") -> str:
        """The address of the frame with a line."""
        query = {"theme": self.theme, "a": ";".join(actions), "do": do}
        written = urlencode({key: value for key, value in query.items() if value}, safe=";:")
        return f"{reverse('grimoire:embed', args=[self.puzzle.token])}{'?' if written else ''}{written}"


def read_line(text: str) -> list[str]:
    """The actions of an address. Raises ``IllegalAction`` where there is too much of it."""
    if len(text) > MAX_LINE:
        raise IllegalAction("not-available", "the line is too long")
    return list(split_actions(text))
