"""Random Duel play beside python-chess in one run: ``python benchmarks/engine.py [--json] [--repeats N]``.

A decision is: list the legal actions, choose one at random, carry it out (Mana, plays, Assaults and ends of turn, as
perft counts them). A ply is the same with python-chess: list the legal moves, choose, push. Both are measured in slices
that take turns, so that what else the machine does hits both alike; figures are medians over the repeats. The games are
seeded; the decks are eight different cards each out of ``engine.decks.cli.bench.pool()``, in which every ability of
season 2 occurs.

``copy_us`` is the time of a copy over the positions of such games, ``trace_overhead`` the extra time per decision with
the trace on (0.3 is 30 %), measured over the same games.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess

import engine.decks.rules.resolution
from engine.decks.cli.bench import pool, start
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace

SLICE_SECONDS = 0.25
MAX_DECISIONS = 400  # a random game that is still not over is left


def play(seed: int, seconds: float, traced: bool = False) -> float:
    """Decisions a second of random play for about this long."""
    rng = random.Random(seed)
    cards = pool(random.Random(7))
    choose = rng.random
    decisions = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        position = start(rng, cards)
        trace = Trace() if traced else None  # one for the game, as the command line and a record keep it
        for _ in range(MAX_DECISIONS):
            actions = position.legal_actions()
            if not actions:
                break
            position.push(actions[int(choose() * len(actions))], trace)
            decisions += 1
    return decisions / (time.process_time() - begun)


def play_chess(seed: int, seconds: float) -> float:
    """Plies a second of random chess for about this long."""
    rng = random.Random(seed)
    choose = rng.random
    plies = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        board = chess.Board()
        for _ in range(MAX_DECISIONS):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 100:
                break
            board.push(moves[int(choose() * len(moves))])
            plies += 1
    return plies / (time.process_time() - begun)


def copy_time(seed: int) -> float:
    """Microseconds of a copy, over the positions of random games."""
    rng = random.Random(seed)
    cards = pool(random.Random(7))
    positions: list[Position] = []
    while len(positions) < 400:
        position = start(rng, cards)
        while actions := position.legal_actions():
            position.push(rng.choice(actions))
            positions.append(position.copy())
    begun = time.process_time()
    for _ in range(5):
        for position in positions:
            position.copy()
    return (time.process_time() - begun) / (5 * len(positions)) * 1e6


def measure(repeats: int) -> dict[str, object]:
    """All figures, as medians over the repeats."""
    decisions, traced, overheads, plies, copies = [], [], [], [], []
    for seed in range(repeats):
        plain = play(seed, SLICE_SECONDS)
        with_trace = play(seed, SLICE_SECONDS, traced=True)
        decisions.append(plain)
        traced.append(with_trace)
        overheads.append(plain / with_trace - 1)
        plies.append(play_chess(seed, SLICE_SECONDS))
        copies.append(copy_time(seed))
    median = statistics.median
    return {
        "decisions_per_second": round(median(decisions)),
        "plies_per_second": round(median(plies)),
        "ratio": round(median(d / p for d, p in zip(decisions, plies, strict=True)), 2),
        "compiled": not engine.decks.rules.resolution.__file__.endswith(".py"),
        "copy_us": round(median(copies), 2),
        "trace_overhead": round(median(overheads), 3),
        "traced_decisions_per_second": round(median(traced)),
        "repeats": repeats,
        "python": sys.version.split()[0],
        "chess": chess.__version__,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--repeats", type=int, default=15, help="slices of each kind (default 15)")
    options = parser.parse_args()
    figures = measure(options.repeats)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>28}  {value}")


if __name__ == "__main__":
    main()
