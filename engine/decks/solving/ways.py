"""Ways through the graph of a turn, as the numbers of their actions."""

from __future__ import annotations

from collections import Counter

from engine.decks.solving.graph import GOAL, WINS, TurnGraph
from engine.decks.solving.minimal import ENDING


def shortest_ways(graph: TurnGraph) -> dict[int, tuple[int, int, int]]:
    """For every node that can be reached: the node before it, the number of the action in ``legal``, and the play's.

    They come in order of the number of plays, then in the order of ``legal``.
    """
    parents = {0: (-1, -1, -1)} if len(graph) else {}
    queue = list(parents)
    for node in queue:
        edges = graph.edges[node]
        for at in range(0, len(edges), 2):
            child = edges[at + 1]
            if child >= 0 and child not in parents:
                parents[child] = (node, at // 2, edges[at])
                queue.append(child)
    return parents


def winning_way(graph: TurnGraph) -> list[int]:
    """A shortest way to reach the goal, in a graph in which there is one."""
    parents = shortest_ways(graph)
    for node in parents:
        if graph.exits[node] == WINS:
            return [*way_to(parents, node), ENDING]
        if GOAL in graph.children(node):
            return [*way_to(parents, node), graph.children(node).index(GOAL)]
    raise AssertionError("there is a winning line")


def early_way(graph: TurnGraph, early: int | None) -> list[int] | None:
    """A way to reach the goal within the turn: by the Assault from the node ``early``, or else by a play, or None."""
    parents = shortest_ways(graph)
    if early is not None:
        return [*way_to(parents, early), ENDING]
    for node in parents:
        if GOAL in graph.children(node):
            return [*way_to(parents, node), graph.children(node).index(GOAL)]
    return None


def way_to(parents: dict[int, tuple[int, int, int]], node: int) -> list[int]:
    """The way to a node by the nodes before it, see ``shortest_ways``."""
    way: list[int] = []
    while node:
        node, number, _ = parents[node]
        way.append(number)
    way.reverse()
    return way


def different(parents: dict[int, tuple[int, int, int]], nodes: list[int], limit: int) -> list[int]:
    """The first of some nodes, leaving out those whose plays hold all those of one that was chosen."""
    chosen: list[int] = []
    seen: list[Counter[int]] = []
    for node in nodes:
        plays: Counter[int] = Counter()
        at = node
        while at:
            at, _, play = parents[at]
            plays[play] += 1
        if not any(fewer <= plays for fewer in seen):
            seen.append(plays)
            chosen.append(node)
            if len(chosen) == limit:
                break
    return chosen
