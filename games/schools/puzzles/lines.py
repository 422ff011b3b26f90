"""Actions of a turn in comments on puzzles, and what solvers can say that a turn is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from engine.kernel.errors import IllegalAction
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.components import ELEMENTS, SEATS, SPELLS
from engine.schools.rules.state import SchoolsState
from games.schools.board import words
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.models import Puzzle

LINE: Final = "line"  # the view in which one is walked
CASTERS: Final = 3  # Students of an Element that it takes to cast
_ELEMENT: Final = f"(?:{'|'.join(ELEMENTS)})"
_SCHOOL: Final = f"(?:{'|'.join(SEATS)})"
_SPELL: Final = f"(?:{'|'.join(SPELLS)})"
_ACTION: Final = (
    rf"(?:move {_ELEMENT}|assign {_ELEMENT}(?: {_ELEMENT}){{0,19}}|pass {_SCHOOL}|summon {_ELEMENT} {_ELEMENT}"
    rf"|cast \d{{1,2}} {_SPELL}(?: {_ELEMENT}| {_SCHOOL})?)"
)
_SEPARATOR: Final = re.compile(r" ?[,;>→] ?")


class SchoolsLines:
    """See ``contract.puzzles.PlayedLines``."""

    pattern: re.Pattern[str] = re.compile(rf"(?<![\w-]){_ACTION}(?: ?[,;>→] ?(?:{_ACTION}|end)){{0,59}}(?![\w-])", re.I)
    example: str = "move air, pass dragombre"

    def walker(self, puzzle: Puzzle, language: str) -> Callable[[str], str]:
        def address(line: str) -> str:
            actions = _SEPARATOR.split(line.lower())
            if not can_be_played(puzzle, actions):
                return ""
            query = urlencode({"view": LINE, "a": ";".join(actions), "step": len(actions)})
            with override(language):
                return f"{puzzle.get_absolute_url()}?{query}#turn"

        return address


def can_be_played(puzzle: Puzzle, line: Sequence[str]) -> bool:
    """Whether a line can be played from the start of a turn."""
    try:
        TurnToWin(puzzle.position, line)
    except IllegalAction:
        return False
    return True


def themes_of(puzzle: Puzzle, language: str) -> list[tuple[str, str]]:
    with override(language):
        return list(_themes(read_state(puzzle.position)))


def _themes(state: SchoolsState) -> Iterator[tuple[str, str]]:
    """Ideas, and what the position has: Trials of the other school, Trials under others, Overtime, spells for which a
    school has the Students."""
    yield "order", _("Order of actions")
    yield "counting", _("Counting")
    yield "decoy", _("Tempting wrong play")
    yield "journey", _("Moves between Arenas")
    yield "summon", pgettext("noun", "Summon")
    if state.sides[1 - state.active].column:
        yield "rival", _("Trials of the other school")
    if len(state.own.column) > 1:
        yield "covered", _("Trials under the top one")
    if state.overtime:
        yield "overtime", _("Overtime")
    students = Counter(element for arena in state.own.students for element in arena)
    for number, element in enumerate(ELEMENTS):
        if students[number] + state.own.hand[number] >= CASTERS:
            spell = words.SPELL_OF[element]
            yield spell, words.SPELL_NAMES[spell]
