"""The variations of a solution: the enemy's turns that can follow its first turn, and what answers each of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.rules.actions import END_TURN, Action
from engine.decks.rules.board import END
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.solving import ways
from engine.decks.solving.graph import TurnGraph
from engine.decks.solving.set_play import Names, names_of, still_works
from engine.decks.solving.states import Keys, SearchState
from engine.kernel.budget import Budget, OutOfBudget
from grimoire.caching import cached_if_complete
from grimoire.lines import LineState, StartingPosition, replay_line, step, write_line
from grimoire.solving.defence import Defender

MAX_NODES: Final = 30_000  # positions that may be looked at for one solution
MAX_SECONDS: Final = 1.0  # of the processor
MAX_POSITIONS: Final = 1_200  # inside the enemy's turn
MAX_ANSWERS: Final = 24  # that are searched for
MAX_GROUPS: Final = 8
MAX_SHOWN: Final = 3  # defences of a group

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """Defences with one ``answer``: ``count`` of them, of which ``defences`` are the toughest; all in text form.

    The answer is empty where the goal is reached, or kept, without one. ``is_rest``: it answers most of the defences.
    ``is_lost``: in set play, there is no answer.
    """

    defences: tuple[Line, ...]
    count: int
    answer: Line
    is_rest: bool = False
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Variations:
    """What can follow ``key``, a solution up to the enemy's first turn.

    ``seat`` is the enemy's, ``count`` says how many turns they have that lead to different positions. ``hidden`` of
    them belong to variations that are not listed; ``complete`` is False where not all of their turns were looked at.
    """

    key: Line
    seat: int
    count: int
    listed: tuple[Variation, ...]
    hidden: int = 0
    complete: bool = True

    def to_json(self) -> dict[str, Any]:
        """For programs, with actions as ``clash-position/1`` writes them."""
        return {
            "key": write_line(self.key),
            "player": SEAT_NAMES[self.seat],
            "replies": self.count,
            "complete": self.complete,
            "hidden": self.hidden,
            "listed": [
                {
                    "replies": [write_line(defence) for defence in variation.defences],
                    "count": variation.count,
                    "answer": write_line(variation.answer),
                }
                for variation in self.listed
            ],
        }


@dataclass(slots=True)
class _Defence:
    line: list[Action]
    state: SearchState  # after it
    gap: int  # what the goal lacks then


@dataclass(slots=True)
class _Group:
    names: Names
    answer: list[Action]  # to the first of the defences
    defences: list[_Defence]


@cached_if_complete(128, lambda start, way: (start.content, tuple(way)))
def variations_of(start: StartingPosition, way: Sequence[str]) -> tuple[Variations | None, bool]:
    """The variations of a solution; None where no enemy has a turn before it is over. It must come through the gate."""
    begun = time.thread_time()
    variations = _searched(start, way)
    return variations, time.thread_time() - begun < MAX_SECONDS


def _searched(start: StartingPosition, way: Sequence[str]) -> Variations | None:
    line_state = replay_line(start.position, way)
    line_state.walker.budget = Budget(MAX_NODES, MAX_SECONDS, time.thread_time)
    defender = Defender(line_state.walker)
    try:
        _to_enemy_turn(line_state, defender)
    except OutOfBudget:
        return None
    if defender.replies.settled(line_state.state) is not None:
        return None
    key = tuple(str(action) for action in line_state.actions[line_state.opening :])
    groups: list[_Group] = []
    count, complete = 0, True
    try:
        for defence in _defences(line_state.state, defender):
            count += 1
            _put(defence, groups, defender)
        _merge(groups, defender)
    except OutOfBudget:
        complete = False
    return _listed(key, line_state.position.active, count, groups, complete)


def _to_enemy_turn(line_state: LineState, defender: Defender) -> None:
    while defender.replies.settled(line_state.state) is None:
        if line_state.position.phase == END:
            step(line_state, END_TURN)
        elif not line_state.is_solvers_turn:
            return
        else:  # a seat that helps
            actions = defender.winning_turn(line_state.state)
            if not actions:
                raise OutOfBudget("answer")
            for action in actions:
                step(line_state, action)


def _defences(start: SearchState, defender: Defender) -> Iterator[_Defence]:
    """The turns of an enemy that lead to different positions, those after which most is lacking first.

    Raises ``OutOfBudget`` after them where there may be more.
    """
    walker = defender.walker
    graph = TurnGraph(walker)
    whole = walker.budget
    walker.budget = whole.part(MAX_POSITIONS)
    graph.grow(start, lambda _, state: (False, defender.gap_after(state)))
    walker.budget = whole
    parents, keys, known = ways.shortest_ways(graph), Keys(), set()
    for node in sorted((node for node in parents if graph.exits[node]), key=lambda node: -graph.gaps[node]):
        line = defender.line(start, ways.way_to(parents, node))
        state = start
        for action in line:
            state = walker.step(state, action)
        key = keys.of(walker.unlabelled(state))
        if key not in known:
            known.add(key)
            yield _Defence(line, state, graph.gaps[node])
    if not graph.complete:
        raise OutOfBudget("nodes")


def _put(defence: _Defence, groups: list[_Group], defender: Defender) -> None:
    """Into the first group whose answer works, the largest first, else into a new one."""
    groups.sort(key=lambda group: -len(group.defences))
    for group in groups:
        if still_works(defender.replies, defence.state, group.names):
            group.defences.append(defence)
            return
    if len(groups) == MAX_ANSWERS:
        raise OutOfBudget("answers")
    groups.append(_group(defence, defender))


def _group(defence: _Defence, defender: Defender) -> _Group:
    """A group of its own, with the answer that is searched for. Raises ``OutOfBudget`` where none was found."""
    state = defence.state
    actions: list[Action] = []
    while defender.replies.settled(state) is None:  # whatever other enemies do before it
        helps = defender.walker.objective.helps(state.position.active)
        turn = defender.winning_turn(state) if helps else defender.answer(state)[0]
        if not turn:
            raise OutOfBudget("answer")
        for action in turn:
            state = defender.walker.step(state, action)
        actions += turn
        if helps:
            break
    return _Group(names_of(defender.walker, defence.state, actions), actions, [defence])


def _merge(groups: list[_Group], defender: Defender) -> None:
    """Small groups go into larger ones whose answer was not known yet when they were made."""
    for small in sorted(groups, key=lambda group: len(group.defences)):
        for large in groups:
            if large is small or len(large.defences) < len(small.defences):
                continue
            if all(still_works(defender.replies, defence.state, large.names) for defence in small.defences):
                large.defences += small.defences
                groups.remove(small)
                break


def _listed(key: Line, seat: int, count: int, groups: list[_Group], complete: bool) -> Variations:
    groups.sort(key=lambda group: -len(group.defences))
    shown, hidden = groups[:MAX_GROUPS], groups[MAX_GROUPS:]
    listed = [
        Variation(
            tuple(tuple(map(str, defence.line)) for defence in group.defences[:MAX_SHOWN]),
            len(group.defences),
            tuple(map(str, group.answer)),
            is_rest=group is groups[0] and len(groups) > 1,
        )
        for group in shown
    ]
    listed.reverse()  # what asks for an answer of its own first
    return Variations(key, seat, count, tuple(listed), sum(len(group.defences) for group in hidden), complete)
