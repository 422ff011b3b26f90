"""Clash of Magic Schools as a game of the Grimoire."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from board.schools.thumbnails import schools_mini
from cards.folding import folded
from engine.kernel.errors import IllegalAction
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.version import RULES_VERSION
from grimoire.models import Attempt, Puzzle
from grimoire.schools.turn_text import goal_in_short
from grimoire.schools.turn_to_win import TurnToWin

WIN: Final = "win"


class SchoolsPageGame:
    rules_version: int = RULES_VERSION
    is_collected: bool = False

    def title(self) -> str:
        return _("Clash of Magic Schools")

    def proof_key(self, position: Mapping[str, Any]) -> str:
        return _hashed("proof", position, RULES_VERSION)

    def engine_version(self) -> str:
        return f"magic-schools {RULES_VERSION}"

    def derive(self, puzzle: Puzzle) -> Puzzle:
        puzzle.position_key = _hashed("position", puzzle.position)
        puzzle.kind = Puzzle.Kind.FIND
        puzzle.goal, puzzle.turns = WIN, 1
        puzzle.mode = puzzle.edition = ""
        puzzle.level = puzzle.proof.level if puzzle.proof is not None else None
        puzzle.search_text = folded(f"{puzzle.title} {puzzle.title_fr}")
        puzzle.save()
        return puzzle

    def mini(self, puzzle: Puzzle) -> SafeString:
        return schools_mini(puzzle.position)

    def goal_short(self, puzzle: Puzzle, language: str) -> str:
        with override(language):
            return goal_in_short(read_state(puzzle.position))

    def can_be_played(self, attempt: Attempt) -> bool:
        try:
            TurnToWin(attempt.puzzle.position, attempt.line)
        except IllegalAction:
            return False
        return True


def _hashed(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(["magic-schools", *parts], sort_keys=True).encode()).hexdigest()
