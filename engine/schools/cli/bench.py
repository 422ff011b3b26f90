"""The command ``bench``: how fast the engine is here."""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from typing import Any, Final

from engine.kernel.options import seconds as span
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.events import Events
from engine.schools.rules.perft import perft
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.turns import new_state

DEPTH: Final = 5  # of the counts


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=span, default=2.0, metavar="S", help="about how long to measure (default 2)")


def answer(seconds: float) -> dict[str, Any]:
    """Actions a second in random games, the legal ones listed each time, and perft nodes a second."""
    return {
        "actions_per_second": round(_actions(seconds / 2)),
        "perft_nodes_per_second": round(_nodes(seconds / 2)),
    }


def _actions(seconds: float) -> float:
    rng = random.Random(1)
    count = games = 0
    begun = now = time.process_time()
    while not count or now - begun < seconds:
        events: Events = []
        state = new_state(f"bench-{games}", events)
        games += 1
        while not state.is_over:
            carry_out(state, rng.choice(legal_actions(state)), events)
            count += 1
        now = time.process_time()
    return count / (now - begun)


def _nodes(seconds: float) -> float:
    nodes = games = 0
    begun = now = time.process_time()
    while not nodes or now - begun < seconds:
        nodes += perft(new_state(f"bench-{games}", []), DEPTH)
        games += 1
        now = time.process_time()
    return nodes / (now - begun)
