"""Clash of Magic Schools as puzzles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.requests import SiteRequest
from cards.folding import folded
from contract.puzzles import PlayedLines, PuzzlePaper
from engine.kernel.errors import IllegalAction
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.version import RULES_VERSION
from games.schools.adapter import TITLE
from games.schools.board.thumbnails import schools_mini
from games.schools.puzzles.lines import SchoolsLines, can_be_played, themes_of
from games.schools.puzzles.page import TurnPage, turn_context
from games.schools.puzzles.paper import SchoolsPaper
from games.schools.puzzles.turn_text import goal_in_short, goal_words
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.community.contexts import community_context
from grimoire.gate import Gate
from grimoire.models import Attempt, Puzzle
from grimoire.proving.levels import level_now
from grimoire.solving.judging import FAILED, SOLVED
from grimoire.solving.review import ReplayRequest

WIN: Final = "win"


class SchoolsPuzzles:
    rules_version: int = RULES_VERSION
    filters: Collection[str] = ()
    paper: PuzzlePaper = SchoolsPaper()
    lines: PlayedLines = SchoolsLines()
    template: str = "schools/puzzle/puzzle.html"
    fragment: str = "table"
    anchor: str = "turn"
    is_strict: bool = True
    run_template: str = "schools/puzzle/run.html"
    books: Path | None = Path(__file__).resolve().parent / "books"

    def proof_key(self, position: Mapping[str, Any]) -> str:
        return _hashed("proof", position, RULES_VERSION)

    def engine_version(self) -> str:
        return f"magic-schools {RULES_VERSION}"

    def derive(self, puzzle: Puzzle) -> Puzzle:
        puzzle.position_key = _hashed("position", puzzle.position)
        puzzle.kind = Puzzle.Kind.FIND
        puzzle.goal, puzzle.turns = WIN, 1
        puzzle.mode = puzzle.edition = ""
        puzzle.level = level_now(puzzle, puzzle.proof.level if puzzle.proof is not None else None)
        puzzle.search_text = folded(f"{puzzle.title} {puzzle.title_fr} {TITLE}")
        puzzle.save()
        return puzzle

    def themes(self, puzzle: Puzzle, language: str) -> list[tuple[str, str]]:
        return themes_of(puzzle, language)

    def mini(self, puzzle: Puzzle) -> SafeString:
        return schools_mini(puzzle.position)

    def goal(self, puzzle: Puzzle, language: str) -> str:
        with override(language):
            return goal_words(read_state(puzzle.position))

    def goal_short(self, puzzle: Puzzle, language: str) -> str:
        with override(language):
            return goal_in_short(read_state(puzzle.position))

    def can_be_played(self, attempt: Attempt) -> bool:
        return can_be_played(attempt.puzzle, attempt.line)

    def play(self, attempt: Attempt, action: str) -> tuple[Sequence[str], Mapping[str, Any] | None]:
        turn = TurnToWin(attempt.puzzle.position, attempt.line)
        turn.act(action)
        verdict = {"verdict": SOLVED if turn.is_won else FAILED, "short": turn.short}
        return turn.line, verdict if turn.is_over else None

    def can_take_back(self, attempt: Attempt, line: Sequence[str]) -> bool:
        return bool(attempt.line)

    def line_before(self, attempt: Attempt) -> Sequence[str]:
        line: list[str] = attempt.line
        return line[:-1]

    def refusal(self, error: IllegalAction, language: str) -> str:
        return _("You can't do that now.")

    def context(self, gate: Gate, query: ReplayRequest, problem: str, request: SiteRequest) -> dict[str, Any]:
        return turn_context(TurnPage(gate, query, problem), request.owner)

    def run_context(self, gate: Gate, problem: str, language: str) -> dict[str, Any]:
        return turn_context(TurnPage(gate, ReplayRequest(), problem), None)

    def page_context(self, gate: Gate, request: SiteRequest) -> dict[str, Any]:
        assert gate.attempt is not None
        return community_context(gate.attempt.puzzle, request.owner, gate, request)


def _hashed(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(["magic-schools", *parts], sort_keys=True).encode()).hexdigest()
