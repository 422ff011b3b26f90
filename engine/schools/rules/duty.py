"""The duty of a first turn: the own Starting Trial has to be passed in it (part 4 of the rulings)."""

from __future__ import annotations

from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.components import ELEMENTS, FIRST_TURNS, START, SUMMONED
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import SchoolsState


def is_owed(state: SchoolsState) -> bool:
    """Whether this is a first turn, the own Starting Trial lies on top of its column, and it can be passed (M4.5)."""
    return _is_waiting(state) and _can_be_done(state)


def is_locked(state: SchoolsState, seat: int) -> bool:
    """Whether the top card of a column is the opponent's Starting Trial in one's own first turn (M4.2)."""
    return state.turn <= FIRST_TURNS and seat != state.active and state.sides[seat].column[-1] == START


def is_put_at_risk(state: SchoolsState, action: SchoolsAction) -> bool:
    """Whether what is owed could not be done any more after a legal action (M4.4). To be asked while it is owed."""
    copy = state.copy()
    events: Events = []
    carry_out(copy, action, events)
    return _is_waiting(copy) and not _can_be_done(copy)


def _is_waiting(state: SchoolsState) -> bool:
    return state.turn <= FIRST_TURNS and state.own.column[-1:] == [START]


def _can_be_done(state: SchoolsState) -> bool:
    """Whether there is an Arena without a Trial which the Emblem can reach, and a Student can be there too (M4.4)."""
    side = state.own
    cards = side.hand_size
    sources = [] if state.summoned else [arena for arena, column in enumerate(side.students) if len(column) >= SUMMONED]
    for arena in range(len(ELEMENTS)):
        price = 0 if side.emblem == arena else 1
        if side.trials[arena] or (price and not side.hand[arena]):
            continue
        if side.students[arena] or cards > price or any(source != arena for source in sources):
            return True
    return False
