"""How hard a puzzle may be, from features that can be measured; the points are our own, and shown with the features."""

from __future__ import annotations

from math import log2, log10
from typing import TYPE_CHECKING, Any, Final

from engine.actions import END_TURN, PLAY_LINE, Action
from engine.solving.graph import FAILS, WINS, TurnGraph
from engine.solving.result import Answer, Difficulty
from engine.solving.states import State
from engine.trace import Trace

if TYPE_CHECKING:
    from engine.solving.solver import Search

LEVELS: Final = (1.5, 3.0, 4.5, 6.5)  # the points from which a puzzle is of level 2, 3, 4, 5


def estimate(search: Search, start: State, before: list[Action], answer: Answer) -> Difficulty:
    """The estimate for the first solution (the key).

    Features: ``plays`` and ``turns`` of the key; ``choices``, the number of legal actions at each of its steps;
    ``orders`` that work; ``near_misses``, positions from which the Assault fails by one; ``winning_share`` of the
    positions in which the turn can be ended; ``greedy_rank`` of the key's first action among all, by what they bring at
    once; ``abilities`` that act in it; ``nodes`` searched.
    """
    key = answer.solutions[0][len(before) :]
    graph = search.graph
    choices, abilities = _along(start, key)
    ended = sum(1 for exits in graph.exits if exits)
    features: dict[str, Any] = {
        "plays": sum(1 for action in key if action.kind >= PLAY_LINE),
        "turns": search.walker.objective.turns if key[-1] is END_TURN else 1,
        "choices": choices,
        "orders": answer.orders[0],
        "near_misses": sum(
            1 for exits, gap in zip(graph.exits, graph.gaps, strict=True) if exits == FAILS and gap == 1
        ),
        "winning_share": round(graph.exits.count(WINS) / ended, 4) if ended else 0.0,
        "greedy_rank": _greedy_rank(graph, start, key[0]),
        "abilities": abilities,
        "nodes": search.walker.budget.spent,
    }
    points = _points(features)
    total = sum(points.values())
    return Difficulty(1 + sum(1 for bound in LEVELS if total >= bound), features, points)


def _along(start: State, key: list[Action]) -> tuple[list[int], list[str]]:
    """The number of legal actions at each step of a line, and the abilities that act in it."""
    position = start.position.copy()
    trace = Trace()
    choices: list[int] = []
    for action in key:
        choices.append(len(position.legal_actions()))
        position.push(action, trace)
        if action.kind < PLAY_LINE:
            break
    return choices, sorted({event.ability for event in trace.events if event.ability is not None})


def _greedy_rank(graph: TurnGraph, start: State, first: Action) -> int:
    """The rank of the first action when all are ordered by what the goal lacks after them and an Assault."""
    actions = start.position.legal_actions()
    number = actions.index(first) if first in actions else len(actions) - 1
    gaps = [graph.gaps[child] if child >= 0 else 0 for child in graph.children(0)]
    gaps.append(graph.gaps[0])
    return 1 + sum(1 for gap in gaps if gap < gaps[number]) if number < len(gaps) else 1


def _points(features: dict[str, Any]) -> dict[str, float]:
    share = features["winning_share"]
    plays = features["plays"]
    points = {
        "length": 0.5 * plays + 1.5 * (features["turns"] - 1),
        "choices": 0.12 * sum(log2(choices) for choices in features["choices"]),
        "order": 0.6 if plays > 1 and features["orders"] == 1 else 0.0,
        "tries": min(1.0, 0.1 * features["near_misses"]),
        "rarity": min(1.2, -0.4 * log10(share)) if share else 1.2,
        "surprise": min(1.5, 0.5 * log2(features["greedy_rank"])),
        "abilities": min(1.0, 0.2 * len(features["abilities"])),
    }
    return {name: round(value, 2) for name, value in points.items()}
