"""Tries: lines that fail narrowly, with what the goal lacks (for hints and for difficulty)."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.actions import Action
from engine.decks.solving import refuting
from engine.decks.solving.graph import FAILS
from engine.decks.solving.lacking import FAR, lacking
from engine.decks.solving.minimal import ENDING
from engine.decks.solving.result import Try
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import SearchState
from engine.decks.solving.ways import different, shortest_ways, way_to

MAX_TRIES: Final = 10


def find(search: TurnSearch, start: SearchState, before: list[Action]) -> list[Try]:
    """The tries of a searched turn; none with only more plays than another.

    In one turn: the lines that fail by one, the shortest first. With more turns: see ``refuting``. When there are none:
    the line that comes nearest to the goal.
    """
    graph = search.graph
    parents = shortest_ways(graph)
    failing = [node for node in parents if graph.exits[node] == FAILS]
    if search.effort:
        return refuting.find(search, start, before, parents, [node for node in failing if node in search.effort])
    chosen = different(parents, [node for node in failing if graph.gaps[node] == 1], MAX_TRIES)
    if not chosen:
        near = [node for node in failing if graph.gaps[node] < FAR]
        chosen = [min(near, key=lambda node: graph.gaps[node])] if near else []
    return [_try(search, start, before, way_to(parents, node)) for node in chosen]


def _try(search: TurnSearch, start: SearchState, before: list[Action], way: list[int]) -> Try:
    line = search.line(start, [*way, ENDING])
    state = start
    for action in line:
        state = search.walker.make(state, action)
    return Try(before + line, lacking(search.walker, state))
