"""Legal actions, and why another is not: the contract's codes, the first that applies (part 4 there)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.kernel.errors import IllegalAction
from engine.schools.rules import duty
from engine.schools.rules.actions import ASSIGN, CAST, DISCARD, END, MOVE, PASS, SUMMON, SchoolsAction
from engine.schools.rules.components import (
    BATRAX,
    COMBUSTIO,
    EVERSIO,
    HYPNOX,
    INUNDATIO,
    MALEFICIO,
    SPELL_OF,
    SUMMONED,
    level_of,
)
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import AT_DISCARD, SchoolSide, SchoolsState

Code = str | None  # why not, None for nothing

# Every code of a wrong action with its message, in plain English.
MESSAGES: Final[dict[str, str]] = {
    "game-over": "the game is over",
    "wrong-phase": "the other seat has to answer Maleficio first, and nobody discards but to do so",
    "not-in-hand": "the hand has no such card",
    "same-arena": "it leads to another Arena",
    "starting-trial-at-risk": "after this the Starting Trial could not be passed in this turn any more",
    "no-arena": "the Emblem is still on the blazon",
    "column-empty": "nothing is announced there",
    "starting-trial-locked": "the opponent's Starting Trial cannot be taken in one's own first turn",
    "wrong-level": "the Trial has not the level that fits here",
    "too-few-students": "there are too few Students",
    "already-summoned": "Summon has been used in this turn",
    "no-caster": "no Student stands at that place",
    "not-flanked": "the Student does not stand between two of its own Element",
    "wrong-spell": "a Student casts the spell of its Element, or Maleficio",
    "no-effect": "the spell would do nothing",
    "wrong-number": "half the hand is to be discarded, rounded down",
    "starting-trial-not-passed": "the Starting Trial has to be passed in this turn",
}


def check(state: SchoolsState, action: SchoolsAction) -> None:
    """Raises ``IllegalAction`` for an action of good form that may not be done."""
    code = why_not(state, action)
    if code is not None:
        raise IllegalAction(code, f"{action}: {MESSAGES[code]}"[:400])


def why_not(state: SchoolsState, action: SchoolsAction) -> Code:
    """The code of what speaks against an action of good form, None if it is legal."""
    if state.is_over:
        return "game-over"
    if (action.verb == DISCARD) != (state.phase == AT_DISCARD):
        return "wrong-phase"
    if action.verb == ASSIGN:
        return _against_assign(state, action)
    code = _AGAINST[action.verb](state, action)
    if code is not None or action.verb in (DISCARD, END):
        return code
    return "starting-trial-at-risk" if duty.is_owed(state) and duty.is_put_at_risk(state, action) else None


def _against_move(state: SchoolsState, action: SchoolsAction) -> Code:
    (element,) = action.elements
    if not state.own.hand[element]:
        return "not-in-hand"
    return "same-arena" if state.own.emblem == element else None  # M5.2


def _against_assign(state: SchoolsState, action: SchoolsAction) -> Code:
    """Asked card after card, as if each were assigned by itself (M5.5)."""
    if state.own.emblem is None:
        return "no-arena"
    copy = state if len(action.elements) == 1 else state.copy()
    for number, element in enumerate(action.elements, 1):
        schools_action = SchoolsAction(ASSIGN, (element,))
        if not copy.own.hand[element]:
            return "not-in-hand"
        if duty.is_owed(copy) and duty.is_put_at_risk(copy, schools_action):
            return "starting-trial-at-risk"
        if number < len(action.elements):
            events: Events = []
            carry_out(copy, schools_action, events)
    return None


def _against_pass(state: SchoolsState, action: SchoolsAction) -> Code:
    if state.own.emblem is None:
        return "no-arena"
    return against_taking(state, action.seat, 1)


def against_taking(state: SchoolsState, seat: int, above: int) -> Code:
    """The code against taking a seat's available Trial that lies so many levels above one's own (M5.7 to M5.9)."""
    side, column = state.own, state.sides[seat].column
    arena = side.emblem
    assert arena is not None
    if not column:
        return "column-empty"
    if duty.is_locked(state, seat):
        return "starting-trial-locked"
    level = level_of(column[-1])
    if level != side.level(arena) + above:
        return "wrong-level"
    return "too-few-students" if len(side.students[arena]) < level else None


def _against_summon(state: SchoolsState, action: SchoolsAction) -> Code:
    source, target = action.elements
    if source == target:
        return "same-arena"
    if state.summoned:
        return "already-summoned"
    return "too-few-students" if len(state.own.students[source]) < SUMMONED else None


def _against_cast(state: SchoolsState, action: SchoolsAction) -> Code:
    side, place = state.own, action.place
    if side.emblem is None:
        return "no-arena"
    column = side.students[side.emblem]
    if place >= len(column):
        return "no-caster"
    if not is_flanked(column, place):
        return "not-flanked"
    if action.spell not in (SPELL_OF[column[place]], MALEFICIO):
        return "wrong-spell"
    return against_effect(state, side.emblem, action)


def is_flanked(column: list[int], place: int) -> bool:
    """Whether the Students right below and right above are of the same Element (M6.1)."""
    return 0 < place < len(column) - 1 and column[place - 1] == column[place] == column[place + 1]


def against_effect(state: SchoolsState, arena: int, action: SchoolsAction) -> Code:
    """The code against the effect of a spell, whoever casts it: it has to do something (M6.5, M7)."""
    foe = state.foe
    if action.spell == INUNDATIO:
        return against_taking(state, action.seat, 2)
    if action.spell == EVERSIO:
        return _against_eversio(state.own, foe, arena)
    if action.spell == BATRAX:
        does = action.elements[0] in foe.students[arena]
    elif action.spell == HYPNOX:
        does = bool(foe.students[arena])
    elif action.spell == COMBUSTIO:
        does = bool(foe.trials[arena])
    else:
        does = foe.hand_size >= 2
    return None if does else "no-effect"


def _against_eversio(own: SchoolSide, foe: SchoolSide, arena: int) -> Code:
    level = foe.level(arena)
    if not level:
        return "no-effect"
    if level <= own.level(arena):
        return "wrong-level"
    return "too-few-students" if len(own.students[arena]) < level else None


def _against_discard(state: SchoolsState, action: SchoolsAction) -> Code:
    hand = state.foe.hand
    if len(action.elements) != sum(hand) // 2:
        return "wrong-number"
    if any(action.elements.count(element) > hand[element] for element in set(action.elements)):
        return "not-in-hand"
    return None


def _against_end(state: SchoolsState, _action: SchoolsAction) -> Code:
    return "starting-trial-not-passed" if duty.is_owed(state) else None


_AGAINST: Final[dict[str, Callable[[SchoolsState, SchoolsAction], Code]]] = {
    MOVE: _against_move,
    PASS: _against_pass,
    SUMMON: _against_summon,
    CAST: _against_cast,
    DISCARD: _against_discard,
    END: _against_end,
}
