"""A proof as its page shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.links import board_address, editor_address
from board.naming import in_language
from board.services import resolve
from board.traces import rows_of
from cards.abilities import ability_name
from cards.icons import icon_of_ability
from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.position import Position
from engine.decks.solving.objective import PREDICT
from engine.decks.solving.result import UNIQUE
from grimoire.browsing.filter_names import level_name
from grimoire.goals import asks_ways, goal_text
from grimoire.lines import StartingPosition, opening_of, read_start, write_line
from grimoire.models import Proof
from grimoire.proving.access import Sight
from grimoire.proving.line_text import Move, Teller, ToldTry
from grimoire.proving.searching import needs_no_play
from grimoire.proving.services import is_final
from grimoire.proving.verdict_text import DifficultyTerm, terms_of, total_of, verdict_more, verdict_text
from grimoire.solving.secrecy import ways_in
from grimoire.solving.set_plays import open_set_play_of, tell_set_play
from grimoire.solving.variation_text import ToldVariations, tell_variations
from grimoire.solving.variations import Line, Variations, variations_of

MAX_SHOWN: Final = 20  # solutions
MAX_WITH_VARIATIONS: Final = 3  # solutions
MAX_STEPS: Final = 60  # of an outcome
GOOD: Final = ("unique", "unique-up-to-order")


@dataclass(frozen=True, slots=True)
class SolutionReport:
    """A solution: its moves, in how many orders of its plays it works, and whether it is the author's own or, beside
    that, a cook; neither where the author has noted none.
    """

    moves: tuple[Move, ...]
    orders: int
    is_own: bool = False
    is_cook: bool = False
    variations: ToldVariations | None = None


class ProofReport:
    """The part of a proof that somebody may see, in a language. What is sealed is not even worked out.

    ``intended`` is the author's own solution as actions in text form, where there is one. With ``tries_are_apart`` the
    page shows near misses in a part of their own.
    """

    def __init__(
        self, sight: Sight, language: str, intended: Sequence[str] = (), tries_are_apart: bool = False
    ) -> None:
        self.intended = tuple(intended)
        self.tries_are_apart = tries_are_apart
        self.sight = sight
        self.proof: Proof = sight.proof
        self.language = language
        self.shows_set_play = False  # it is worked out where it is asked for
        self._told: Teller | None = None

    @property
    def page(self) -> Any:
        """The page that has to be solved or given up before the solution is shown; None where nothing is sealed."""
        return self.sight.sealed_by

    @property
    def is_open(self) -> bool:
        return self.sight.is_whole

    @property
    def is_busy(self) -> bool:
        return not self.proof.is_settled

    @property
    def is_good(self) -> bool:
        """Whether it has one solution, and that is proved and takes a play."""
        return not self.needs_no_play and self.proof.is_done and self.proof.complete and self.proof.verdict in GOOD

    @property
    def needs_no_play(self) -> bool:
        """Whether it is solved by doing nothing, which is told to whoever may see the solution."""
        return self.is_open and needs_no_play(self.proof.position, self.proof.answer.get("solutions", []))

    @property
    def can_ask_again(self) -> bool:
        return self.proof.is_settled and not is_final(self.proof)

    @property
    def before(self) -> int:
        """How many proofs are to be worked on before this one."""
        if self.proof.state != Proof.State.WAITING:
            return 0
        busy = Proof.objects.filter(state__in=Proof.BUSY)
        return busy.filter(asked__lt=self.proof.asked).count()

    @property
    def position(self) -> Position:
        return in_language(read_position(self.proof.position), self.language)

    @property
    def goal(self) -> str:
        return goal_text(self.proof.position, self.language)

    @property
    def editor(self) -> str:
        return editor_address(self.position)

    @property
    def verdict(self) -> str:
        if self.is_foretold and self.proof.complete:
            return _("Resolved: one outcome")
        if self.needs_no_play:
            return _("Nothing to solve")
        if asks_ways(self.proof.position) and self.proof.complete and self.proof.verdict == UNIQUE:
            if not self.is_open:
                return _("All ways to play were checked: this is proven.")
            count = ways_in(self.proof)
            return ngettext("Correct: %(count)d way", "Correct: %(count)d ways", count) % {"count": count}
        return verdict_text(self.proof.verdict)

    @property
    def is_foretold(self) -> bool:
        """Whether nothing is to be found: the Assault has one outcome, and that is what is asked."""
        return bool(self.proof.position.get("objective", {}).get("goal") == PREDICT)

    @property
    def outcome(self) -> list[str]:
        """What happens in an Assault that is to be foretold, step by step."""
        position = self._teller.position
        line = [*map(str, opening_of(position)), str(ASSAULT)]
        events = resolve(position, line).events[:MAX_STEPS]
        return [row.text for row in rows_of(events, self.language, str, position.mode.ai_seats)]

    @property
    def more(self) -> str:
        if self.is_foretold and self.proof.complete:
            text = _("No search needed: the engine has carried out the Assault. This is what happens.")
            return text if self.is_open else ""
        if self.needs_no_play and self.proof.complete:
            return _("All ways to play were checked: the objective is met without playing a card.")
        return verdict_more(self.proof) if self.is_open else ""

    @property
    def _teller(self) -> Teller:
        if not self.is_open:
            raise PermissionError("this proof is sealed")
        if self._told is None:
            self._told = Teller(self.position)
        return self._told

    @property
    def ways(self) -> list[SolutionReport]:
        """The solutions, the first of them."""
        teller, answer = self._teller, self.proof.answer
        orders = answer.get("orders", [])
        own_plays = _plays(teller.line(_written(self.intended)))
        reports = []
        for number, line in enumerate(answer.get("solutions", [])[:MAX_SHOWN]):
            moves = teller.line(line)
            is_own = bool(own_plays) and _plays(moves) == own_plays
            count = orders[number] if number < len(orders) else 1
            variations = self._told_variations(moves) if number < MAX_WITH_VARIATIONS else None
            reports.append(SolutionReport(moves, count, is_own, bool(own_plays) and not is_own, variations))
        return reports

    @cached_property
    def _start(self) -> StartingPosition:
        return read_start(self.proof.position, self.language)

    @property
    def variations(self) -> list[Variations]:
        """Those of the first solutions."""
        lines = self.proof.answer.get("solutions", [])[:MAX_WITH_VARIATIONS]
        every = [self._variations_of(self._teller.line(line)) for line in lines]
        return [variations for variations in every if variations is not None]

    def _variations_of(self, moves: Sequence[Move]) -> Variations | None:
        way = tuple(move.action for move in moves)[len(self._start.opening) :]
        return variations_of(self._start, way) if way else None

    def _told_variations(self, moves: Sequence[Move]) -> ToldVariations | None:
        variations, start = self._variations_of(moves), self._start
        if variations is None:
            return None

        def href(line: Line, before: Line) -> str:
            return board_address(self._teller.position, (*start.opening, *before, *line))

        return tell_variations(start.begun, variations, href)

    @property
    def can_set_play(self) -> bool:
        return self.is_open and self.proof.is_done and not self.is_foretold

    @cached_property
    def set_play(self) -> ToldVariations | None:
        """Set play without what would give a page away that is sealed for this reader; None where there is none."""
        variations = open_set_play_of(self._start, self.sight.owner) if self.can_set_play else None
        return None if variations is None else tell_set_play(self._start.position, variations)

    @property
    def left_out(self) -> int:
        """How many solutions are not shown."""
        answer = self.proof.answer
        return max(0, len(answer.get("solutions", [])) - MAX_SHOWN) + int(answer.get("more", 0))

    @property
    def cook(self) -> tuple[Move, ...]:
        return self._teller.line(self.proof.answer.get("cook", []))

    @property
    def tries(self) -> list[ToldTry]:
        return [self.told_try(attempt) for attempt in self.proof.answer.get("tries", [])]

    def told_try(self, attempt: dict[str, Any]) -> ToldTry:
        return self._teller.failed(attempt)

    @property
    def level(self) -> str:
        return level_name(self.proof.level)

    @property
    def terms(self) -> list[DifficultyTerm]:
        difficulty = self.proof.answer.get("difficulty")
        return terms_of(difficulty, self.language) if difficulty and self.is_open else []

    @property
    def points(self) -> float:
        return total_of(self.proof.answer["difficulty"])

    @property
    def count_text(self) -> str:
        """The result in a few words: how many solutions and near misses, and the level."""
        if self.is_foretold or self.cook:
            parts = [self.verdict]
        elif self.needs_no_play:
            parts = [_("Solved without playing a card")]
        else:
            count = len(self.ways) + self.left_out
            text = ngettext("%(count)d solution", "%(count)d solutions", count) if count else _("No solution")
            parts = [text % {"count": count}]
        if tries := len(self.tries):
            parts.append(ngettext("%(count)s near miss", "%(count)s near misses", tries) % {"count": tries})
        if self.proof.level and not self.is_foretold:
            parts.append(_("level %(level)s of 5") % {"level": self.proof.level})
        return " · ".join(parts)

    @property
    def position_json(self) -> str:
        """For asking again, whole."""
        return json.dumps(self.proof.position)

    @property
    def lines(self) -> int:
        return int(self.proof.answer.get("lines", 0))

    @property
    def abilities(self) -> list[tuple[str, str]]:
        """The abilities at work: (icon, name)."""
        slugs = self.proof.abilities if self.is_open else []
        return [(icon_of_ability(slug), ability_name(slug, self.language)) for slug in slugs]


def _plays(moves: Sequence[Move]) -> list[str]:
    """The plays of a line, in whatever order."""
    return sorted(move.text for move in moves if move.action not in ("mana", "assault", "end-turn"))


def _written(line: Sequence[str]) -> list[dict[str, Any]]:
    """A line in text form as ``clash-position/1`` writes it; nothing where it is no line."""
    try:
        return write_line(line)
    except ValueError:
        return []
