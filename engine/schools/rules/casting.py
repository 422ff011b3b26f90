"""Casting (rulings M6) and the six spells (M7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.components import BATRAX, COMBUSTIO, EVERSIO, HYPNOX, INUNDATIO, MALEFICIO
from engine.schools.rules.events import (
    BatraxDone,
    CasterDiscarded,
    CombustioDone,
    Events,
    EversioDone,
    HypnoxDone,
    InundatioDone,
    MaleficioDone,
    SpellCast,
)
from engine.schools.rules.state import AT_DISCARD, SchoolsState

Effect = Callable[[SchoolsState, int, SchoolsAction, Events], None]


def begin_to_cast(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """First: a Student between two of its own Element casts (M6.1, M6.2)."""
    arena = _arena(state)
    caster = state.own.students[arena][action.place]
    events.append(SpellCast(state.active, ("M6.1", "M6.2"), arena, action.place, caster, action.spell))


def apply_the_effect(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """Second: what the spell does, the caster still counting as a Student (M6.3)."""
    EFFECTS[action.spell](state, _arena(state), action, events)


def discard_the_caster(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """Third: the caster is discarded; with Maleficio before the opponent has chosen (M6.3, M7.7)."""
    arena = _arena(state)
    caster = state.own.students[arena].pop(action.place)
    state.discard[caster] += 1
    rulings = ("M6.3", "M7.7") if action.spell == MALEFICIO else ("M6.3", "M7.8")
    events.append(CasterDiscarded(state.active, rulings, arena, caster))


def _batrax(state: SchoolsState, arena: int, action: SchoolsAction, events: Events) -> None:
    """The opponent's Students of an Element in this Arena are discarded; the rest closes up (M7.1)."""
    (element,) = action.elements
    column = state.foe.students[arena]
    count = column.count(element)
    column[:] = [student for student in column if student != element]
    state.discard[element] += count
    events.append(BatraxDone(state.active, ("M7.1", "M7.8"), arena, element, count))


def _inundatio(state: SchoolsState, arena: int, action: SchoolsAction, events: Events) -> None:
    """A Trial is passed at once, one level left out (M7.2)."""
    level = state.sides[action.seat].column.pop()
    state.own.trials[arena].append(level)
    events.append(InundatioDone(state.active, ("M7.2",), arena, action.seat, level))


def _hypnox(state: SchoolsState, arena: int, _action: SchoolsAction, events: Events) -> None:
    """The opponent's top Student and all others there of its Element come over (M7.3)."""
    column = state.foe.students[arena]
    element = column[-1]
    count = column.count(element)
    column[:] = [student for student in column if student != element]
    state.own.students[arena].extend([element] * count)
    events.append(HypnoxDone(state.active, ("M7.3",), arena, element, count))


def _combustio(state: SchoolsState, arena: int, _action: SchoolsAction, events: Events) -> None:
    """The opponent's stack goes on the Trial deck, its lowest level on top; both know those cards (M7.4, M10.4)."""
    levels = state.foe.trials[arena]
    state.foe.trials[arena] = []
    state.trials[:0] = levels
    state.known += len(levels)
    events.append(CombustioDone(state.active, ("M7.4", "M10.4"), arena, tuple(levels)))


def _eversio(state: SchoolsState, arena: int, _action: SchoolsAction, events: Events) -> None:
    """The opponent's top Trial there becomes one's own (M7.5)."""
    level = state.foe.trials[arena].pop()
    state.own.trials[arena].append(level)
    events.append(EversioDone(state.active, ("M7.5",), arena, level))


def _maleficio(state: SchoolsState, _arena: int, _action: SchoolsAction, events: Events) -> None:
    """The opponent has to discard half their hand, at once (M7.6)."""
    state.phase = AT_DISCARD
    events.append(MaleficioDone(state.active, ("M7.6",), state.foe.hand_size // 2))


EFFECTS: Final[dict[str, Effect]] = {
    BATRAX: _batrax,
    INUNDATIO: _inundatio,
    HYPNOX: _hypnox,
    COMBUSTIO: _combustio,
    EVERSIO: _eversio,
    MALEFICIO: _maleficio,
}


def _arena(state: SchoolsState) -> int:
    arena = state.own.emblem
    assert arena is not None  # legality has seen to it
    return arena
