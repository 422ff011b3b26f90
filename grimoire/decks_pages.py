"""Clash of Decks as a game of the Grimoire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from board.thumbnails import mini_of
from engine.decks.formats.interchange import read_position
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import IllegalAction
from grimoire.attempt_state import state_of
from grimoire.authoring.deriving import derive
from grimoire.goals import goal_short
from grimoire.keys import proof_key
from grimoire.models import Attempt, Puzzle
from grimoire.proving.searching import engine_version


class DecksPageGame:
    rules_version: int = RULES_VERSION
    is_collected: bool = True

    def title(self) -> str:
        return _("Clash of Decks")

    def proof_key(self, position: Mapping[str, Any]) -> str:
        return proof_key(read_position(position))

    def engine_version(self) -> str:
        return engine_version()

    def derive(self, puzzle: Puzzle) -> Puzzle:
        return derive(puzzle)

    def mini(self, puzzle: Puzzle) -> SafeString:
        return mini_of(puzzle.position)

    def goal_short(self, puzzle: Puzzle, language: str) -> str:
        return goal_short(puzzle, language)

    def can_be_played(self, attempt: Attempt) -> bool:
        try:
            state_of(attempt).line_state.go_to(attempt.line)
        except IllegalAction:
            return False
        return True
