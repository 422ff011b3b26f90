"""The command ``solve`` (position.md, Command line)."""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

from engine.decks.formats.interchange import BASTION, FORT, Catalogue, read_action, read_position, write_action
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.decks.solving.hidden import MAX_HANDS, hands_of, solve_hidden
from engine.decks.solving.set_play import MAX_SHOWN as MAX_REPLIES
from engine.decks.solving.set_play import set_play
from engine.decks.solving.shortest import shortest
from engine.decks.solving.tree import write_tree
from engine.kernel.errors import EngineError
from engine.kernel.options import seconds_or_none, whole
from engine.kernel.requests import decoded, parse_json

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
    command.add_argument(
        "--set-play", action="store_true", help="also what each reply would be answered with if the player passed first"
    )
    command.add_argument("--intended", metavar="LINE", help="the author's solution, e.g. '2 upper, assault'")
    command.add_argument(
        "--hidden",
        metavar="FILE",
        help="hands that an enemy may have, in place of the one in the position: what works against every one, within"
        ' one turn. JSON: {"B": [HAND, ...]}, or {"B": {"cards": [CARD, ...]}} for as many of them as are in the hand,'
        f" in any order; at most {MAX_HANDS} hands",
    )


def answer(data: Any, actions: list[Any], catalogue: Catalogue, options: argparse.Namespace) -> dict[str, Any]:
    """The answer of ``solve``: the objective counts from the position, the search begins after the actions.

    Of a goal of several turns ``shortest`` says in how few it can be reached for certain, where that is proved.
    Raises ``EngineError``.
    """
    position = read_position(data, catalogue)
    played = read_actions(position, actions)
    intended = None if options.intended is None else read_line(options.intended)
    fields: dict[str, Any]
    begun = time.monotonic()
    budget = Budget(nodes=options.nodes, seconds=options.limit, clock=time.monotonic)
    if options.hidden is not None:
        if actions or options.tree or options.set_play or options.turns or options.first or intended:
            raise EngineError("bad-position", "a hidden hand goes with the position alone", "--hidden")
        hidden = positions_with(data, catalogue, options.hidden)
        solution = solve_hidden(hidden, budget)
        solution.tries = []  # told of the positions' own objectives, whose cards their hands are named by
        fields = {} if options.count else solution.to_json(None if options.all else MAX_SHOWN)
        fields |= {"count": len(solution.solutions), "complete": solution.complete, "hands": len(hidden)}
        fields["seconds"] = round(time.monotonic() - begun, 4)
        return fields
    solution = solve(
        position, turns=options.turns, budget=budget, played=played, intended=intended, first=options.first
    )
    if options.count:
        fields = {
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
    if options.set_play:
        if actions:
            raise EngineError("bad-position", "set play goes with the position alone", "--set-play")
        fields["set_play"] = set_play(position, budget, options.turns).to_json(None if options.all else MAX_REPLIES)
    fields["seconds"] = round(time.monotonic() - begun, 4)
    return fields


def positions_with(data: Any, catalogue: Catalogue, name: str) -> list[Position]:
    """The position with each of the hands of a file, see ``--hidden``. Raises ``EngineError``."""
    try:
        with open(name, "rb") as file:
            asked = parse_json(decoded(file.read()))
    except OSError as wrong:
        raise EngineError("bad-json", f"cannot be read: {wrong}") from None
    if not isinstance(asked, dict) or len(asked) != 1 or not isinstance(data.get("players"), dict):
        raise EngineError("bad-position", "the hands of one player are expected", "--hidden")
    ((seat, hands),) = asked.items()
    player = data["players"].get(seat)
    if not isinstance(player, dict) or not isinstance(player.get("hand"), list):
        raise EngineError("bad-position", "this player has no hand", "--hidden")
    if isinstance(hands, dict) and isinstance(hands.get("cards"), list):
        sides = [place for place, card in enumerate(player["hand"]) if card in (BASTION, FORT)]
        hands = hands_of(hands["cards"], len(player["hand"]) - len(sides))
        for hand in hands:
            for place in sides:
                hand.insert(place, player["hand"][place])
    if not isinstance(hands, list) or not hands:
        raise EngineError("bad-position", "a list of hands is expected", "--hidden")
    return [
        read_position({**data, "players": {**data["players"], seat: {**player, "hand": hand}}}, catalogue)
        for hand in hands
    ]


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
