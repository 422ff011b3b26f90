"""Near misses: all first turns of a position that come nearest to its objective and miss it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Owner
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import BEGIN_TURN, Action
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving import solve, ways
from engine.decks.solving.explaining import explain
from engine.decks.solving.graph import FAILS
from engine.decks.solving.hidden import is_hidden, places_of, worlds_of
from engine.decks.solving.lacking import FAR
from engine.decks.solving.minimal import ENDING
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.result import Try
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import Walker
from engine.kernel.budget import Budget
from grimoire.caching import cached_if_complete
from grimoire.gate import sealing_puzzle
from grimoire.keys import position_key
from grimoire.models import Proof

MAX_LISTED: Final = 40
MAX_NODES: Final = 200_000  # positions
MAX_SECONDS: Final = 1.0  # of the processor, for finding lines and again for explaining them

TryJson = dict[str, Any]  # as a proof writes it


@dataclass(frozen=True, slots=True)
class NearMisses:
    """The nearest lines, those of fewest plays first, and how many ``more`` there are."""

    tries: tuple[TryJson, ...] = ()
    more: int = 0


def near_misses_of(proof: Proof) -> NearMisses:
    """Those of a proof's position: the proof's own, which are the most telling, and then the others."""
    return _near_misses(proof.key, json.dumps(proof.position), json.dumps(proof.answer.get("tries", [])))


def near_misses_for(owner: Owner | None, proof: Proof) -> NearMisses:
    """Those that an owner may see who sees the proof: its own alone where the others give somebody's page away."""
    near = near_misses_of(proof)
    shown = Proof(position=proof.position, state=proof.state, answer={**proof.answer, "tries": near.tries})
    if sealing_puzzle(position_key(read_position(proof.position)), owner, shown) is None:
        return near
    return NearMisses(tuple(proof.answer.get("tries", [])))


@cached_if_complete(128, lambda key, position, tries: (key, tries))
def _near_misses(key: str, position: str, tries: str) -> tuple[NearMisses, bool]:
    known: list[TryJson] = json.loads(tries)
    written = [attempt["line"] for attempt in known]
    others, is_complete = _nearest(read_position(json.loads(position)))
    near = [*known, *(attempt for attempt in others if attempt["line"] not in written)]
    return NearMisses(tuple(near[:MAX_LISTED]), max(0, len(near) - MAX_LISTED)), is_complete


def _nearest(position: Position) -> tuple[list[TryJson], bool]:
    """The nearest lines, and whether there was time enough for all that is said of them."""
    objective = read(position)
    if objective.kind == PREDICT:
        return [], True
    if is_hidden(position):
        budget = _budget()
        return [attempt.to_json() for attempt in solve(position, budget=budget).tries], _was_enough([budget])
    budgets = [_budget()]
    walker = Walker(position, objective, budgets[0])
    search, state, before = TurnSearch(walker), walker.start, list[Action]()
    if state.position.phase == MANA:
        state, before = walker.make(state, BEGIN_TURN), [BEGIN_TURN]
    if state.reached or state.position.phase != SUMMONING:
        return [], True
    search.grow(state)
    graph, parents = search.graph, ways.shortest_ways(search.graph)
    failing = [node for node in parents if graph.exits[node] == FAILS and graph.gaps[node] < FAR]
    if not failing:
        return [], _was_enough(budgets)
    least = min(graph.gaps[node] for node in failing)
    nodes, met = [], []
    for node in failing:
        plays: Counter[int] = Counter()
        at = node
        while at:
            at, _, play = parents[at]
            plays[play] += 1
        if graph.gaps[node] == least and plays not in met:
            met.append(plays)
            nodes.append(node)
    lines = [[*before, *search.line(state, [*ways.way_to(parents, node), ENDING])] for node in nodes]
    explained = []
    whole = Budget(seconds=MAX_SECONDS, clock=time.thread_time)
    for line in lines[:MAX_LISTED]:
        budgets.append(whole.part(MAX_NODES))
        explained.append(explained_try(position, line, budgets[-1]))
    rest = [Try(line).to_json() for line in lines[MAX_LISTED:]]
    return [attempt for attempt in explained if attempt is not None] + rest, _was_enough(budgets)


def _budget() -> Budget:
    return Budget(MAX_NODES, MAX_SECONDS, time.thread_time)


def _was_enough(budgets: Sequence[Budget]) -> bool:
    return all(budget.stopped_by != "time" for budget in budgets)


def explained_try(position: Position, line: Sequence[Action], budget: Budget | None = None) -> TryJson | None:
    """What becomes of a line that fails, as far as that was found out, as a proof writes it; None for one that reaches
    the objective.

    Raises ``EngineError`` for one that cannot be played.
    """
    if is_hidden(position):
        return _explained_against_hands(position, line, budget or _budget())
    explanation = explain(position, line, budget=budget or _budget())
    if explanation.reaches:
        return None
    return Try(explanation.line, explanation.lack, explanation.refutation).to_json()


def _explained_against_hands(position: Position, line: Sequence[Action], budget: Budget) -> TryJson | None:
    """The same of a line that has to work whatever a hand is. Raises ``EngineError`` where those are too many."""
    failing = [world for world in worlds_of(position) if not _reaches(world, line, budget)]
    return Try(list(line), hand=places_of(position, failing[0]), fails=len(failing)).to_json() if failing else None


def _reaches(world: Position, line: Sequence[Action], budget: Budget) -> bool:
    at = world.copy()
    played = []
    for action in line:  # in this world it may be over before the line is
        if at.is_over:
            break
        at.apply(action)
        played.append(action)
    return bool(explain(world, played, budget=budget).reaches)


def read_line(position: Position, line: Sequence[Any]) -> list[Action]:
    """A line as ``clash-position/1`` writes it. Raises ``EngineError`` where it cannot be played."""
    at, actions = position.copy(), []
    for written in line:
        action = read_action(at, written)
        at.apply(action)
        actions.append(action)
    return actions
