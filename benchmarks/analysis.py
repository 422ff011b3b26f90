"""How far the solver gets in positions of real games: ``python benchmarks/analysis.py [--goals "win 2"] [--part 1/4]``.

The positions are of Duels between bots, drafted from ``engine.decks.cli.bench.pool()``: the beginning of every third
turn of ten games of search-small and of ten of search-large with 2,000 nodes, thirty of each. They are made anew from
``--seed``, or read from the file of ``--positions``, which is written where there is none. Each is asked each goal
once, on one core, with ``--limit`` seconds of processor time. With ``--until 12`` only the turns 3, 6, 9 and 12 count.

For each goal: ``finished`` searches, how many of them ``solved`` and ``early`` (reached in the first turn already), the
median, the ninth decile and the most of the seconds, the median of the positions looked at, the most memory so far.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import compiled
from engine.decks.bots import Bot, make_bot
from engine.decks.bots.selfplay import play_game
from engine.decks.cli.bench import pool
from engine.decks.formats.notation import parse, write
from engine.decks.game.setup import DRAFT, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import BEGIN_TURN, parse_action
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve

GOALS = ("win 2", "win 3", "survive 1", "survive 2")
GAMES = 10  # of each level
EVERY = 3  # turns
OF_EACH = 30  # positions
MAX_ACTIONS = 400


def game(level: str, nodes: int | None, seed: int, until: int) -> Iterator[Position]:
    """Every third turn of a game, in the Summoning phase, up to a turn."""
    bot: Bot = make_bot(level, nodes)
    cards = tuple(pool(random.Random(seed)))
    played = play_game(SetUp(DUEL, DRAFT, seed, pool=cards), Terms(), {0: bot, 1: bot}, seed, MAX_ACTIONS)
    position = played.start.copy()
    position.turn_limit = None
    turn = 0
    for text in played.game.actions:
        before = position.active, position.phase
        position.apply(parse_action(text))
        if position.is_over or turn == until:
            return
        if before[0] != position.active or parse_action(text) == BEGIN_TURN:
            turn += 1
            if turn % EVERY == 0:
                yield position.copy()


def make(seed: int, until: int) -> list[Position]:
    positions: list[Position] = []
    for level, nodes in (("search-small", None), ("search-large", 2_000)):
        of_level = [position for number in range(GAMES) for position in game(level, nodes, seed + number, until)]
        step = len(of_level) / OF_EACH
        positions += [of_level[int(n * step)] for n in range(OF_EACH)] if step > 1 else of_level
    return positions


def ask(position: Position, goal: str, limit: float) -> dict[str, Any]:
    """One solve."""
    kind, turns = goal.split()
    position = position.copy()
    position.objective = {"player": SEAT_NAMES[position.active], "goal": kind, "turns": int(turns)}
    begun = time.process_time()
    answer = solve(position, budget=Budget(seconds=limit, clock=time.process_time))
    return {
        "seconds": time.process_time() - begun,
        "finished": answer.complete,
        "solved": answer.solved,
        "early": answer.cook is not None,
        "nodes": answer.nodes,
        "first": f"{answer.refuted}/{answer.first_turns}",
        "lines": answer.lines,
        "verdict": answer.verdict,
    }


def figures(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """What a goal's answers come to."""
    seconds = sorted(answer["seconds"] for answer in answers)
    return {
        "count": len(answers),
        "finished": sum(answer["finished"] for answer in answers),
        "solved": sum(answer["solved"] for answer in answers),
        "early": sum(answer["early"] for answer in answers),
        "median": round(statistics.median(seconds), 4),
        "p90": round(seconds[int(0.9 * (len(seconds) - 1))], 3),
        "max": round(seconds[-1], 2),
        "median_nodes": round(statistics.median(answer["nodes"] for answer in answers)),
        "total": round(sum(seconds), 1),
        "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=33_000)
    parser.add_argument("--until", type=int, default=MAX_ACTIONS, metavar="TURN", help="the last turn that counts")
    parser.add_argument("--positions", type=Path, metavar="FILE", help="where the positions are kept, one a line")
    parser.add_argument(
        "--goals", nargs="+", default=GOALS, choices=GOALS, metavar="GOAL", help="of " + ", ".join(GOALS)
    )
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every N-th position, from the K-th on")
    parser.add_argument("--limit", type=float, default=10.0, metavar="SECONDS", help="for each solve (default 10)")
    parser.add_argument("--each", action="store_true", help="print every answer too, as a line of JSON")
    options = parser.parse_args()
    file: Path | None = options.positions
    if file is not None and file.exists():
        positions = [parse(line) for line in file.read_text(encoding="utf-8").splitlines()]
    else:
        positions = make(options.seed, options.until)
        if file is not None:
            file.write_text("".join(f"{write(position)}\n" for position in positions), encoding="utf-8")
    part, parts = map(int, options.part.split("/"))
    print(f"{len(positions)} positions, part {part} of {parts}, {compiled.state}", flush=True)
    for goal in options.goals:
        answers = []
        for number in range(part - 1, len(positions), parts):
            answers.append(ask(positions[number], goal, options.limit))
            if options.each:
                print(json.dumps({"goal": goal, "position": number, **answers[-1]}), flush=True)
        print(f"{goal:>10}", figures(answers), flush=True)


if __name__ == "__main__":
    main()
