"""How many puzzles are composed: ``python benchmarks/composing.py [--seconds S] [goals modes levels abilities]``.

For each goal, each mode, each level and each single ability of season 2, on one core, in processor time (S seconds of
it each, default 6), with made-up cards. Prints tables for docs/author/composing.md as they come. ``unlike`` is how many
of the puzzles found have different likenesses.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.cli.bench import pool
from engine.decks.composing import GOALS, Wishes, attempt
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_2, slugs_of
from engine.decks.rules.modes import MODES

CARDS = pool(random.Random(7))
ONE_TURN = ("win", "bastion", "damage", "destroy")
NODES = 8000


def row(name: str, seconds: float, **wishes: Any) -> None:
    begun = time.process_time()
    tried, levels, likenesses = 0, [0] * 5, set()
    while time.process_time() - begun < seconds:
        puzzle = attempt(1, tried, CARDS, Wishes(nodes=NODES, **wishes))
        tried += 1
        if puzzle is not None:
            levels[puzzle["answer"]["difficulty"]["level"] - 1] += 1
            likenesses.add(puzzle["likeness"])
    rate = 60 * sum(levels) / (time.process_time() - begun)
    spread = " ".join(str(level) for level in levels)
    print(f"| {name} | {tried} | {sum(levels)} | {len(likenesses)} | {spread} | {rate:.0f} |", flush=True)


def main(arguments: list[str]) -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, metavar="S")
    parser.add_argument("tables", nargs="*", default=["goals", "modes", "levels", "abilities"])
    options = parser.parse_args(arguments)
    for table in options.tables:
        print(f"\n| {table} | attempts | puzzles | unlike | of level 1 2 3 4 5 | a minute |")
        print("| --- | ---: | ---: | ---: | --- | ---: |", flush=True)
        if table == "goals":
            for goal in GOALS:
                row(goal, options.seconds, goals=(goal,))
            row("two turns", options.seconds, goals=ONE_TURN, turns=2, plays=1)
        elif table == "modes":
            for mode in MODES:
                row(mode, options.seconds, goals=ONE_TURN, mode=mode)
        elif table == "levels":
            for level in range(1, 6):
                row(str(level), options.seconds, goals=ONE_TURN, plays=1, level=level, most_level=level)
        elif table == "abilities":
            for slug in slugs_of(ABILITIES_OF_EDITION[SEASON_2]):
                row(slug, options.seconds, goals=ONE_TURN, abilities=(slug,), plays=1)


if __name__ == "__main__":
    main(sys.argv[1:])
