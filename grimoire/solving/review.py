"""The back of the book for a solver: hints as far as they were taken; solutions, tries and the author's
afterword once the gate is open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.plays import Told, tell_line, tell_turns
from grimoire.attempt_state import state_of
from grimoire.gate import Gate
from grimoire.models import Attempt
from grimoire.solving.judging import played_out
from grimoire.solving.secrecy import HINT_LEVELS, afterword_of, can_hint, hint, solution_of
from grimoire.solving.solving_text import failure_words, hint_name, hint_words

WAY, TRY = "way", "try"  # views: a solution, a line that fails
MAX_WAYS, MAX_TRIES = 12, 8
MAX_PLAYED_OUT = 3  # solutions of several turns that are told to their end


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A line that can be stepped through once the gate is open."""

    view: str
    name: str
    about: str
    is_current: bool
    href: str


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """The parameters of an address: the view, a step of it (None: the one that suits it); where the reader came from: a
    book, the pages to try ``again``."""

    view: str = ""
    step: int | None = None
    book: str = ""
    as_solver: bool = False
    again: bool = False

    @property
    def query(self) -> dict[str, str]:
        """The parameters that addresses and forms carry on."""
        params = {"book": self.book, "as": "solver" if self.as_solver else "", "again": "1" if self.again else ""}
        return {name: value for name, value in params.items() if value}


class Review:
    """The back of the book for one reader, of the attempt that the gate is for."""

    def __init__(self, gate: Gate, query: ReplayRequest, language: str) -> None:
        assert gate.attempt is not None
        self.attempt: Attempt = gate.attempt
        self.puzzle = self.attempt.puzzle
        self.gate = gate
        self.query = query
        self.language = language
        self.is_find = self.attempt.is_find
        self.solution = solution_of(self.puzzle, gate) if gate.is_open else None

    @cached_property
    def can_hint(self) -> bool:
        return not self.gate.is_open and can_hint(self.puzzle, self.attempt)

    @property
    def hints(self) -> list[tuple[str, str]]:
        """The hints taken so far: what each is about, and what it says."""
        taken = self.gate.hint_level if not self.gate.is_author or self.query.as_solver or not self.gate.is_open else 0
        begun = state_of(self.attempt).start.begun
        hint_levels = [hint_level for hint_level in HINT_LEVELS if hint_level <= taken]
        return [
            (
                hint_name(hint_level),
                hint_words(hint(self.puzzle, self.gate, hint_level, self.language), begun, self.language),
            )
            for hint_level in hint_levels
        ]

    @property
    def next_hint_level(self) -> int:
        """The hint that can be asked for; 0 where there is none left, or no need."""
        if self.gate.hint_level >= HINT_LEVELS[-1] or not self.can_hint:
            return 0
        return self.gate.hint_level + 1

    @property
    def next_hint_name(self) -> str:
        return hint_name(self.next_hint_level)

    @property
    def may_surrender(self) -> bool:
        return self.can_hint

    @property
    def has_tried(self) -> bool:
        return self.attempt.has_tried

    @property
    def ways(self) -> list[ReplayLine]:
        """The solutions, once they may be seen."""
        if self.solution is None:
            return []
        if not self.is_find:
            return [self._way(WAY, 0, _("The Assault"), "")]
        count = len(self.solution.ways)
        names = [_("Only solution")] if self.solution.count == 1 else [
            _("Solution %(number)d") % {"number": number} for number in range(1, count + 1)
        ]  # fmt: skip
        return [self._way(WAY, number, name, self._told(number)) for number, name in enumerate(names[:MAX_WAYS])]

    def _told(self, number: int) -> str:
        """The plays of a solution: of one of several turns all of them, each turn with the hardest answer to it."""
        assert self.solution is not None
        start, way = state_of(self.attempt).start, self.solution.ways[number]
        if self.puzzle.turns == 1 or number >= MAX_PLAYED_OUT:
            return _plays(tell_line(start.begun, way))
        turns = tell_turns(start.begun, played_out(start, way))
        plays = " → ".join(f"{seat}: {_plays(sentences) or _('the Assault alone')}" for seat, sentences in turns)
        return _("%(plays)s (against the best defence)") % {"plays": plays}

    @property
    def tries(self) -> list[ReplayLine]:
        """Near misses, with what each of them lacks."""
        if self.solution is None or not self.is_find:
            return []
        begun = state_of(self.attempt).start.begun
        return [
            self._way(TRY, number, _plays(tell_line(begun, refuted.line)) or _("The Assault alone"),
                      failure_words({"lack": refuted.lack, "refuted": bool(refuted.refutation)}))
            for number, refuted in enumerate(self.solution.tries[:MAX_TRIES])
        ]  # fmt: skip

    def _way(self, kind: str, number: int, name: str, about: str) -> ReplayLine:
        view = f"{kind}-{number}"
        href = f"{reverse('grimoire:puzzle', args=[self.puzzle.token])}?{urlencode({**self.query.query, 'view': view})}"
        return ReplayLine(view, name, about, self.query.view == view, href)

    @property
    def ways_words(self) -> str:
        """How many solutions there are, where not all of them are listed."""
        if self.solution is None or not self.is_find or self.solution.count == len(self.ways):
            return ""
        count = self.solution.count
        return ngettext("%(count)d solution", "%(count)d solutions", count) % {"count": count}

    @property
    def afterword(self) -> str:
        return afterword_of(self.puzzle, self.gate) if self.gate.is_open else ""


def _plays(sentences: list[Told]) -> str:
    return " · ".join(sentence.text for sentence in sentences if sentence.is_play)
