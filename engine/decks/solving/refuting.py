"""Tries of goals of more than one turn: each with the defence that refutes it, and what then is lacking at best."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.actions import ASSAULT, Action
from engine.decks.rules.board import SUMMONING
from engine.decks.solving import ways
from engine.decks.solving.graph import TurnGraph
from engine.decks.solving.lacking import FAR, Lack, lacking
from engine.decks.solving.minimal import ENDING
from engine.decks.solving.result import Try
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import SearchState
from engine.kernel.budget import OutOfBudget

Parents = dict[int, tuple[int, int, int]]  # see ``ways.shortest_ways``

MAX_TRIES: Final = 3
CANDIDATES: Final = 6  # looked at of either kind: near to the goal after the first turn, and hard to refute
MIN_NODES: Final = 1_000  # positions that this may cost, or as many as a share of what the search has cost
SHARE: Final = 4


def find(
    search: TurnSearch, start: SearchState, before: list[Action], parents: Parents, failing: list[int]
) -> list[Try]:
    """The tries among the nodes of the first turn that were refuted beyond it: those that come nearest in the end.

    Every one has its refutation, unless the budget has ended or no enemy's choice was needed.
    """
    graph = search.graph
    near = sorted(failing, key=lambda node: graph.gaps[node])
    hard = sorted(failing, key=lambda node: -search.effort[node])
    nodes = ways.different(parents, near, CANDIDATES) + ways.different(parents, hard, CANDIDATES)
    walker = search.walker
    whole = walker.budget
    walker.budget = whole.part(max(MIN_NODES, whole.spent // SHARE))
    tries: dict[int, Try] = {}
    for node in nodes:
        if node not in tries:
            tries[node] = _refuted(search, start, before, ways.way_to(parents, node))
    walker.budget = whole
    best = sorted(tries, key=lambda node: _gap(tries[node]))
    return [tries[node] for node in ways.different(parents, best, MAX_TRIES)]


def _gap(attempt: Try) -> tuple[bool, int]:
    return attempt.refutation is None, FAR if attempt.lack is None else attempt.lack.gap


def _refuted(search: TurnSearch, start: SearchState, before: list[Action], way: list[int]) -> Try:
    walker = search.walker
    line = search.line(start, [*way, ENDING])
    attempt = Try(before + line)
    state = start
    for action in line:
        state = walker.make(state, action)
        if action is ASSAULT:
            attempt.lack = lacking(walker, state)
    if search.replies.settled(state) is not None:  # lost without an enemy's choice, as by an AI
        attempt.lack = lacking(walker, state)
        return attempt
    try:
        attempt.refutation = search.replies.refutation(state)
    except OutOfBudget:
        return attempt
    if attempt.refutation is None:
        return attempt
    for action in attempt.refutation:
        state = walker.make(state, action)
    attempt.lack = lacking(walker, state)
    if state.position.phase == SUMMONING and walker.is_last_turn(state):
        attempt.best, attempt.lack = _best(search, state)
    return attempt


def _best(search: TurnSearch, start: SearchState) -> tuple[list[Action], Lack]:
    """The line of a lost last turn that comes nearest to the goal, as far as the budget goes, and what it lacks."""
    walker = search.walker

    def ending(_: int, state: SearchState) -> tuple[bool, int]:
        return False, lacking(walker, walker.step(state, ASSAULT)).gap

    graph = TurnGraph(walker)
    graph.grow(start, ending)
    parents = ways.shortest_ways(graph)
    ended = [node for node in parents if graph.exits[node]]
    way = ways.way_to(parents, min(ended, key=lambda node: graph.gaps[node])) if ended else []
    line = search.line(start, [*way, ENDING])
    state = start
    for action in line:
        state = walker.make(state, action)
    return line, lacking(walker, state)
