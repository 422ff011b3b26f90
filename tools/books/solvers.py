"""Solvers of several strengths that try a page as a reader does: turn by turn, seeing so many plays and defences.

Each looks so many plays ahead (``depth``), goes on from the best few positions only (``width``), overlooks some plays,
and thinks of so many turns of the enemies (``defences``) before it ends a turn that decides nothing yet. Only what it
sees counts: where a try looks right to it, it plays that, and has failed. So a page is hard for it by what hides the
solution: its rank among what looks natural, and tries that are refuted further down than it sees.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.composing.assessment import abilities_of, goal_of, outcome
from engine.decks.composing.editing import without
from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, PLAY_LINE, Action
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving import difficulty
from engine.decks.solving.graph import GOAL, WINS, TurnGraph
from engine.decks.solving.hidden import is_hidden, worlds_of
from engine.decks.solving.lacking import FAR, lacking
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.solver import PuzzleSearch
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import Budget
from grimoire.solving.defence import Defender

ATTEMPTS: Final = 20  # of a solver at each turn of a page
MAX_PLAYS: Final = 20  # of a turn
SEEN: Final = 0  # lacking: the goal is in sight
NODES: Final = 1_000_000  # positions that the search of one turn may take; no page of the books comes near


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a solver sees; ``notices``: the share of plays; ``overlooks``: that of abilities, where it foretells."""

    name: str
    depth: int
    width: int
    notices: float
    defences: int
    overlooks: float


STRENGTHS: Final = (
    Strength("glance", depth=1, width=1, notices=0.6, defences=0, overlooks=0.3),
    Strength("novice", depth=1, width=3, notices=0.7, defences=1, overlooks=0.2),
    Strength("player", depth=2, width=4, notices=0.8, defences=3, overlooks=0.1),
    Strength("expert", depth=3, width=8, notices=0.9, defences=8, overlooks=0.05),
    Strength("master", depth=4, width=24, notices=0.97, defences=24, overlooks=0.02),
)


def solved_shares(position: Mapping[str, Any], seed: str) -> dict[str, float]:
    """The share of attempts at a page that each solver brings to the goal, against the toughest defence."""
    start = read_position(dict(position))
    if goal_of(start) == PREDICT:
        return {strength.name: round(foretold(start, strength, seed), 3) for strength in STRENGTHS}
    shares = dict.fromkeys([strength.name for strength in STRENGTHS], 1.0)
    for number, turn in enumerate(turns_of(worlds_of(start)[0] if is_hidden(start) else start)):
        for strength in STRENGTHS:
            solver = Solver(turn, strength, f"{seed}/{number}")
            shares[strength.name] *= sum(solver.attempt() for _ in range(ATTEMPTS)) / ATTEMPTS
    return {name: round(share, 3) for name, share in shares.items()}


class OwnTurn:
    """One turn of the player with the goal: where its plays lead, and how it looks to who sees so many defences."""

    def __init__(self, walker: Walker, graph: TurnGraph, start: SearchState) -> None:
        self.walker = walker
        self.graph = graph
        self._states = {0: start}

    def gap(self, node: int) -> int:
        """What the goal lacks after an Assault at once, as the eye sees it."""
        return SEEN if node == GOAL else FAR if node < 0 else self.graph.gaps[node]

    def follow(self, parent: int, place: int) -> None:
        """Has the state ready of the node behind a play of one whose state is."""
        node = self.graph.children(parent)[place]
        if node not in self._states:
            above = self._states[parent]
            self._states[node] = self.walker.make(above, above.position.legal_actions()[place])

    def state(self, node: int) -> SearchState:
        """The state of the start, or of a node that was followed to."""
        return self._states[node]


def turns_of(position: Position) -> Iterator[OwnTurn]:
    """The turns of a solution, one after another, each after the toughest defence against the one before.

    The budget lasts: what takes more raises ``OutOfBudget``.
    """
    played: list[Action] | None = []
    while played is not None:
        walker = Walker(position, read(position), Budget(nodes=NODES))
        walker.advance(played)
        search = PuzzleSearch(walker)
        solution = search.run().solutions[0]
        start = walker.start
        yield OwnTurn(walker, search.graph, walker.make(start, BEGIN_TURN) if start.position.phase == MANA else start)
        played = _until_next_turn(walker, played, solution)


def _until_next_turn(walker: Walker, played: list[Action], solution: list[Action]) -> list[Action] | None:
    """All actions up to the player's next turn; None where the goal is reached before."""
    state, defender, line = walker.start, Defender(walker), solution
    played = list(played)
    while True:
        for action in line:
            state = walker.make(state, action)
            played.append(action)
            if defender.replies.settled(state) is not None:
                return None
        if walker.objective.player == state.position.active and state.position.phase in (MANA, SUMMONING):
            return played
        line = defender.answer(state)[0]


class Solver:
    """Tries one turn again and again; ``attempt`` says whether it ended it rightly."""

    def __init__(self, turn: OwnTurn, strength: Strength, seed: str) -> None:
        self.turn = turn
        self.strength = strength
        self.chance = random.Random(f"{seed}/{strength.name}")
        self._believed: dict[int, int] = {}

    def attempt(self) -> bool:
        """Goes on to the best position that it sees; ends the turn where it sees the goal, or nothing nearer."""
        node, exits = 0, self.turn.graph.exits
        for _ in range(MAX_PLAYS):
            own = self._belief(node)
            if own == SEEN:
                break
            lacks, following = self._nearest(node)
            if following == GOAL:
                return True
            if following < 0 or lacks > own or (lacks == own and self.chance.random() < 0.5):
                break
            node = following
        return exits[node] == WINS

    def _nearest(self, node: int) -> tuple[int, int]:
        """What the best position in sight lacks, and the play that leads towards it."""
        best, met, front = (FAR + 1, -1), {node}, [(node, -1)]
        for _ in range(self.strength.depth):
            reached: list[tuple[int, int]] = []
            for at, first in front:
                for place, child in enumerate(self.turn.graph.children(at)):
                    if child in met or self.chance.random() >= self.strength.notices:
                        continue
                    if child == GOAL:
                        return SEEN, GOAL if first < 0 else first
                    if child >= 0:
                        met.add(child)
                        self.turn.follow(at, place)
                        reached.append((child, child if first < 0 else first))
            self.chance.shuffle(reached)
            front = sorted(reached, key=lambda pair: self.turn.gap(pair[0]))[: self.strength.width]
            for child, first in front:
                best = min(best, (self._belief(child), first))
        return best

    def _belief(self, node: int) -> int:
        """What it believes that the goal lacks at best, were the turn ended at a node."""
        if node not in self._believed:
            self._believed[node] = self._looked_at(self.turn.state(node), self.turn.gap(node))
        return self._believed[node]

    def _looked_at(self, state: SearchState, gap: int) -> int:
        walker = self.turn.walker
        after = walker.make(state, ASSAULT)
        if after.reached:
            return SEEN
        if walker.is_lost(after) or not self.strength.defences:
            return gap
        return max(self._after_defence(after, number) for number in range(self.strength.defences))

    def _after_defence(self, state: SearchState, number: int) -> int:
        """What is lacking after one turn of each other seat, and the best that it sees to do then.

        The first defence that comes to mind is to do nothing but attack; others begin with plays.
        """
        walker = self.turn.walker
        for _ in range(MAX_PLAYS * len(state.position.seats)):
            if state.reached:
                return SEEN
            if walker.is_lost(state):
                return lacking(walker, state).gap
            position = state.position
            if position.phase == SUMMONING and position.active == walker.objective.player:
                return self._best(state)
            actions = position.legal_actions()
            plays = [action for action in actions if action.kind >= PLAY_LINE]
            if number and plays and (ASSAULT not in actions or self.chance.random() < 0.7):
                state = walker.make(state, self.chance.choice(plays))
            else:
                state = walker.make(state, ASSAULT if ASSAULT in actions else actions[0])
        return FAR

    def _best(self, start: SearchState) -> int:
        """The least that is lacking among the plays of a later turn that it sees."""
        walker = self.turn.walker
        best, front = self._gap(start), [start]
        for _ in range(self.strength.depth):
            reached: list[tuple[int, SearchState]] = []
            for state in front:
                for action in state.position.legal_actions():
                    if action.kind < PLAY_LINE or self.chance.random() >= self.strength.notices:
                        continue
                    after = walker.make(state, action)
                    if after.reached:
                        return SEEN
                    if not after.position.is_over:
                        reached.append((self._gap(after), after))
            self.chance.shuffle(reached)
            reached.sort(key=lambda pair: pair[0])
            front = [after for _, after in reached[: self.strength.width]]
            best = min(best, reached[0][0] if reached else best)
            if best == SEEN or not front:
                break
        return best

    def _gap(self, state: SearchState) -> int:
        after = self.turn.walker.make(state, ASSAULT)
        return SEEN if after.reached else lacking(self.turn.walker, after).gap


def foretold(position: Position, strength: Strength, seed: str) -> float:
    """The share of predictions that come true, by who overlooks an ability now and then, or adds up wrongly.

    Each ability on the board is overlooked with the same chance, and each change of the board with a quarter of that.
    """
    chance = random.Random(f"{seed}/{strength.name}")
    slugs, right = abilities_of(position), outcome(position)
    changes = difficulty.of_prediction(position).features["changes"]
    true = 0
    for _ in range(ATTEMPTS):
        reduced = position
        for slug in slugs:
            if chance.random() < strength.overlooks:
                reduced = without(reduced, slug)
        true += ASSAULT in reduced.legal_actions() and outcome(reduced) == right
    adds_up: float = (1 - strength.overlooks / 4) ** changes
    return true / ATTEMPTS * adds_up
