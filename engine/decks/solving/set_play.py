"""Set play: what a position would give if the player passed first (docs/programmer/objectives.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.decks.formats.interchange import write_action
from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, PLAY_LINE, Action
from engine.decks.rules.board import END, MANA, SUMMONING
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import ways
from engine.decks.solving.graph import GOAL, LOST, TurnGraph
from engine.decks.solving.hidden import is_hidden
from engine.decks.solving.naming import name_of
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.replies import Replies
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import Keys, SearchState, Walker
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.errors import EngineError

MAX_ANSWERS: Final = 24  # different ones
MAX_SHOWN: Final = 3  # replies with the same answer

Names = tuple[tuple[Any, ...], ...]  # of the actions of a turn (see ``name_of``)


@dataclass(slots=True)
class SetGroup:
    """Replies with one answer: None where nothing reaches the goal any more, empty where nothing more is needed."""

    answer: list[Action] | None
    replies: list[list[Action]] = field(default_factory=list)
    names: Names = ()


@dataclass(slots=True)
class SetPlay:
    """The set play of a position.

    ``seat`` is the enemy's who is to play then; a seat that helps, or the
    player again after an AI, has one empty reply. The groups with most replies come first, that without an answer
    last. ``complete``: every different reply was looked at.
    """

    seat: int
    groups: list[SetGroup]
    complete: bool = True

    @property
    def count(self) -> int:
        return sum(len(group.replies) for group in self.groups)

    @property
    def answered(self) -> int:
        return sum(len(group.replies) for group in self.groups if group.answer is not None)

    def to_json(self, limit: int | None = MAX_SHOWN) -> dict[str, Any]:
        """At most ``limit`` replies of a group are written."""
        return {
            "player": SEAT_NAMES[self.seat],
            "replies": self.count,
            "answered": self.answered,
            "complete": self.complete,
            "groups": [
                {
                    "replies": [[write_action(action) for action in reply] for reply in group.replies[:limit]],
                    "count": len(group.replies),
                    "answer": None if group.answer is None else [write_action(action) for action in group.answer],
                }
                for group in self.groups
            ],
        }


def set_play(position: Position, budget: Budget, turns: int | None = None) -> SetPlay:
    """Looks at every reply to a pass. What the budget leaves out is missing, and the answer is not ``complete``.

    Raises ``EngineError`` (``bad-position``) for predictions and hidden hands, and where there is no turn to pass.
    """
    objective = read(position, turns)
    if not objective.survives:
        objective.turns = max(objective.turns, 2)  # the pass is one of them
    walker = Walker(position, objective, budget)
    if objective.kind == PREDICT or is_hidden(position):
        raise _nothing_to_pass()
    state = walker.start
    if state.position.phase == MANA:
        state = walker.make(state, BEGIN_TURN)
    if state.position.phase != SUMMONING:
        raise _nothing_to_pass()
    state.position.phase = END  # no Assault
    return _Search(walker).run(walker.make(state, END_TURN))


def after_pass(position: Position) -> Position:
    """The position that set play begins with; it has no objective."""
    passed = position.copy()
    if passed.phase == MANA:
        passed.push(BEGIN_TURN)
    passed.phase = END
    passed.push(END_TURN)
    passed.objective = None
    return passed


def _nothing_to_pass() -> EngineError:
    return EngineError("bad-position", "there is no turn to pass", "/objective")


class _Search:
    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.replies = Replies(walker)
        self.groups: list[SetGroup] = []

    def run(self, start: SearchState) -> SetPlay:
        found = SetPlay(start.position.active, self.groups)
        try:
            for reply, state in self._replies(start):
                self._put(reply, state)
        except OutOfBudget:
            found.complete = False
        self.groups.sort(key=lambda group: (group.answer is None, -len(group.replies)))
        return found

    def _replies(self, start: SearchState) -> Iterator[tuple[list[Action], SearchState]]:
        """The turns that lead to different positions, the shortest first, each with the state after it."""
        if self.replies.settled(start) is not None or self.walker.objective.helps(start.position.active):
            yield [], start
            return
        graph = TurnGraph(self.walker)
        graph.grow(start, lambda _number, _state: (False, 0))
        parents = ways.shortest_ways(graph)
        keys, known = Keys(), set()
        for node in parents:
            way = ways.way_to(parents, node)
            ended = [number for number, child in enumerate(graph.children(node)) if child in (GOAL, LOST)]
            for line, state in [self._carried_out(start, [*way, *more]) for more in ([], *([n] for n in ended))]:
                key = keys.of(self.walker.unlabelled(state))
                if key not in known:
                    known.add(key)
                    yield line, state
        if not graph.complete:
            raise OutOfBudget("replies")

    def _carried_out(self, state: SearchState, way: list[int]) -> tuple[list[Action], SearchState]:
        line: list[Action] = []
        for number in way:
            line.append(state.position.legal_actions()[number])
            state = self.walker.step(state, line[-1])
        for action in (ASSAULT, END_TURN):
            if self.replies.settled(state) is None:
                line.append(action)
                state = self.walker.step(state, action)
        return line, state

    def _put(self, reply: list[Action], state: SearchState) -> None:
        """Into the group whose answer works, the largest first, else into a new one."""
        self.groups.sort(key=lambda group: -len(group.replies))
        for group in self.groups:
            if group.answer is not None and still_works(self.replies, state, group.names):
                group.replies.append(reply)
                return
        answer = self._answer(state)
        for group in self.groups:
            if answer is None and group.answer is None:
                group.replies.append(reply)
                return
        if len(self.groups) == MAX_ANSWERS:
            raise OutOfBudget("answers")
        self.groups.append(SetGroup(answer, [reply], names_of(self.walker, state, answer or ())))

    def _answer(self, state: SearchState) -> list[Action] | None:
        settled = self.replies.settled(state)
        if not (self.replies.forced(state) if settled is None else settled):
            return None
        if settled is not None or not self.walker.objective.helps(state.position.active):
            return []
        search = TurnSearch(self.walker)
        search.replies = self.replies
        search.grow(state)
        if not search.graph.complete:
            raise OutOfBudget("answer")
        return search.line(state, ways.winning_way(search.graph))


def names_of(walker: Walker, state: SearchState, actions: Sequence[Action]) -> Names:
    """The names of actions from a state."""
    names = []
    for action in actions:
        names.append(_name(state, action))
        state = walker.make(state, action)
    return tuple(names)


def still_works(replies: Replies, state: SearchState, names: Names) -> bool:
    """Whether actions of these names reach the goal from another state, or force it. Raises ``OutOfBudget``."""
    for name in names:
        if replies.settled(state) is not None:
            break
        action = next((action for action in state.position.legal_actions() if _name(state, action) == name), None)
        if action is None:
            return False
        state = replies.walker.step(state, action)
    settled = replies.settled(state)
    return replies.forced(state) if settled is None else settled


def _name(state: SearchState, action: Action) -> tuple[Any, ...]:
    return name_of(state, action) if action.kind >= PLAY_LINE else (str(action),)
