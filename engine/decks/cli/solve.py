"""The command ``solve`` (position.md, Command line)."""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

from engine.decks.formats.interchange import Catalogue, read_action, read_position, write_action
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.decks.solving.shortest import shortest
from engine.decks.solving.tree import write_tree
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
    command.add_argument("--first", type=whole(1), metavar="K", help="stop as soon as so many solutions are found")
    command.add_argument("--count", action="store_true", help="how many solutions there are, without showing any")
    command.add_argument(
        "--tree", action="store_true", help="the solutions with every defence, as text (with --jsonl in `tree`)"
    )
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
    solution = solve(
        position, turns=options.turns, budget=budget, played=played, intended=intended, first=options.first
    )
    if options.count:
        fields: dict[str, Any] = {
            "count": len(solution.solutions),
            "lines": solution.lines,
            "complete": solution.complete,
        }
    else:
        fields = solution.to_json(None if options.all else MAX_SHOWN)
        fastest = shortest(position, solution, budget, turns=options.turns, played=played)
        if fastest is not None:
            fields["shortest"] = {"turns": fastest[0], "line": [write_action(action) for action in fastest[1]]}
    if options.tree:
        fields["tree"] = write_tree(position, solution, turns=options.turns, budget=budget, played=played)
    fields["seconds"] = round(time.monotonic() - begun, 4)
    return fields


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
