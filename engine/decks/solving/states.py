"""A position on the way to a goal: what has been counted so far, and which Creature is which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.decks.rules.actions import Action
from engine.decks.rules.board import END, Creature
from engine.decks.rules.position import Position
from engine.decks.rules.tally import Tally
from engine.decks.solving.counting import counted
from engine.decks.solving.objective import DESTROY, SURVIVE, WIN, Objective, check_turn
from engine.kernel.budget import Budget

NEWCOMER: Final = 0  # the label of a Creature that was not in play at the start

Labels = tuple[tuple[int, ...], ...]
Key = tuple[int, ...]


class SearchState:
    """A position, the ``labels`` of its Creatures (row by row; equal numbers are the same Creature; empty where nobody
    asks which is which), the ``count`` towards the goal, and whether the goal is ``reached``.
    """

    __slots__ = ("count", "labels", "position", "reached")

    def __init__(self, position: Position, labels: Labels, count: int, reached: bool) -> None:
        self.position = position
        self.labels = labels
        self.count = count
        self.reached = reached


class Walker:
    """Makes states out of states for one objective, and keeps the budget. ``begun`` is the player's turn number at
    the start: the turns of the objective are counted from it.
    """

    def __init__(self, position: Position, objective: Objective, budget: Budget) -> None:
        self.objective = objective
        self.budget = budget
        self.begun = position.seats[objective.player].turn
        self._target = NEWCOMER
        self._target_row = -1
        labels: list[tuple[int, ...]] = []
        data = 1
        for row in position.rows:
            labels.append(tuple(range(data, data + len(row))))
            data += len(row)
        if objective.target is not None:
            self._target_row, place = objective.target
            self._target = labels[self._target_row][place]
        start = SearchState(position.copy(), tuple(labels), 0, False)
        start.reached = self._is_reached(start)
        self.start = start

    def advance(self, played: Iterable[Action]) -> None:
        """Makes the state after some actions the start. Raises ``EngineError`` when the player's turn is over then."""
        for action in played:
            self.start = self.make(self.start, action)
        check_turn(self.start.position, self.objective.player)

    def step(self, state: SearchState, action: Action) -> SearchState:
        """The state after a legal action; the given one is left as it is. Raises ``OutOfBudget``."""
        self.budget.spend()
        return self.make(state, action)

    def make(self, state: SearchState, action: Action) -> SearchState:
        """Like ``step``, outside the budget: for going once more where the search has been."""
        position = state.position.copy()
        labels = state.labels
        before = [row[:] for row in position.rows] if labels else []
        count = state.count
        if self.objective.counts:
            tally = Tally(len(position.seats))
            position.push(action, None, tally)
            count = min(count + counted(self.objective, tally), self.objective.needed)
        else:
            position.push(action)
        if labels:
            labels = _follow(before, labels, position.rows)
        after = SearchState(position, labels, count, False)
        after.reached = state.reached or self._is_reached(after)
        return after

    def _is_reached(self, state: SearchState) -> bool:
        objective = self.objective
        kind = objective.kind
        if kind == DESTROY:
            return self._target not in state.labels[self._target_row]
        if kind in (WIN, SURVIVE):
            result = state.position.result
            if result is not None and objective.player in result.winners:
                return True
        return objective.counts and state.count >= objective.needed

    def unlabelled(self, state: SearchState) -> SearchState:
        """The state for searches in which labels do not matter: without them, unless a Creature is to be destroyed."""
        if self._target_row >= 0 or not state.labels:
            return state
        return SearchState(state.position, (), state.count, state.reached)

    def target(self, state: SearchState) -> Creature | None:
        """The Creature to destroy, or None when it is destroyed (or the goal is another one)."""
        if self._target_row < 0 or self._target not in state.labels[self._target_row]:
            return None
        return state.position.rows[self._target_row][state.labels[self._target_row].index(self._target)]

    def is_last(self, state: SearchState) -> bool:
        """Whether the player's last turn is over with the Assault: what comes after cannot reach the goal.

        Surviving goes on until the enemies' turns have ended.
        """
        return state.position.phase == END and self.is_last_turn(state)

    def is_last_turn(self, state: SearchState) -> bool:
        """Whether it is the last turn in which the player can reach the goal (never for surviving)."""
        position = state.position
        objective = self.objective
        if objective.kind == SURVIVE or position.active != objective.player:
            return False
        return position.seats[objective.player].turn - self.begun + 1 >= objective.turns


class Keys:
    """Keys of states: small, and equal exactly for states equal in all that matters, position, labels and count.

    Parts of ``Position.key`` are numbered as they are met; mode, edition and the like never change in a search. After
    ``forget`` the same part has another number, and no number is given twice: old keys equal no new ones.
    """

    __slots__ = ("_given", "_ids")

    def __init__(self) -> None:
        self._ids: dict[object, int] = {}
        self._given = 0

    def __len__(self) -> int:
        return len(self._ids)

    def forget(self) -> None:
        self._given += len(self._ids)
        self._ids = {}

    def of(self, state: SearchState) -> Key:
        ids = self._ids
        data = self._given
        position = state.position
        parts = [position.active, position.phase, position.mana, state.count]
        for seat in position.seats:
            parts.append(ids.setdefault(seat.key(), data + len(ids)))
        labels = state.labels
        for index, row in enumerate(position.rows):
            if row:
                part = (tuple([creature.key() for creature in row]), labels[index] if labels else None)
                parts.append(ids.setdefault(part, data + len(ids)))
            else:
                parts.append(-1)
        return tuple(parts)


def _follow(before: list[list[Creature]], labels: Labels, rows: list[list[Creature]]) -> Labels:
    """The labels after an action that made ``rows`` out of ``before`` (the same Creature objects, moved)."""
    if before == rows:
        return labels
    followed: list[tuple[int, ...]] = []
    for old, known, row in zip(before, labels, rows, strict=True):
        if old == row:
            followed.append(known)
            continue
        label_of = {id(creature): label for creature, label in zip(old, known, strict=True)}
        followed.append(tuple([label_of.get(id(creature), NEWCOMER) for creature in row]))
    return tuple(followed)
