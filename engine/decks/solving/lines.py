"""Counting the winning lines of a turn: paths to the goal that never come back to a position (position.md, ``lines``).

Where no play leads back, that is a sum over the nodes in order. Where free plays go round in circles, the nodes of a
circle (a strongly connected component) are walked one path at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.decks.solving.graph import GOAL, WINS, TurnGraph
from engine.kernel.budget import OutOfBudget


def components(graph: TurnGraph) -> list[list[int]]:
    """The strongly connected components, each after all those that it leads to (Tarjan 1972)."""
    size = len(graph)
    met = [0] * size  # when a node was first met, counted from 1
    low = [0] * size
    visited = bytearray(size)
    path: list[int] = []
    numbers: list[list[int]] = []
    clock = 0
    for root in range(size):
        if met[root]:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(()))]
        while work:
            node, rest = work[-1]
            if not met[node]:
                clock += 1
                met[node] = low[node] = clock
                path.append(node)
                rest = iter(graph.children(node))
                work[-1] = (node, rest)
            for child in rest:
                if child < 0 or visited[child]:
                    continue
                if not met[child]:
                    work.append((child, iter(())))
                    break
                low[node] = min(low[node], met[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == met[node]:
                    numbers.append(_take(path, node, visited))
    return numbers


def _take(path: list[int], node: int, visited: bytearray) -> list[int]:
    """Takes the component that begins with ``node`` off the path."""
    component = path[path.index(node) :] if path[-1] != node else [node]
    del path[len(path) - len(component) :]
    for member in component:
        visited[member] = 1
    return component


def count_lines(graph: TurnGraph, order: list[list[int]]) -> tuple[int, bool]:
    """The number of winning lines from node 0, and whether it is exact (else the budget ran out: at least so many).

    ``order`` is what ``components`` answers.
    """
    lines = [0] * len(graph)
    exact = True
    for component in order:
        if len(component) == 1:
            node = component[0]
            lines[node] = _leaving(graph, node, lines, ())
            continue
        inside = frozenset(component)
        counts = dict.fromkeys(component, 0)
        for node in component:
            try:
                counts[node] = _walk(graph, node, inside, lines)
            except OutOfBudget:
                exact = False
        for node in component:
            lines[node] = counts[node]
    return lines[0], exact


def _leaving(graph: TurnGraph, node: int, lines: list[int], inside: frozenset[int] | tuple[()]) -> int:
    """The lines that end at a node or leave its component from there."""
    total = 1 if graph.exits[node] == WINS else 0
    for child in graph.children(node):
        if child >= 0:
            if child not in inside:
                total += lines[child]
        elif child == GOAL:
            total += 1
    return total


def _walk(graph: TurnGraph, start: int, inside: frozenset[int], lines: list[int]) -> int:
    """The lines from a node of a component: every path that meets no node twice is walked. Raises ``OutOfBudget``."""
    spend = graph.walker.budget.spend
    leaving = {node: _leaving(graph, node, lines, inside) for node in inside}
    total = leaving[start]
    on_path = {start}
    work = [(start, iter(graph.children(start)))]
    while work:
        node, rest = work[-1]
        for child in rest:
            if child in inside and child not in on_path:
                spend()
                total += leaving[child]
                on_path.add(child)
                work.append((child, iter(graph.children(child))))
                break
        else:
            work.pop()
            on_path.discard(node)
    return total
