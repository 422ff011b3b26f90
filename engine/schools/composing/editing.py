"""Small changes of a position that leave its solution: what is taken away goes back on a pile, no card is lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.schools.rules.components import ELEMENTS, START
from engine.schools.rules.state import SchoolsState


def hand_edits(state: SchoolsState) -> Iterator[SchoolsState]:
    """Every position with a card less in the hand of the seat whose turn it is."""
    for element in range(len(ELEMENTS)):
        if state.own.hand[element]:
            twin = state.copy()
            twin.own.hand[element] -= 1
            twin.discard[element] += 1
            yield twin


def board_edits(state: SchoolsState) -> Iterator[SchoolsState]:
    """Every position with a card less on a column of announced Trials, or in a column of Students."""
    for number, side in enumerate(state.sides):
        if len(side.column) > 1 and side.column[-1] != START:
            twin = state.copy()
            twin.trials.append(twin.sides[number].column.pop())
            yield twin
    for number, side in enumerate(state.sides):
        for arena, column in enumerate(side.students):
            for place in range(len(column) - 1, -1, -1):
                if place and column[place] == column[place - 1]:
                    continue  # of a row of equal Students any is the same
                twin = state.copy()
                twin.discard[twin.sides[number].students[arena].pop(place)] += 1
                yield twin


def tidied(state: SchoolsState) -> SchoolsState:
    """The same position for whoever solves it, without what only a game needs: seed, piles in the order of cards."""
    twin = state.copy()
    twin.seed = "0"
    twin.shuffles = 1
    twin.deck.sort()
    head, rest = twin.trials[: twin.known], sorted(twin.trials[twin.known :])
    twin.trials = head + rest
    return twin
