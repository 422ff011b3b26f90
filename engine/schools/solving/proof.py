"""A proof: every way to win in this turn, or that there is none; what fails by a little; how a random player fares."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from engine.kernel.budget import Budget, OutOfBudget
from engine.schools.rules.actions import CAST, PASS, SchoolsAction
from engine.schools.rules.state import AT_ACTIONS, SchoolsState
from engine.schools.solving.turn_graph import SchoolsTurnGraph

UNIQUE: Final = "unique"
SEVERAL: Final = "several"
NONE: Final = "none"
UNPROVEN: Final = "unproven"  # the budget was spent before all was looked at

MAX_WAYS: Final = 6  # solutions that are told apart
MAX_TRIES: Final = 3

Deeds = tuple[tuple[int, int], ...]  # numbers of deeds, each with how often
Line = list[SchoolsAction]
KnownWay = list[tuple[SchoolsAction, int]]  # actions, each with the number of its deed


@dataclass(frozen=True)
class SchoolsTry:
    """A line that does not win, and how many points it falls ``short`` of it."""

    line: tuple[SchoolsAction, ...]
    short: int

    def to_json(self) -> dict[str, Any]:
        return {"line": [str(action) for action in self.line], "short": self.short}


@dataclass(frozen=True)
class SchoolsProof:
    """What is proved of a turn.

    ``ways`` are the solutions, shortest first, each in one order of its actions: minimal (none of their deeds can be
    left out) and different in what they do, not in the order alone. ``nodes`` is the number of states of the turn,
    ``lines`` that of winning lines in any order, ``luck`` how likely random actions win. ``complete``:
    all was looked at.
    """

    verdict: str
    ways: tuple[tuple[SchoolsAction, ...], ...] = ()
    nodes: int = 0
    lines: int = 0
    luck: float = 0.0
    tries: tuple[SchoolsTry, ...] = field(default=())

    @property
    def complete(self) -> bool:
        return self.verdict != UNPROVEN

    @property
    def is_unique(self) -> bool:
        return self.verdict == UNIQUE

    def to_json(self) -> dict[str, Any]:
        """As files and databases hold it."""
        return {
            "verdict": self.verdict,
            "complete": self.complete,
            "ways": [[str(action) for action in way] for way in self.ways],
            "nodes": self.nodes,
            "lines": self.lines,
            "luck": round(self.luck, 6),
            "tries": [attempt.to_json() for attempt in self.tries],
        }


def why_no_puzzle(state: SchoolsState) -> str:
    """Why a state is none in which to win this turn; empty where it is one."""
    return "" if state.phase == AT_ACTIONS else "nobody is to act, or half a hand is to be discarded first"


def prove(state: SchoolsState, budget: Budget | None = None, with_tries: bool = True) -> SchoolsProof:
    """Proves in which ways the seat whose turn it is wins in this turn. Raises ``ValueError`` for what is no puzzle."""
    wrong = why_no_puzzle(state)
    if wrong:
        raise ValueError(wrong)
    budget = Budget() if budget is None else budget
    try:
        graph = SchoolsTurnGraph(state, budget)
        ways = _ways(graph, budget)
    except OutOfBudget:
        return SchoolsProof(UNPROVEN, nodes=budget.spent)
    lines, luck = _counted(graph)
    verdict = NONE if not ways else UNIQUE if len(ways) == 1 else SEVERAL
    tries = _tries(graph, ways) if with_tries else ()
    lines_of_ways = tuple([tuple([action for action, _deed in way]) for way in ways])
    return SchoolsProof(verdict, lines_of_ways, len(graph.edges), lines, luck, tries)


# The ways


def _ways(graph: SchoolsTurnGraph, budget: Budget) -> list[KnownWay]:
    """Every minimal solution, at most ``MAX_WAYS``, shortest first.

    The shortest line that does not contain all deeds of a solution found before is minimal: were there a part of it
    that wins, that would be shorter and contain none of them either.
    """
    ways: list[KnownWay] = []
    known: list[Deeds] = []
    while len(ways) < MAX_WAYS:
        line = _shortest(graph, known, budget)
        if line is None:
            break
        ways.append(line)
        known.append(tuple(sorted(Counter(deed for _action, deed in line).items())))
    return ways


def _shortest(graph: SchoolsTurnGraph, known: list[Deeds], budget: Budget) -> KnownWay | None:
    """The shortest winning line that contains none of these solutions; None where there is no such line.

    A state is met once for each number of deeds of each solution that led to it.
    """
    can_win = _winnable(graph)
    if not can_win[0]:
        return None
    begin = (0, tuple(known))
    came: dict[tuple[int, tuple[Deeds, ...]], Any] = {begin: None}
    edge = [begin]
    while edge:
        following = []
        for at in edge:
            node, left = at
            for action, deed, leads in graph.edges[node]:
                if leads == graph.LOST or (leads >= 0 and not can_win[leads]):
                    continue
                rest = tuple([_without(deeds, deed) for deeds in left])
                if not all(rest):
                    continue
                if leads == graph.WON:
                    return _back(came, at, (action, deed))
                to = (leads, rest)
                if to not in came:
                    budget.spend()
                    came[to] = (at, action, deed)
                    following.append(to)
        edge = following
    return None


def _back(came: dict[Any, Any], at: Any, last: tuple[SchoolsAction, int]) -> KnownWay:
    line = [last]
    while came[at] is not None:
        at, action, deed = came[at]
        line.append((action, deed))
    return line[::-1]


def _without(deeds: Deeds, deed: int) -> Deeds:
    """The deeds of a solution that are still to be done after one more."""
    for place, (number, count) in enumerate(deeds):
        if number == deed:
            rest = ((number, count - 1),) if count > 1 else ()
            return (*deeds[:place], *rest, *deeds[place + 1 :])
    return deeds


def _winnable(graph: SchoolsTurnGraph) -> list[bool]:
    can_win = [False] * len(graph.edges)
    for node in graph.order:
        can_win[node] = any(
            leads == graph.WON or (leads >= 0 and can_win[leads]) for _action, _deed, leads in graph.edges[node]
        )
    return can_win


def _counted(graph: SchoolsTurnGraph) -> tuple[int, float]:
    """How many lines win, and how likely random actions do."""
    lines = [0] * len(graph.edges)
    luck = [0.0] * len(graph.edges)
    for node in graph.order:
        edges = graph.edges[node]
        for _action, _deed, leads in edges:
            if leads == graph.WON:
                lines[node] += 1
                luck[node] += 1 / len(edges)
            elif leads >= 0:
                lines[node] += lines[leads]
                luck[node] += luck[leads] / len(edges)
    return lines[0], luck[0]


# Tries


def _tries(graph: SchoolsTurnGraph, ways: list[KnownWay]) -> tuple[SchoolsTry, ...]:
    """Lines out of which there is no way to win any more and which come nearest, the shortest of each idea.

    An idea is the set of Trials and spells of a line; those that only leave out a part of a solution come last.
    """
    can_win = _winnable(graph)
    came: dict[int, tuple[int, SchoolsAction, int] | None] = {0: None}
    best: dict[frozenset[int], SchoolsTry] = {}
    edge = [0]
    least = min((short for node, short in enumerate(graph.short) if not can_win[node]), default=0)
    while edge:
        following = []
        for node in edge:
            if not can_win[node] and graph.short[node] == least and node:
                line, deeds = _line_to(came, node)
                idea = frozenset(deed for deed in deeds if graph.deeds[deed][0] in (PASS, CAST))
                best.setdefault(idea, SchoolsTry(tuple(line), least))
            for action, deed, leads in graph.edges[node]:
                if leads >= 0 and leads not in came:
                    came[leads] = (node, action, deed)
                    following.append(leads)
        edge = following
    known = [frozenset(deed for _action, deed in way) for way in ways]
    ideas = [idea for idea in best if not any(other < idea for other in best)]
    ideas.sort(key=lambda idea: any(idea <= deeds for deeds in known))
    return tuple([best[idea] for idea in ideas][:MAX_TRIES])


def _line_to(came: dict[int, tuple[int, SchoolsAction, int] | None], node: int) -> tuple[Line, list[int]]:
    line: Line = []
    deeds: list[int] = []
    step = came[node]
    while step is not None:
        node, action, deed = step
        line.append(action)
        deeds.append(deed)
        step = came[node]
    return line[::-1], deeds
