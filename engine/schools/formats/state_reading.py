"""Reading a state out of the contract's JSON, with every rule of a good state (part 1 there)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from engine.kernel.errors import EngineError
from engine.kernel.reading import Reader, pointer
from engine.schools.formats.state_writing import FORMAT, STARTING
from engine.schools.rules.components import ELEMENTS, LAST_TURN, SEATS, START, STUDENTS_EACH, TRIALS_OF_LEVEL, level_of
from engine.schools.rules.ending import BEHIND, ENOUGH, PLENTY, REASONS, winner_of
from engine.schools.rules.shuffling import SEED
from engine.schools.rules.state import AT_ACTIONS, AT_DISCARD, AT_OVER, PHASES, SchoolSide, SchoolsResult, SchoolsState

_AT: Final = "/state"
MAX_SHUFFLES: Final = 1_000_000
_REQUIRED: Final = ("format", "turn", "seats")
_OPTIONAL: Final = (
    *("seed", "shuffles", "phase", "overtime", "summoned", "deck", "discard", "trials", "known", "result"),
)


class FirstFault(Reader):
    """A reader that raises the first fault as an ``EngineError`` of a code."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def fault(self, name: str, at: str, detail: str = "") -> None:
        """Raises the fault."""
        super().fault(name, at, detail)
        raise EngineError(self.code, f"{at or '/'}: {self.faults[0].message}", at)

    def must(self, holds: bool, at: str, what: str) -> None:
        """A fault unless something holds: ``what`` this must be."""
        if not holds:
            self.fault("out-of-range", at, what)

    def seed(self, data: Any, at: str) -> str:
        """A seed: a text of 1 to 64 characters that any file name may have."""
        good = isinstance(data, str) and SEED.fullmatch(data) is not None
        self.must(good, at, "a text of 1 to 64 of A-Z a-z 0-9 . _ -")
        return str(data)


def read_state(data: Any, at: str = _AT) -> SchoolsState:
    """The state of the contract's JSON, which stands at ``at`` of the request. Raises ``EngineError`` (``bad-state``).

    The error's ``at`` is the place of the first fault: a JSON pointer.
    """
    reader = FirstFault("bad-state")
    fields = reader.object(data, at, _REQUIRED, _OPTIONAL)
    reader.choice(fields["format"], f"{at}/format", (FORMAT,))
    state = SchoolsState(reader.seed(fields.get("seed", "0"), f"{at}/seed"))
    state.shuffles = reader.number(fields.get("shuffles", 1), f"{at}/shuffles", 0, MAX_SHUFFLES)
    state.turn = reader.number(fields["turn"], f"{at}/turn", 1, LAST_TURN)
    state.phase = reader.choice(fields.get("phase", AT_ACTIONS), f"{at}/phase", PHASES)
    state.overtime = reader.flag(fields.get("overtime", False), f"{at}/overtime")
    state.summoned = reader.flag(fields.get("summoned", False), f"{at}/summoned")
    state.deck = _elements(reader, fields.get("deck", []), f"{at}/deck")
    state.discard = _counts(reader, fields.get("discard", {}), f"{at}/discard")
    state.trials = _levels(reader, fields.get("trials", []), f"{at}/trials")
    state.known = reader.number(fields.get("known", 0), f"{at}/known", 0, len(state.trials))
    seats = reader.object(fields["seats"], f"{at}/seats", SEATS, ())
    first, second = [_side(reader, seats[name], f"{at}/seats/{name}") for name in SEATS]
    state.sides = (first, second)
    _check_cards(reader, state, at)
    _check_phase(reader, state, at)
    state.result = _result(reader, fields.get("result"), f"{at}/result", state)
    return state


def _side(reader: FirstFault, data: Any, at: str) -> SchoolSide:
    fields = reader.object(data, at, (), ("hand", "emblem", "column", "arenas"))
    side = SchoolSide()
    side.hand = _counts(reader, fields.get("hand", {}), f"{at}/hand")
    emblem = fields.get("emblem")
    side.emblem = None if emblem is None else ELEMENTS.index(reader.choice(emblem, f"{at}/emblem", ELEMENTS))
    column = reader.list(fields.get("column", []), f"{at}/column")
    start = column[:1] == [STARTING]  # only at the bottom
    side.column = [START] * start + _levels(reader, column, f"{at}/column", int(start))
    arenas = reader.object(fields.get("arenas", {}), f"{at}/arenas", (), ELEMENTS)
    for name, part in arenas.items():
        arena_at, arena = pointer(f"{at}/arenas", name), ELEMENTS.index(name)
        given_part = reader.object(part, arena_at, (), ("students", "trials"))
        side.students[arena] = _elements(reader, given_part.get("students", []), f"{arena_at}/students")
        stack = side.trials[arena] = _levels(reader, given_part.get("trials", []), f"{arena_at}/trials")
        rises = all(low < high for low, high in pairwise(stack))
        reader.must(rises, f"{arena_at}/trials", "a stack of which each level is above the one below")
    return side


def _counts(reader: FirstFault, data: Any, at: str) -> list[int]:
    fields = reader.object(data, at, (), ELEMENTS)
    return [reader.number(fields.get(name, 0), pointer(at, name), 0, STUDENTS_EACH) for name in ELEMENTS]


def _elements(reader: FirstFault, data: Any, at: str) -> list[int]:
    parts = reader.list(data, at)
    return [ELEMENTS.index(reader.choice(part, pointer(at, number), ELEMENTS)) for number, part in enumerate(parts)]


def _levels(reader: FirstFault, data: Any, at: str, begin: int = 0) -> list[int]:
    parts = reader.list(data, at)
    return [reader.number(parts[number], pointer(at, number), 1, 6) for number in range(begin, len(parts))]


def _check_cards(reader: FirstFault, state: SchoolsState, at: str) -> None:
    """No more cards everywhere together than there are (M1.1, M1.2)."""
    students = state.deck[:]
    trials = state.trials[:]
    for side in state.sides:
        trials += [level_of(card) for card in side.column]
        for column, stack in zip(side.students, side.trials, strict=True):
            students += column
            trials += stack
    for element, name in enumerate(ELEMENTS):
        counted = students.count(element) + state.discard[element] + sum(side.hand[element] for side in state.sides)
        reader.must(counted <= STUDENTS_EACH, at, f"a state of at most {STUDENTS_EACH} {name} Students")
    for level, number in enumerate(TRIALS_OF_LEVEL):
        reader.must(trials.count(level) <= number, at, f"a state of at most {number} Trials of level {level}")


def _check_phase(reader: FirstFault, state: SchoolsState, at: str) -> None:
    """The conditions that the phase sets for the rest."""
    if state.phase == AT_OVER:
        return
    reader.must(bool(state.trials), f"{at}/trials", "a deck that is not empty, unless the game is over")
    if state.phase == AT_DISCARD:
        enough = state.foe.hand_size >= 2
        reader.must(enough, f"{at}/phase", "another while the seat that would have to discard has not 2 cards in hand")
    low, high = (BEHIND + 1, PLENTY - 1) if state.overtime else (0, ENOUGH - 1)
    when = "in Overtime" if state.overtime else "before Overtime"
    good = all(low <= total <= high for total in state.totals)
    reader.must(good, f"{at}/overtime", f"true to the totals: both from {low} to {high} {when}")


def _result(reader: FirstFault, data: Any, at: str, state: SchoolsState) -> SchoolsResult | None:
    if state.phase != AT_OVER:
        reader.must(data is None, at, "null, unless the game is over")
        return None
    fields = reader.object(data, at, ("winner", "reason", "totals"), ())
    reason = reader.choice(fields["reason"], f"{at}/reason", REASONS)
    totals = reader.object(fields["totals"], f"{at}/totals", SEATS, ())
    numbers = [reader.number(totals[name], pointer(f"{at}/totals", name), 0) for name in SEATS]
    reader.must(tuple(numbers) == state.totals, f"{at}/totals", "the totals of the board")
    winner = winner_of(state.totals)
    written = None if winner is None else SEATS[winner]
    reader.must(fields["winner"] == written, f"{at}/winner", "the seat with the higher total, null in a draw")
    return SchoolsResult(winner, reason, state.totals)
