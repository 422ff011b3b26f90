"""What the page of a turn shows: the table with open hands, what can be done, the solution once it was earned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from accounts.models import Owner
from board.choices import ChoiceGroup
from board.links import question_href
from engine.kernel.errors import IllegalAction
from engine.schools.rules.components import SEATS
from games.schools.board import words
from games.schools.board.arrangement import board_of, play_of
from games.schools.board.buttons import choice_groups
from games.schools.puzzles.hints import hint_name, hint_words
from games.schools.puzzles.lines import LINE, can_be_played
from games.schools.puzzles.turn_text import TurnCoach, coach_for, goal_words, short_words, walk_coach
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.gate import Gate
from grimoire.models import Attempt, Puzzle
from grimoire.solving.queries import place_in_book
from grimoire.solving.review import ReplayRequest
from grimoire.solving.secrecy import HINT_LEVELS, afterword_of, hinted_way, proof_of
from rulings.games.packing import query_of_state

WAY: Final = "way"
TRY: Final = "try-"
LEVELS: Final = range(1, 6)


@dataclass(frozen=True)
class TurnStep:
    """An action of a line in words, with what it brought about: sentences and numbers of rulings."""

    words: str
    events: Sequence[tuple[str, Sequence[str]]]
    href: str = ""
    is_current: bool = False


@dataclass(frozen=True)
class ShownLine:
    """A line that can be walked through: the solution, a near miss."""

    name: str
    about: str
    href: str
    is_current: bool


@dataclass(frozen=True)
class TurnPage:
    """The page of a turn for one reader. ``problem`` is what went wrong with the request, in words."""

    gate: Gate
    query: ReplayRequest
    problem: str = ""
    names: dict[str, str] = field(default_factory=lambda: dict(words.SCHOOL_NAMES))

    @cached_property
    def attempt(self) -> Attempt:
        assert self.gate.attempt is not None
        return self.gate.attempt

    @property
    def puzzle(self) -> Puzzle:
        return self.attempt.puzzle

    @cached_property
    def own_turn(self) -> TurnToWin:
        """The turn as the reader has laid it out; from its beginning where that cannot be played any more."""
        try:
            return TurnToWin(self.puzzle.position, self.attempt.line)
        except IllegalAction:
            return TurnToWin(self.puzzle.position)

    # What is shown once it was earned

    @cached_property
    def proof(self) -> dict[str, Any]:
        return proof_of(self.puzzle, self.gate) if self.gate.is_open else {}

    @cached_property
    def afterword(self) -> str:
        return afterword_of(self.puzzle, self.gate) if self.gate.is_open else ""

    @property
    def is_way(self) -> bool:
        """Whether the solution is asked for; there is one."""
        return self.query.view in (WAY, f"{WAY}-0")

    @cached_property
    def shown_line(self) -> Sequence[str] | None:
        """The line that is walked through; None while the reader's own turn is shown."""
        view = self.query.view
        if view == LINE and self.gate.is_open and self.query.line and can_be_played(self.puzzle, self.query.line):
            return self.query.line
        if self.is_way and self.proof.get("ways"):
            return list(self.proof["ways"][0])
        number = view.removeprefix(TRY)
        tries = self.proof.get("tries", [])
        if view.startswith(TRY) and number.isdecimal() and len(number) < 3 and int(number) < len(tries):
            return list(tries[int(number)]["line"])
        return None

    @cached_property
    def step(self) -> int:
        """How many actions of the shown line are done on the board."""
        count = len(self.shown_line or ())
        return min(self.query.step or 0, count)

    @cached_property
    def turn(self) -> TurnToWin:
        if self.shown_line is None:
            return self.own_turn
        return TurnToWin(self.puzzle.position, self.shown_line[: self.step])

    @cached_property
    def lines(self) -> list[ShownLine]:
        """The solution and the near misses."""
        if not self.proof:
            return []
        shown = [ShownLine(_("The solution"), "", self._href(WAY, 0), self.is_way)]
        for number, attempt in enumerate(self.proof.get("tries", [])):
            name, view = _("Near miss %(n)d") % {"n": number + 1}, f"{TRY}{number}"
            shown.append(ShownLine(name, short_words(attempt["short"]), self._href(view, 0), self.query.view == view))
        return shown

    @cached_property
    def steps(self) -> list[TurnStep]:
        """The line in words, step by step: the shown one, else one's own."""
        if self.shown_line is None:
            whole, current = self.own_turn, -1
        else:
            whole, current = TurnToWin(self.puzzle.position, self.shown_line), self.step - 1
        return [
            TurnStep(
                words.action_words(action),
                [(words.event_words(event, self.names), event["rulings"]) for event in whole.events(number)],
                self._href(self.query.view, number + 1) if self.shown_line is not None else "",
                number == current,
            )
            for number, action in enumerate(whole.line)
        ]

    @property
    def before(self) -> str:
        """Where a walk goes back to; empty at its beginning."""
        return self._href(self.query.view, self.step - 1) if self.shown_line is not None and self.step else ""

    @property
    def after(self) -> str:
        """Where a walk goes on; empty at its end."""
        line = self.shown_line
        return self._href(self.query.view, self.step + 1) if line is not None and self.step < len(line) else ""

    @property
    def here(self) -> str:
        return self._href(self.query.view, self.query.step)

    @property
    def home(self) -> str:
        return self._href("", None)

    def _href(self, view: str, step: int | None) -> str:
        query = {**self.query.query, **({"view": view} if view else {}), **({} if step is None else {"step": step})}
        if view == LINE:
            query["a"] = ";".join(self.query.line)
        return f"{self.puzzle.get_absolute_url()}?{urlencode(query)}" if query else self.puzzle.get_absolute_url()

    # Hints

    @cached_property
    def hints(self) -> list[tuple[str, str]]:
        """The hints taken so far: what each is about, and what it says."""
        taken = [level for level in HINT_LEVELS if level <= self.gate.hint_level]
        ways = [(level, hinted_way(self.puzzle, self.gate, level)) for level in taken]
        return [(hint_name(level), hint_words(self.puzzle.position, way, level)) for level, way in ways if way]

    @property
    def next_hint_level(self) -> int:
        """The hint that can be asked for; 0 where there is none left, or no need."""
        proof = self.puzzle.proof
        if self.gate.is_open or self.gate.hint_level >= HINT_LEVELS[-1] or proof is None or not proof.is_done:
            return 0
        return self.gate.hint_level + 1

    @property
    def next_hint_name(self) -> str:
        return hint_name(self.next_hint_level)

    # What is said and what can be done

    @property
    def goal(self) -> str:
        return goal_words(TurnToWin(self.puzzle.position).state)

    @property
    def coach(self) -> TurnCoach:
        if self.shown_line is not None:
            return walk_coach(self.turn, self.step, len(self.shown_line), self.walk_name)
        return coach_for(self.turn)

    @property
    def walk_name(self) -> str:
        """What the line is that is walked through."""
        if self.is_way:
            return _("The solution")
        return _("A line from a comment") if self.query.view == LINE else _("A near miss")

    @property
    def board(self) -> dict[str, Any]:
        actions = self.turn.actions if self.shown_line is None else []
        seat = SEATS[self.turn.seat]
        pieces, play = play_of(self.turn.game, seat, actions)
        return board_of(self.turn.view(actions), seat, self.names, pieces, play)

    @property
    def ask_href(self) -> str:
        """Where a question can be asked about the position and what is done in it on the board."""
        return question_href(query_of_state(self.puzzle.game, self.puzzle.position, self.turn.game.actions))

    @property
    def groups(self) -> Iterable[ChoiceGroup]:
        return list(choice_groups(self.turn.actions)) if self.shown_line is None else []

    @property
    def can_take_back(self) -> bool:
        return bool(self.own_turn.line)

    @property
    def ends_first_try(self) -> bool:
        """Whether taking something back would end the reader's first try."""
        return self.attempt.first_try is None and bool(self.own_turn.line)

    @property
    def may_surrender(self) -> bool:
        return not self.gate.is_open


def turn_context(page: TurnPage, owner: Owner | None) -> dict[str, Any]:
    """All that the page's template asks for."""
    puzzle = page.puzzle
    return {
        "page": page,
        "puzzle": puzzle,
        "in_book": place_in_book(puzzle, owner, page.query.book),
        "level": LEVELS if puzzle.level else (),
    }
