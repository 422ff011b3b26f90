"""How long the solver takes: ``python benchmarks/solver.py [--json] [--limit SECONDS]``.

Two sets, each puzzle solved exhaustively once, on one core, in processor time:

- one turn: every position of the public cases in the Summoning phase (or before it), with winning as the goal and with
  3 damage as the goal, and 200 composed puzzles (``puzzles/one_turn.txt``, made by ``python -m engine compose``);
- two turns: composed puzzles (``puzzles/two_turns.txt``).

For each: ``count``, ``median_ms``, ``p95_ms``, ``max_ms``, and ``complete``, how many of the searches were exhaustive
within the limit. ``peak_mb`` is the most memory that the process has used.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.cli.bench import figures
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.kernel.errors import EngineError

ROOT = Path(__file__).resolve().parent.parent
PUZZLES = ROOT / "benchmarks" / "puzzles"
CASES = ROOT / "tests" / "contract" / "cases.json"
GOALS = ("win", {"damage": 3})


def cases() -> list[Position]:
    """The positions of the public cases that a player can go on from, each with either goal."""
    positions = []
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        for goal in GOALS:
            try:
                position = read_position(case["position"])
            except EngineError:  # a case of wrong input
                continue
            if not position.is_over and not position.seats[position.active].is_ai:
                position.objective = {"player": "ABCD"[position.active], "goal": goal, "turns": 1}
                positions.append(position)
    return positions


def composed(name: str) -> list[Position]:
    return [parse(line) for line in (PUZZLES / name).read_text(encoding="utf-8").splitlines() if line]


def measure(positions: list[Position], seconds: float) -> dict[str, float]:
    """The figures of a set of puzzles."""
    times = []
    complete = 0
    for position in positions:
        begun = time.process_time()
        complete += solve(position, budget=Budget(seconds=seconds, clock=time.process_time)).complete
        times.append(1000 * (time.process_time() - begun))
    return figures(times, complete)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for each puzzle (default 60)")
    options = parser.parse_args()
    figures: dict[str, object] = {
        "one_turn": measure(cases() + composed("one_turn.txt"), options.limit),
        "two_turns": measure(composed("two_turns.txt"), options.limit),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "python": sys.version.split()[0],
    }
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>12}  {value}")


if __name__ == "__main__":
    main()
