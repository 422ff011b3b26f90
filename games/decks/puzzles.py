"""Clash of Decks as puzzles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from board.fault_text import error_text
from board.services import BAD_ACTION
from board.thumbnails import mini_of
from contract.puzzles import PlayedLines, PuzzlePaper
from engine.decks.formats.interchange import read_position
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import IllegalAction
from games.decks.puzzle_lines import DecksLines, themes_of
from games.decks.puzzle_paper import DecksPaper
from grimoire.attempt_state import state_of
from grimoire.authoring.deriving import derive
from grimoire.community.contexts import community_context
from grimoire.gate import Gate
from grimoire.goals import goal_short, goal_text
from grimoire.keys import proof_key
from grimoire.models import Attempt, Puzzle
from grimoire.proving.searching import engine_version
from grimoire.solving.contexts import SolvePanel, page_context
from grimoire.solving.review import ReplayRequest

ENDS_OF_TURNS: Final = ("assault", "end-turn")


class DecksPuzzles:
    """See ``contract.puzzles.PuzzleGame``."""

    rules_version: int = RULES_VERSION
    filters: Collection[str] = ("mode", "edition", "twins", "abilities")
    paper: PuzzlePaper = DecksPaper()
    lines: PlayedLines = DecksLines()
    template: str = "grimoire/solving/puzzle.html"
    fragment: str = "side"
    anchor: str = "board"
    is_strict: bool = False
    run_template: str = "grimoire/training/run.html"
    books: Path | None = None  # those of ``grimoire/book_files``

    def proof_key(self, position: Mapping[str, Any]) -> str:
        return proof_key(read_position(position))

    def engine_version(self) -> str:
        return engine_version()

    def derive(self, puzzle: Puzzle) -> Puzzle:
        return derive(puzzle)

    def themes(self, puzzle: Puzzle, language: str) -> list[tuple[str, str]]:
        return themes_of(puzzle, language)

    def mini(self, puzzle: Puzzle) -> SafeString:
        return mini_of(puzzle.position)

    def goal(self, puzzle: Puzzle, language: str) -> str:
        return goal_text(puzzle.position, language)

    def goal_short(self, puzzle: Puzzle, language: str) -> str:
        return goal_short(puzzle, language)

    def can_be_played(self, attempt: Attempt) -> bool:
        try:
            state_of(attempt).line_state.go_to(attempt.line)
        except IllegalAction:
            return False
        return True

    def play(self, attempt: Attempt, action: str) -> tuple[Sequence[str], None]:
        return state_of(attempt).line_with(action), None

    def can_take_back(self, attempt: Attempt, line: Sequence[str]) -> bool:
        return bool(line) and line[-1] not in ENDS_OF_TURNS

    def line_before(self, attempt: Attempt) -> Sequence[str]:
        return state_of(attempt).line_without_last()

    def refusal(self, error: IllegalAction, language: str) -> str:
        why = _("unknown action") if error.code == BAD_ACTION else error_text(error.code, language)
        return _("Can't play that: %(why)s") % {"why": why}

    def context(self, gate: Gate, query: ReplayRequest, problem: str, request: SiteRequest) -> dict[str, Any]:
        return page_context(SolvePanel(gate, query, request.language, problem), request.owner)

    def run_context(self, gate: Gate, problem: str, language: str) -> dict[str, Any]:
        return page_context(SolvePanel(gate, ReplayRequest(), language, problem), None)

    def page_context(self, gate: Gate, request: SiteRequest) -> dict[str, Any]:
        assert gate.attempt is not None
        return community_context(gate.attempt.puzzle, request.owner, gate, request)
