"""The list of legal actions, in the contract's order (part 2 there)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.schools.rules import duty
from engine.schools.rules.actions import ASSIGN, CAST, DISCARD, END_TURN, MOVE, PASS, SUMMON, SchoolsAction
from engine.schools.rules.components import BATRAX, ELEMENTS, INUNDATIO, MALEFICIO, SEATS, SPELL_OF, SUMMONED
from engine.schools.rules.legality import against_effect, against_taking, is_flanked
from engine.schools.rules.state import AT_ACTIONS, AT_DISCARD, SchoolsState

_ALL: Final = range(len(ELEMENTS))
_MOVES: Final = [SchoolsAction(MOVE, (element,)) for element in _ALL]
_ASSIGNS: Final = [SchoolsAction(ASSIGN, (element,)) for element in _ALL]
_PASSES: Final = [SchoolsAction(PASS, seat=seat) for seat in range(len(SEATS))]
_SUMMONS: Final = [[SchoolsAction(SUMMON, (source, target)) for target in _ALL if target != source] for source in _ALL]


def legal_actions(state: SchoolsState) -> list[SchoolsAction]:
    """Every legal action of the seat that is to act; of equal ones only the first (M5.5, M6.4)."""
    if state.phase == AT_DISCARD:
        return list(_discards(state))
    if state.phase != AT_ACTIONS:
        return []
    actions = list(_turn_actions(state))
    if duty.is_owed(state):
        return [action for action in actions if not duty.is_put_at_risk(state, action)]
    actions.append(END_TURN)
    return actions


def _turn_actions(state: SchoolsState) -> Iterator[SchoolsAction]:
    """All but the end of the turn, the duty of a first turn left aside."""
    side = state.own
    arena = side.emblem
    hand = side.hand
    for element in _ALL:
        if hand[element] and element != arena:
            yield _MOVES[element]
    if arena is not None:
        for element in _ALL:
            if hand[element]:
                yield _ASSIGNS[element]
        for action in _PASSES:
            if against_taking(state, action.seat, 1) is None:
                yield action
    if not state.summoned:
        for source in _ALL:
            if len(side.students[source]) >= SUMMONED:
                yield from _SUMMONS[source]
    if arena is not None:
        yield from _casts(state, arena)


def _casts(state: SchoolsState, arena: int) -> Iterator[SchoolsAction]:
    """By place; of each row of equal Students only the lowest that can cast."""
    column = state.own.students[arena]
    for place in range(1, len(column) - 1):
        if not is_flanked(column, place) or (place >= 2 and column[place - 2] == column[place]):
            continue
        spell = SPELL_OF[column[place]]
        ways: list[SchoolsAction]
        if spell == BATRAX:
            ways = [SchoolsAction(CAST, (element,), place=place, spell=spell) for element in _ALL]
        elif spell == INUNDATIO:
            ways = [SchoolsAction(CAST, seat=seat, place=place, spell=spell) for seat in range(len(SEATS))]
        else:
            ways = [SchoolsAction(CAST, place=place, spell=spell)]
        ways.append(SchoolsAction(CAST, place=place, spell=MALEFICIO))
        for action in ways:
            if against_effect(state, arena, action) is None:
                yield action


def _discards(state: SchoolsState) -> Iterator[SchoolsAction]:
    """All different choices of half the hand, sorted word by word."""
    hand = state.foe.hand
    for cards in _choices(hand, 0, sum(hand) // 2):
        yield SchoolsAction(DISCARD, cards)


def _choices(hand: list[int], element: int, number: int) -> Iterator[tuple[int, ...]]:
    """The choices of so many cards out of those from an Element on: most of the first Element first."""
    if number == 0:
        yield ()
    elif element < len(hand):
        for count in range(min(hand[element], number), -1, -1):
            for rest in _choices(hand, element + 1, number - count):
                yield (element,) * count + rest
