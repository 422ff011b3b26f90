"""The set-up, and what happens between a player's actions and those of the other: Phase 3 and Phase 1 (M2, M3, M8)."""

from __future__ import annotations

from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.components import ANNOUNCED, DEALT, DRAWN, ELEMENTS, FIRST_TURNS, LAST_TURN, START
from engine.schools.rules.ending import LAST_TRIAL, TURN_LIMIT, finish
from engine.schools.rules.events import (
    Events,
    HandTold,
    StudentsDealt,
    StudentsDrawn,
    StudentsReshuffled,
    TrialsAnnounced,
)
from engine.schools.rules.shuffling import ALL_STUDENTS, ALL_TRIALS, STUDENTS, TRIALS, shuffled
from engine.schools.rules.state import SchoolsState


def new_state(seed: str, events: Events) -> SchoolsState:
    """A game set up, Phase 1 of turn 1 done (M2). ``seed``: as ``shuffling.SEED`` says."""
    state = SchoolsState(seed)
    for side in state.sides:
        side.column.append(START)
    state.trials = shuffled(ALL_TRIALS[len(state.sides) :], seed, TRIALS, 0)  # without the Starting Trials
    state.deck = shuffled(ALL_STUDENTS, seed, STUDENTS, 0)
    for seat, count in enumerate(DEALT):
        cards = _take(state, seat, count)
        events.append(StudentsDealt(seat, ("M2.2",), count, cards))
    draw_students(state, events)
    return state


def announce_trials(state: SchoolsState, _action: SchoolsAction, events: Events) -> None:
    """Phase 3, first: the two top Trials on one's own column, the higher first (M8.1)."""
    levels = tuple(sorted(state.trials[:ANNOUNCED], reverse=True))
    del state.trials[:ANNOUNCED]
    state.known = max(0, state.known - len(levels))
    state.own.column.extend(levels)
    events.append(TrialsAnnounced(state.active, ("M8.1",) if len(levels) == ANNOUNCED else ("M8.1", "M8.2"), levels))


def tell_the_hand(state: SchoolsState, _action: SchoolsAction, events: Events) -> None:
    """Phase 3, second: the number of cards in hand is told (M8.3)."""
    events.append(HandTold(state.active, ("M8.3",), state.own.hand_size))


def look_at_the_deck(state: SchoolsState, _action: SchoolsAction, events: Events) -> None:
    """Phase 3, third: the game is over when the last Trial has been drawn, or with the last turn (M9.6, M9.9)."""
    if not state.trials:
        finish(state, LAST_TRIAL, events)
    elif state.turn == LAST_TURN:
        finish(state, TURN_LIMIT, events)


def begin_the_next_turn(state: SchoolsState, _action: SchoolsAction, events: Events) -> None:
    """The other player's turn begins with its Phase 1 (M3.1)."""
    state.turn += 1
    state.summoned = False
    draw_students(state, events)


def draw_students(state: SchoolsState, events: Events) -> None:
    """Phase 1: 3 Students. The discard pile becomes a new deck when a card is missing, not before (M3.3)."""
    seat = state.active
    rulings = ("M3.1", "M3.2") if state.turn <= FIRST_TURNS else ("M3.1",)
    missing = DRAWN
    if len(state.deck) < missing and any(state.discard):
        if state.deck:
            missing -= len(state.deck)
            cards = _take(state, seat, len(state.deck))
            events.append(StudentsDrawn(seat, rulings, len(cards), cards))
        _reshuffle(state, events)
    cards = _take(state, seat, missing)
    events.append(StudentsDrawn(seat, rulings if len(cards) == missing else (*rulings, "M3.4"), len(cards), cards))


def _reshuffle(state: SchoolsState, events: Events) -> None:
    pile = [element for element in range(len(ELEMENTS)) for _ in range(state.discard[element])]
    state.deck = shuffled(pile, state.seed, STUDENTS, state.shuffles)
    state.shuffles += 1
    state.discard = [0] * len(ELEMENTS)
    events.append(StudentsReshuffled(state.active, ("M3.3",), len(pile)))


def _take(state: SchoolsState, seat: int, count: int) -> tuple[int, ...]:
    """Takes cards from the top of the deck into a hand, at most as many as there are."""
    cards = tuple(state.deck[:count])
    del state.deck[:count]
    hand = state.sides[seat].hand
    for element in cards:
        hand[element] += 1
    return cards
