"""A position on the way to a goal: what has been counted so far, and which Creature is which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.decks.rules.actions import Action
from engine.decks.rules.board import END, Creature, Seat
from engine.decks.rules.position import Position
from engine.decks.rules.tally import Tally
from engine.decks.solving.conditions import BROKEN, COUNTS, Record
from engine.decks.solving.counting import counted
from engine.decks.solving.objective import SURVIVE, WIN, Objective, check_turn
from engine.kernel.budget import Budget

MAX_DEPTH: Final = 200  # turns of all seats: a game of two has no more (ruling 2.13)
NEWCOMER: Final = 0  # the label of a Creature that was not in play at the start

Labels = tuple[tuple[int, ...], ...]
Key = tuple[int, ...]


class SearchState:
    """A position, the ``labels`` of its Creatures (row by row; equal numbers are the same Creature; empty where nobody
    asks which is which), the ``count`` towards the goal, and whether the goal is ``reached``; the ``record`` is that of
    an objective with further goals or conditions, else empty.
    """

    __slots__ = ("count", "labels", "position", "reached", "record")

    def __init__(self, position: Position, labels: Labels, count: int, reached: bool, record: Record = ()) -> None:
        self.position = position
        self.labels = labels
        self.count = count
        self.reached = reached
        self.record = record


class Walker:
    """Makes states out of states for one objective, and keeps the budget. ``begun`` is the player's turn number at
    the start: the turns of the objective are counted from it.
    """

    def __init__(self, position: Position, objective: Objective, budget: Budget) -> None:
        self.objective = objective
        self.budget = budget
        self.begun = position.seats[objective.player].turn
        labels: list[tuple[int, ...]] = []
        data = 1
        for row in position.rows:
            labels.append(tuple(range(data, data + len(row))))
            data += len(row)
        self._targets: dict[tuple[int, int], int] = {}  # the labels of Creatures to destroy, by row and place
        for goal in objective.goals:
            if goal.target is not None:
                self._targets[goal.target] = labels[goal.target[0]][goal.target[1]]
        record = () if objective.is_plain else (0,) * (COUNTS + len(objective.goals) - 1)
        start = SearchState(position.copy(), tuple(labels), 0, False, record)
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
        record = state.record
        if record or self.objective.counts:
            tally = Tally(len(position.seats))
            position.push(action, None, tally)
            count = min(count + counted(self.objective, tally), self.objective.needed)
            if record:
                record = self._recorded(state, action, tally)
        else:
            position.push(action)
        if labels:
            labels = _follow(before, labels, position.rows)
        after = SearchState(position, labels, count, False, record)
        after.reached = state.reached or self._is_reached(after)
        return after

    def _recorded(self, state: SearchState, action: Action, tally: Tally) -> Record:
        """The record after an action from a state."""
        objective = self.objective
        assert objective.conditions is not None
        record = list(objective.conditions.after(state.record, state.position, action, tally, objective.player))
        for number, goal in enumerate(objective.others, COUNTS):
            record.append(min(state.record[number] + counted(goal, tally), goal.needed))
        return tuple(record)

    def _is_reached(self, state: SearchState) -> bool:
        if self.objective.is_plain:
            return self._is_met(self.objective, state.count, state)
        return not self.unmet_goals(state) and not self.unmet_condition(state)

    def unmet_condition(self, state: SearchState) -> str:
        """The name of a condition that is not met, were the goal reached now; empty when there is none."""
        conditions = self.objective.conditions
        return "" if conditions is None else conditions.unmet(state.record)

    def unmet_goals(self, state: SearchState) -> list[tuple[Objective, int]]:
        """The goals that are not reached, each with its count."""
        unmet = []
        for number, goal in enumerate(self.objective.goals):
            count = state.record[COUNTS + number - 1] if number else state.count
            if not self._is_met(goal, count, state):
                unmet.append((goal, count))
        return unmet

    def _is_met(self, goal: Objective, count: int, state: SearchState) -> bool:
        if goal.target is not None:
            return self._targets[goal.target] not in state.labels[goal.target[0]]
        if goal.kind in (WIN, SURVIVE):
            result = state.position.result
            if result is not None and goal.player in result.winners:
                return True
        return goal.counts and count >= goal.needed

    def is_lost(self, state: SearchState) -> bool:
        """Whether the goal, not reached in this state, can no longer be."""
        return state.position.is_over or bool(state.record and state.record[BROKEN]) or self.is_last(state)

    def unlabelled(self, state: SearchState) -> SearchState:
        """The state for searches in which labels do not matter: without them, unless a Creature is to be destroyed."""
        if self._targets or not state.labels:
            return state
        return SearchState(state.position, (), state.count, state.reached, state.record)

    def target(self, state: SearchState, goal: Objective | None = None) -> Creature | None:
        """The Creature to destroy, or None when it is destroyed (or the goal is another one)."""
        place = (goal or self.objective).target
        if place is None or self._targets[place] not in state.labels[place[0]]:
            return None
        return state.position.rows[place[0]][state.labels[place[0]].index(self._targets[place])]

    def is_last(self, state: SearchState) -> bool:
        """Whether the player's last turn is over with the Assault: what comes after cannot reach the goal.

        Surviving goes on until the enemies' turns have ended, unless a condition can no longer be met.
        """
        if not self._is_final_turn(state) or (
            state.position.phase != END and self._turn(state) == self.objective.turns
        ):
            return False
        if not self.objective.survives:
            return True
        return any(goal.kind != SURVIVE for goal, _ in self.unmet_goals(state)) or bool(self.unmet_condition(state))

    def is_last_turn(self, state: SearchState) -> bool:
        """Whether it is the last turn in which the player can reach the goal (never for surviving)."""
        return not self.objective.survives and self._is_final_turn(state)

    def _is_final_turn(self, state: SearchState) -> bool:
        return state.position.active == self.objective.player and self._turn(state) >= self.objective.turns

    def _turn(self, state: SearchState) -> int:
        """The number of the player's latest turn, the first being 1."""
        return state.position.seats[self.objective.player].turn - self.begun + 1

    def is_too_deep(self, state: SearchState) -> bool:
        """Whether so many turns have passed that a search by recursion has to end."""
        return self._turn(state) * len(state.position.seats) > MAX_DEPTH


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
        if state.record:
            parts.append(ids.setdefault(state.record, data + len(ids)))
        for seat in position.seats:
            parts.append(ids.setdefault(_key_of_seat(seat), data + len(ids)))
        labels = state.labels
        for index, row in enumerate(position.rows):
            if row:
                part = _key_of_row(row, labels[index] if labels else ())
                parts.append(ids.setdefault(part, data + len(ids)))
            else:
                parts.append(-1)
        return tuple(parts)


def _key_of_seat(seat: Seat) -> tuple[object, ...]:
    """As good as ``Seat.key``, and flat: the text of a card knows its hash, a tuple works it out again."""
    if seat.is_ai:
        return seat.key()
    parts: list[object] = [card.key for card in seat.hand]
    parts.append(seat.stronghold)
    parts.append(2 * seat.turn + seat.fort)
    if seat.champion is not None:
        parts.append(seat.champion.key)
        parts.append(seat.champion_state)
    return tuple(parts)


def _key_of_row(row: list[Creature], labels: tuple[int, ...]) -> tuple[object, ...]:
    """The keys of a row's Creatures one after the other; only a Sprint bonus is below 0, only cards are texts."""
    parts: list[object] = []
    for creature in row:
        enchained = creature.enchained
        parts.append(creature.body.key)
        parts.append(32 * creature.damage + creature.marks + (0 if enchained is None else 16))
        if creature.sprint:
            parts.append(-creature.sprint)
        if enchained is not None:
            parts.append(enchained.key)
    if labels:
        parts.append(labels)
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
