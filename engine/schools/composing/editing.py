"""Small changes of a position that leave its solution: what is taken away goes back on a pile, no card is lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.schools.rules.components import ELEMENTS, START
from engine.schools.rules.state import SchoolsState


def hand_edits(state: SchoolsState) -> Iterator[SchoolsState]:
    """Every position with a card less in the hand of the seat whose turn it is."""
    for element in range(len(ELEMENTS)):
        if state.own.hand[element]:
            copy = state.copy()
            copy.own.hand[element] -= 1
            copy.discard[element] += 1
            yield copy


def board_edits(state: SchoolsState) -> Iterator[SchoolsState]:
    """Every position with a card less on a column of announced Trials, or in a column of Students."""
    for number, side in enumerate(state.sides):
        if len(side.column) > 1 and side.column[-1] != START:
            copy = state.copy()
            copy.trials.append(copy.sides[number].column.pop())
            yield copy
    for number, side in enumerate(state.sides):
        for arena, column in enumerate(side.students):
            for place in range(len(column) - 1, -1, -1):
                if place and column[place] == column[place - 1]:
                    continue  # of a row of equal Students any is the same
                copy = state.copy()
                copy.discard[copy.sides[number].students[arena].pop(place)] += 1
                yield copy


def tidied(state: SchoolsState) -> SchoolsState:
    """The same position for whoever solves it, without what only a game needs: seed, piles in the order of cards."""
    copy = state.copy()
    copy.seed = "0"
    copy.shuffles = 1
    copy.deck.sort()
    head, rest = copy.trials[: copy.known], sorted(copy.trials[copy.known :])
    copy.trials = head + rest
    return copy
