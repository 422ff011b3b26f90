"""The command ``solve`` (position.md, Command line)."""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

from engine.decks.formats.interchange import Catalogue, read_action, read_position, write_action
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.objective import PREDICT, SURVIVE, read
from engine.kernel.errors import EngineError
from engine.kernel.options import seconds_or_none, whole

SECONDS: Final = 60.0  # the limit when none is given
MAX_SHOWN: Final = 100  # solutions shown without --all
MAX_TURNS: Final = 100  # what a game has (ruling 2.13)


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--turns", type=whole(1, MAX_TURNS), metavar="N", help="instead of the objective's own number of turns"
    )
    command.add_argument("--all", action="store_true", help=f"show more than {MAX_SHOWN} solutions, if there are more")
    command.add_argument(
        "--limit", type=seconds_or_none, default=SECONDS, metavar="SECONDS", help=f"default {SECONDS:g}"
    )
    command.add_argument("--nodes", type=whole(0), metavar="N", help="make at most this many positions")
    command.add_argument("--intended", metavar="LINE", help="the author's solution, e.g. '2 upper, assault'")


def answer(data: Any, actions: list[Any], catalogue: Catalogue, options: argparse.Namespace) -> dict[str, Any]:
    """The answer of ``solve``: the objective counts from the position, the search begins after the actions.

    Of a goal of several turns ``shortest`` says in how few it can be reached for certain, where that is proved.
    Raises ``EngineError``.
    """
    position = read_position(data, catalogue)
    played = read_actions(position, actions)
    intended = None if options.intended is None else read_line(options.intended)
    begun = time.monotonic()
    budget = Budget(nodes=options.nodes, seconds=options.limit, clock=time.monotonic)
    solution = solve(position, turns=options.turns, budget=budget, played=played, intended=intended)
    fields = solution.to_json(None if options.all else MAX_SHOWN)
    shortest = _shortest(position, played, solution, options, begun)
    if shortest is not None:
        fields["shortest"] = shortest
    fields["seconds"] = round(time.monotonic() - begun, 4)
    return fields


def _shortest(
    position: Position, played: list[Action], solution: Answer, options: argparse.Namespace, begun: float
) -> dict[str, Any] | None:
    """The fewest turns in which a goal of several can be reached, with a line; None where that says nothing, or was
    not proved within the limits."""
    objective = read(position, options.turns)
    if objective.turns == 1 or objective.kind in (SURVIVE, PREDICT) or not solution.solved:
        return None
    spent = solution.nodes
    for turns in range(1, objective.turns):
        nodes = None if options.nodes is None else max(0, options.nodes - spent)
        seconds = None if options.limit is None else max(0.0, options.limit - (time.monotonic() - begun))
        tried = solve(
            position, turns=turns, budget=Budget(nodes=nodes, seconds=seconds, clock=time.monotonic), played=played
        )
        if tried.solved:
            return {"turns": turns, "line": [write_action(action) for action in tried.solutions[0]]}
        if not tried.complete:
            return None
        spent += tried.nodes
    return {"turns": objective.turns, "line": [write_action(action) for action in solution.solutions[0]]}


def read_actions(position: Position, actions: list[Any]) -> list[Action]:
    """The actions of a request, each read where it is made. Raises ``EngineError`` with the number of the wrong one."""
    reached = position.copy()
    read: list[Action] = []
    for number, data in enumerate(actions):
        try:
            action = read_action(reached, data)
        except EngineError as wrong:
            wrong.at = number
            raise
        reached.push(action)
        read.append(action)
    return read


def read_line(text: str) -> list[Action]:
    """Actions in their text form, with commas between. Raises ``EngineError`` (``bad-position``)."""
    try:
        return [parse_action(part.strip()) for part in text.split(",")]
    except ValueError as wrong:
        raise EngineError("bad-position", str(wrong), "--intended") from None
