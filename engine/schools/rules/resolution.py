"""From an action to what happens, as the rulebook lists it: **the steps of each action**, in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.schools.rules import casting, ending, turns
from engine.schools.rules.actions import ASSIGN, CAST, DISCARD, END, MOVE, PASS, SUMMON, SchoolsAction
from engine.schools.rules.components import START, SUMMONED, level_of
from engine.schools.rules.events import (
    EmblemMoved,
    Events,
    HalfDiscarded,
    StudentAssigned,
    StudentsSummoned,
    TrialPassed,
)
from engine.schools.rules.state import AT_ACTIONS, AT_OVER, SchoolsState

SchoolsStep = Callable[[SchoolsState, SchoolsAction, Events], None]


def move_the_emblem(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """A Student from hand is discarded, the Emblem goes to the Arena of its Element (M5.1)."""
    (element,) = action.elements
    side = state.own
    side.hand[element] -= 1
    state.discard[element] += 1
    events.append(EmblemMoved(state.active, ("M5.1",), element, side.emblem, element))
    side.emblem = element


def assign_students(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """Students from hand on one's own column in the Arena of the Emblem, one after the other (M5.3, M5.5)."""
    side = state.own
    arena = side.emblem
    assert arena is not None  # legality has seen to it
    rulings = ("M5.3",) if len(action.elements) == 1 else ("M5.3", "M5.5")
    for element in action.elements:
        side.hand[element] -= 1
        side.students[arena].append(element)
        events.append(StudentAssigned(state.active, rulings, element, arena))


def pass_a_trial(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """The top card of a column on one's own stack in the Arena of the Emblem (M5.7)."""
    side = state.own
    arena = side.emblem
    assert arena is not None  # legality has seen to it
    card = state.sides[action.seat].column.pop()
    side.trials[arena].append(level_of(card))
    start = card == START
    rulings = ("M5.7", "M5.8", "M5.9", *(("M4.1",) if start and action.seat == state.active else ()))
    events.append(TrialPassed(state.active, rulings, arena, action.seat, level_of(card), start))


def summon_students(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """The top 3 Students of one column on another of one's own, in the same order (M5.12)."""
    source, target = action.elements
    students = state.own.students
    moved = students[source][-SUMMONED:]
    del students[source][-SUMMONED:]
    students[target].extend(moved)
    state.summoned = True
    events.append(StudentsSummoned(state.active, ("M5.12",), source, target, tuple(moved)))


def discard_half(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """The answer to Maleficio; then the turn goes on (M7.6)."""
    for element in action.elements:
        state.foe.hand[element] -= 1
        state.discard[element] += 1
    state.phase = AT_ACTIONS
    events.append(HalfDiscarded(1 - state.active, ("M7.6", "M7.8"), tuple(sorted(action.elements))))


STEPS: Final[dict[str, tuple[SchoolsStep, ...]]] = {
    MOVE: (move_the_emblem, ending.look_at_totals),
    ASSIGN: (assign_students, ending.look_at_totals),
    PASS: (pass_a_trial, ending.look_at_totals),
    SUMMON: (summon_students, ending.look_at_totals),
    CAST: (  # done to the end before the end of the game is looked at (M6.6)
        casting.begin_to_cast,
        casting.apply_the_effect,
        casting.discard_the_caster,
        ending.look_at_totals,
    ),
    DISCARD: (discard_half, ending.look_at_totals),
    END: (  # Phase 3, then Phase 1 of the next turn
        turns.announce_trials,
        turns.tell_the_hand,
        turns.look_at_the_deck,
        turns.begin_the_next_turn,
    ),
}


def carry_out(state: SchoolsState, action: SchoolsAction, events: Events) -> None:
    """Carries out an action that is legal: step by step, until there is none left or the game is over."""
    for step in STEPS[action.verb]:
        step(state, action, events)
        if state.phase == AT_OVER:
            break
