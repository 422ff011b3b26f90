"""One proof as pure work: what the solver says of a position, and which abilities the solution lives by."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine import compiled
from engine.decks.composing.assessment import abilities_of, is_sound, likeness, matters
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.board import AISeat
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.hidden import TOO_MANY_HANDS
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.shortest import shortest

MAX_SOLUTIONS: Final = 100  # that a proof keeps
SHORTER_NODES: Final = 1_000_000  # of what is searched for a goal of fewer turns
SHORTER_SECONDS: Final = 5.0
STRIPPED_NODES: Final = 20_000  # at most, of what is searched for each ability to see whether it matters


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a search, as plain data that can go from process to process.

    ``answer`` is what ``Answer.to_json`` writes, with the ``orders`` in which each solution works; ``level`` 1 to 5,
    None where there is nothing to find; ``abilities`` the slugs of those at work in the solution, sorted.
    """

    answer: dict[str, Any]
    verdict: str
    complete: bool
    level: int | None
    nodes: int
    abilities: tuple[str, ...]

    @classmethod
    def of(cls, position: Position, answer: Answer, abilities: tuple[str, ...] | None = None) -> Finding:
        """The part of an answer of the solver that a proof keeps; ``abilities`` where nobody needs those at work."""
        written = {**answer.to_json(MAX_SOLUTIONS), "orders": answer.orders[:MAX_SOLUTIONS]}
        if position.objective.get("conditions", {}).get("fewest"):
            written["fewest"] = True
        level = answer.difficulty.level if answer.difficulty is not None else None
        if abilities is None:
            abilities = at_work(position, answer)
        return cls(written, answer.verdict, answer.complete, level, answer.nodes, abilities)


def search(position: Position, budget: Budget) -> Finding:
    """Solves a position to the end, or the budget to its end. Raises ``EngineError`` without an objective.

    The answer of a search that was not finished says how far it came: ``none_within``, the number of turns within
    which the goal is proved to be out of reach, and ``first_turns``, how many were refuted and how many were met.
    """
    answer = solve(position, budget=budget)
    finding = Finding.of(position, answer)
    if read(position).is_within and (fastest := shortest(position, answer, budget.part(SHORTER_NODES))) is not None:
        finding.answer["shortest"] = fastest[0]
    if not answer.complete:
        none_within = _none_within(position, budget)
        finding.answer.update(none_within=none_within, first_turns=[answer.refuted, answer.first_turns])
    return finding


def _none_within(position: Position, budget: Budget) -> int:
    """The most turns, fewer than the objective's, within which the goal is proved to be out of reach; 0 if unknown."""
    objective = read(position)
    if objective.survives or objective.kind == PREDICT:
        return 0
    share = Budget(SHORTER_NODES, SHORTER_SECONDS, budget.clock)  # its clock says, too, when nobody wants it any more
    for turns in range(1, objective.turns):
        answer = solve(position, turns=turns, budget=share)
        if not answer.complete or answer.solutions:
            return turns - 1
    return objective.turns - 1


def search_quickly(position: Position, budget: Budget, most_nodes: int) -> Finding | None:
    """The same, or None when it is not done within the budget, or looking for the abilities would cost too much."""
    answer = solve(position, budget=budget)
    if not answer.complete and answer.stopped_by != TOO_MANY_HANDS:
        return None
    if is_sound(answer) and len(abilities_of(position)) * min(answer.nodes, STRIPPED_NODES) > most_nodes:
        return None
    return Finding.of(position, answer)


def search_written(job: tuple[int, dict[str, Any], int, float]) -> tuple[int, Finding, float]:
    """For a pool of processes: a number, a position's JSON, the most nodes and seconds; the number, the finding and
    the seconds it took come back.
    """
    number, data, nodes, seconds = job
    begun = time.monotonic()
    finding = search(read_position(data), Budget(nodes=nodes, seconds=seconds, clock=time.monotonic))
    return number, finding, time.monotonic() - begun


def at_work(position: Position, answer: Answer) -> tuple[str, ...]:
    """The slugs of the abilities without which it would be another puzzle.

    Where there are several solutions, or it was not found out, those that act in the first solution.
    """
    if is_sound(answer):
        return tuple(slug for slug in abilities_of(position) if matters(position, answer, slug))
    acting = answer.difficulty.features["abilities"] if answer.difficulty is not None else ()
    return tuple(sorted(_plain(acting)))


def needs_no_play(position: Position | Mapping[str, Any], solutions: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Whether the objective is reached by doing nothing: one of the solutions (JSON) is without a play.

    ``position`` is the engine's or its JSON. Where the outcome is foretold nobody plays: that is never meant.
    """
    objective = position.objective if isinstance(position, Position) else position["objective"]
    assert objective is not None
    if objective["goal"] == PREDICT:
        return False
    return any(all("do" in action for action in line) for line in solutions)


def abilities_seen(position: Position) -> tuple[str, ...]:
    """The slugs of all abilities that stand on the board's cards, Champions' and an AI's too, sorted."""
    slugs = set(abilities_of(position))
    for seat in position.seats:
        if seat.champion is not None:
            slugs |= _plain(seat.champion.slugs)
        if isinstance(seat, AISeat):
            slugs |= _plain(seat.abilities)
    return tuple(sorted(slugs))


def likeness_of(position: Position, answer: dict[str, Any], essential: Iterable[str]) -> str:
    """The likeness (``engine.decks.composing``) of a proved puzzle, from its answer's JSON; empty without solution."""
    if not answer.get("solutions"):
        return ""
    walked = position.copy()
    line = []
    for written in answer["solutions"][0]:
        action = read_action(walked, written)
        line.append(action)
        walked.push(action)
    return likeness(position, Answer(solutions=[line]), sorted(essential))[:400]


@cache
def engine_version() -> str:
    """Which engine proves: the rules' version, and a hash of the core's sources."""
    return f"rules {RULES_VERSION}, core {os.path.basename(compiled.folder()).rsplit('-', 1)[-1][:8]}"


def _plain(slugs: Iterable[str]) -> set[str]:
    return {slug.removeprefix(AURA_PREFIX) for slug in slugs}
