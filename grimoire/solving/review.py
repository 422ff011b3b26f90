"""The back of the book for a solver: hints as far as they were taken; solutions, tries and the author's
afterword once the gate is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.plays import tell_line, tell_turns
from grimoire.attempt_state import state_of
from grimoire.gate import Gate
from grimoire.models import Attempt, Puzzle
from grimoire.solving.judging import played_out
from grimoire.solving.secrecy import HINT_LEVELS, afterword_of, can_hint, hint, solution_of
from grimoire.solving.set_plays import open_set_play_of, tell_set_play
from grimoire.solving.solving_text import hint_name, hint_words, try_words
from grimoire.solving.variation_text import ToldVariations, plays_in_words, tell_variations, turns_in_words
from grimoire.solving.variations import Line, variations_of

WAY, TRY, FREE = "way", "try", "free"  # views: a solution, a line that fails, a line played for both sides
SET_PLAY = "set-play"  # and what follows where the player passes first
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
    variations: ToldVariations | None = None
    why: str = ""  # a try fails, in its author's words


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """The parameters of an address: the view, a step of it (None: the one that suits it), the ``line`` of one that is
    played freely; where the reader came from: a book, the pages to try ``again``."""

    view: str = ""
    line: tuple[str, ...] = ()
    start: int | None = None  # how many actions of that line come before what is new of it
    step: int | None = None
    book: str = ""
    as_solver: bool = False
    again: bool = False

    @property
    def query(self) -> dict[str, str]:
        """The parameters that addresses and forms carry on."""
        params = {"book": self.book, "as": "solver" if self.as_solver else "", "again": "1" if self.again else ""}
        return {name: value for name, value in params.items() if value}


def free_address(puzzle: Puzzle, query: Mapping[str, str], line: Sequence[str], start: int | None) -> str:
    """Where a line is played freely; ``start``: how many of its actions come before what is new."""
    new = {"start": str(start)} if start is not None else {}
    return f"{puzzle.get_absolute_url()}?{urlencode({**query, 'view': FREE, 'a': ';'.join(line), **new})}"


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
        return not self.gate.is_open and not self.gate.is_sealed and can_hint(self.puzzle, self.attempt)

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
        is_only = self.solution.count == 1 and not self.puzzle.is_challenge
        names = [_("Only solution")] if is_only else [
            _("Solution %(number)d") % {"number": number} for number in range(1, count + 1)
        ]  # fmt: skip
        return [
            self._way(WAY, number, name, self._told(number), self._variations(number))
            for number, name in enumerate(names[:MAX_WAYS])
        ]

    def _variations(self, number: int) -> ToldVariations | None:
        assert self.solution is not None
        start = state_of(self.attempt).start
        if number >= MAX_PLAYED_OUT or not self.solution.ways[number] or not self.solution.is_proven:
            return None
        variations = variations_of(start, self.solution.ways[number])
        if variations is None:
            return None

        def href(line: Line, before: Line) -> str:
            return self.free_href((*before, *line), start=len(before))

        return tell_variations(start.begun, variations, href)

    @property
    def can_set_play(self) -> bool:
        """Whether there is set play to ask for."""
        return self.is_find and self.solution is not None and self.solution.is_proven

    @property
    def set_play(self) -> ToldVariations | None:
        """Set play, where it is asked for."""
        if self.query.view != SET_PLAY or not self.can_set_play:
            return None
        start = state_of(self.attempt).start
        variations = open_set_play_of(start, self.attempt.owner)
        return None if variations is None else tell_set_play(start.position, variations)

    @property
    def set_play_href(self) -> str:
        params = urlencode({**self.query.query, "view": SET_PLAY})
        return f"{reverse('grimoire:puzzle', args=[self.puzzle.token])}?{params}"

    def free_href(self, line: Sequence[str], start: int | None = None) -> str:
        return free_address(self.puzzle, self.query.query, line, start)

    def _told(self, number: int) -> str:
        """The plays of a solution: of one of several turns all of them, each turn with the hardest answer to it."""
        assert self.solution is not None
        start, way = state_of(self.attempt).start, self.solution.ways[number]
        if self.puzzle.turns == 1 or number >= MAX_PLAYED_OUT or not self.solution.is_proven:
            return plays_in_words(tell_line(start.begun, way))
        plays = turns_in_words(tell_turns(start.begun, played_out(start, way)))
        return _("%(plays)s (against the best defence)") % {"plays": plays}

    @property
    def tries(self) -> list[ReplayLine]:
        """Near misses, with what each of them lacks."""
        if self.solution is None or not self.is_find:
            return []
        start = state_of(self.attempt).start
        return [
            replace(
                self._way(TRY, number, plays_in_words(tell_line(start.begun, refuted.line)) or _("The Assault alone"),
                          try_words(start.position, refuted)),
                why=refuted.why,
            )
            for number, refuted in enumerate(self.solution.tries[:MAX_TRIES])
        ]  # fmt: skip

    def _way(
        self, kind: str, number: int, name: str, about: str, variations: ToldVariations | None = None
    ) -> ReplayLine:
        view = f"{kind}-{number}"
        href = f"{reverse('grimoire:puzzle', args=[self.puzzle.token])}?{urlencode({**self.query.query, 'view': view})}"
        return ReplayLine(view, name, about, self.query.view == view, href, variations)

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
