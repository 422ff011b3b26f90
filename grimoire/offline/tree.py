"""All that a solver can do in a puzzle and what comes of it, as a tree to be taken along.

Positions that look and go on alike are one node, however they are reached. A node says what the board looks like and
what can be played; its end, what ending the turn there brings: the verdict, or the solver's next turn after the
enemies' answer. Both are plain data; ``grimoire.offline.packs`` writes and seals them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from board.arrangement import Arrangement, arrange_still
from board.plays import Told, tell
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene
from engine.decks.solving.states import Keys
from grimoire.lines import LineState, StartingPosition, budget, read_written, replay_line, step
from grimoire.solving.judging import GOES_ON, AnswerJudgement, judge_line_state

MAX_NODES: Final = 1000
MAX_SECONDS: Final = 20.0  # of the processor


class TooLarge(Exception):
    """There is more that can be done in a puzzle than a pack holds, or than can be searched to its end."""


class TooSlow(Exception):
    """A tree takes longer than it may."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene, and the most Mana (``peak``) that there was in its ``turn``, which the panels draw."""

    scene: Scene
    peak: int
    turn: tuple[int, int]

    def after(self, events: Iterable[Event]) -> Drawn:
        scene, peak, turn = self.scene.copy(), self.peak, self.turn
        for event in events:
            scene.apply(event)
            now = _turn_of(scene)
            peak, turn = scene.mana if now != turn else max(peak, scene.mana), now
        return Drawn(scene, peak, turn)

    @property
    def arranged(self) -> Arrangement:
        return arrange_still(self.scene, self.peak)


@dataclass(frozen=True, slots=True)
class End:
    """What ending the turn brings. ``told`` are the actions that follow, ``next`` the number of the solver's next node
    where the verdict is ``goes-on``."""

    judgement: AnswerJudgement
    arranged: Arrangement
    told: tuple[Told, ...]
    next: int | None = None


@dataclass(slots=True)
class Node:
    """``plays`` are what can be played, each with the number of the node that it leads to; ``is_assault`` whether the
    turn ends with an Assault; ``turn`` counts the solver's turns from 1."""

    arranged: Arrangement
    seat: str
    turn: int
    is_assault: bool
    plays: list[tuple[Told, int]] = field(default_factory=list)
    end: End | None = None


class Tree:
    """The tree of a puzzle that begins at ``start``, node 0 first. The words are in the language of the moment.

    Raises ``TooLarge``, and ``TooSlow`` where it takes more than so many ``seconds`` of the processor.
    """

    def __init__(self, start: StartingPosition, seconds: float = MAX_SECONDS) -> None:
        self.start = start
        self.seconds = seconds
        self.nodes: list[Node] = []
        self._keys = Keys()
        self._numbers: dict[object, int] = {}
        self._waiting: list[tuple[int, LineState, Drawn]] = []
        self._begun = time.thread_time()
        self._grow()

    def _grow(self) -> None:
        scene = Scene(self.start.position)
        begun, trace = self.start.position.copy(), Trace()
        for action in self.start.opening:
            begun.apply(read_written(action), trace)
        drawn = Drawn(scene, scene.mana, _turn_of(scene)).after(trace.events)
        self._number(replay_line(self.start.position, ()), drawn)
        while self._waiting:
            number, line_state, drawn = self._waiting.pop()
            self._play(self.nodes[number], line_state, drawn)
            self.nodes[number].end = self._end(line_state, drawn)

    def _number(self, line_state: LineState, drawn: Drawn) -> int:
        """The number of a position, a new one if nothing that looks and goes on like it has been met."""
        arranged = drawn.arranged
        looks = json.dumps((arranged.zones, arranged.seats, arranged.status), sort_keys=True)
        known = (self._key(line_state), looks)
        number = self._numbers.setdefault(known, len(self.nodes))
        if number == len(self.nodes):
            if number >= MAX_NODES:
                raise TooLarge
            if time.thread_time() - self._begun > self.seconds:
                raise TooSlow
            position = line_state.position
            legal = position.legal_actions()
            self.nodes.append(Node(arranged, SEAT_NAMES[position.active], line_state.turn, ASSAULT in legal))
            self._waiting.append((number, line_state, drawn))
        return number

    def _key(self, line_state: LineState) -> object:
        state = line_state.state
        turns = tuple(player.turn for player in state.position.seats)
        return self._keys.of(state), turns, state.reached

    def _play(self, node: Node, line_state: LineState, drawn: Drawn) -> None:
        for text in line_state.legal:
            told, after, later = _carried_out(line_state, drawn, [text])
            node.plays.append((told[0], self._number(after, later)))

    def _end(self, line_state: LineState, drawn: Drawn) -> End:
        judgement = self._judge(line_state)
        line = judgement.line[len(line_state.actions) - line_state.opening :]
        told, after, later = _carried_out(line_state, drawn, line)
        goes_on = judgement.verdict == GOES_ON
        return End(judgement, later.arranged, told, self._number(after, later) if goes_on else None)

    def _judge(self, line_state: LineState) -> AnswerJudgement:
        copy = line_state.copy()
        copy.walker.budget = budget()
        judgement = judge_line_state(copy, looks_back=False)
        if not judgement.proven:
            raise TooLarge
        return judgement


def _carried_out(
    line_state: LineState, drawn: Drawn, actions: Sequence[str]
) -> tuple[tuple[Told, ...], LineState, Drawn]:
    """Some actions more: in words, and what they lead to."""
    after, trace, told = line_state.copy(), Trace(), []
    position = line_state.position.copy()
    for text in actions:
        action = read_written(text)
        told.append(tell(position, action))
        position.apply(action, trace)
        step(after, action)
    return tuple(told), after, drawn.after(trace.events)


def _turn_of(scene: Scene) -> tuple[int, int]:
    return scene.active, scene.hands[scene.active].turn
