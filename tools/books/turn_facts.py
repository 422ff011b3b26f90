"""The facts about a puzzle of Clash of Magic Schools that its texts may claim; ``facts`` has those of Decks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from engine.schools.formats.state_reading import read_state
from engine.schools.rules.actions import parse_action
from engine.schools.rules.components import ELEMENTS, INUNDATIO, SEATS, level_of
from engine.schools.rules.ending import BEHIND, ENOUGH, PLENTY
from engine.schools.rules.state import SchoolsState
from engine.schools.solving.turn_graph import after
from grimoire.book_files import VolumePage
from tools.books.facts import SOLUTION, Facts, UnknownLineError


class TurnFacts:
    """The facts of one puzzle: its board, its solution (``ways``), its tries."""

    def __init__(self, page: VolumePage) -> None:
        self._answer = page.answer
        self._start = read_state(dict(page.position))
        self.board: Facts = {**_state_facts(self._start), "goal": [ENOUGH], "overtime": [BEHIND], "plenty": [PLENTY]}
        self._lines: dict[str, Facts] = {}

    def stored_lines(self) -> list[str]:
        return [SOLUTION, *(f"try {number}" for number in range(len(self._answer["tries"])))]

    def of(self, line: str) -> Facts:
        """The facts of ``solution`` or ``try N``."""
        if line not in self._lines:
            if line not in self.stored_lines():
                raise UnknownLineError(f"no line {line!r}")
            tried = None if line == SOLUTION else self._answer["tries"][int(line.removeprefix("try "))]
            facts = _line_facts(self._start, self._answer["ways"][0] if tried is None else tried["line"])
            self._lines[line] = facts if tried is None else {**facts, "short": [tried["short"]]}
        return self._lines[line]


def _state_facts(state: SchoolsState) -> dict[str, list[int]]:
    facts: dict[str, list[int]] = {}
    for seat, side in zip(SEATS, state.sides, strict=True):
        facts[f"points {seat}"] = [side.total]
        facts[f"missing {seat}"] = [ENOUGH - side.total]
        facts[f"hand {seat}"] = [side.hand_size]
        facts[f"column {seat}"] = [level_of(card) for card in reversed(side.column)]
        for arena, name in enumerate(ELEMENTS):
            students = side.students[arena]
            facts[f"hand {seat} {name}"] = [side.hand[arena]]
            facts[f"students {seat} {name}"] = [len(students)]
            facts[f"level {seat} {name}"] = [side.level(arena)]
            for element, of in enumerate(ELEMENTS):
                facts[f"{of} {seat} {name}"] = [students.count(element)]
    return facts


def _line_facts(start: SchoolsState, line: Iterable[str]) -> Facts:
    facts: defaultdict[str, list[int]] = defaultdict(list)
    state = start
    own = start.active
    for written in line:
        before, state = state, after(state, parse_action(written))
        facts["plays"] = [sum(facts["plays"]) + 1]
        verb = written.split(" ")[2 if written.startswith("cast") else 0]
        facts[verb] = [sum(facts[verb]) + 1]
        for seat, side in zip(SEATS, state.sides, strict=True):
            old = before.sides[SEATS.index(seat)]
            if side.total != old.total:
                facts[f"after points {seat}"].append(side.total)
                facts[f"change {seat}"].append(abs(side.total - old.total))
            for arena, name in enumerate(ELEMENTS):
                if len(side.students[arena]) != len(old.students[arena]):
                    facts[f"after students {seat} {name}"].append(len(side.students[arena]))
                if side.level(arena) > old.level(arena) and seat == SEATS[own]:
                    facts["passes"].append(side.level(arena))
                    facts[f"passes {name}"].append(side.level(arena))
                    if verb == INUNDATIO:
                        facts["skips"].append(side.level(arena) - 1)
    for seat, side, old in zip(SEATS, state.sides, start.sides, strict=True):
        facts[f"won {seat}"] = [side.total - old.total]
        facts[f"lost {seat}"] = [old.total - side.total]
        for arena, name in enumerate(ELEMENTS):
            facts[f"end level {seat} {name}"] = [side.level(arena)]
            facts[f"end students {seat} {name}"] = [len(side.students[arena])]
    return facts
