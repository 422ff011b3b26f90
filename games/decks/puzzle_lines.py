"""Plays of Clash of Decks in comments on puzzles, and what solvers can say that a puzzle is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext_lazy as _

from board.links import board_address
from board.services import resolve
from cards.abilities import ability_name
from engine.kernel.errors import EngineError
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle

_PLACE: Final = r"(?:upper|lower)"
_PLAY: Final = rf"(?:champion|\d{{1,3}}) (?:at [A-Z] {_PLACE} \d{{1,3}}|onto {_PLACE} \d{{1,3}}|{_PLACE})"
_ACTION: Final = rf"(?:{_PLAY}|assault|end-turn|mana)"
_SEPARATOR: Final = re.compile(r" ?[,;>→] ?")
IDEAS: Final = {
    "sacrifice": _("Sacrifice"),
    "order": _("Order of plays"),
    "placement": _("Placement"),
    "defence": _("Defence"),
    "decoy": _("Tempting wrong play"),
    "counting": _("Counting"),
}


class DecksLines:
    """See ``contract.puzzles.PlayedLines``."""

    pattern: re.Pattern[str] = re.compile(rf"(?<![\w-]){_PLAY}(?: ?[,;>→] ?{_ACTION}){{0,89}}(?![\w-])")
    example: str = "1 upper, 2 lower"

    def walker(self, puzzle: Puzzle, language: str) -> Callable[[str], str]:
        state = state_of(Attempt(puzzle=puzzle))  # reads the position once

        def address(line: str) -> str:
            start = state.start_in(language)
            actions = (*start.opening, *_SEPARATOR.split(line))
            try:
                is_playable = resolve(start.position, actions).stop is None
                return board_address(start.position, actions) if is_playable else ""
            except EngineError:  # the position is too long for an address
                return ""

        return address


def themes_of(puzzle: Puzzle, language: str) -> list[tuple[str, str]]:
    """Ideas, and abilities on the cards of a puzzle."""
    seen = puzzle.abilities.filter(seen=True).order_by("slug").values_list("slug", flat=True)
    ideas = [(slug, str(name)) for slug, name in IDEAS.items()]
    return ideas + sorted(((slug, ability_name(slug, language)) for slug in seen), key=lambda choice: choice[1])
