"""The cost of a look at a live game and of an action: ``python benchmarks/play_requests.py [--turns 60] [--times 60]``.

Processor time in a warm process as in production, through all of Django but the network, on a file of SQLite. The game
is a draft Duel of so many turns in all. ``cold`` is a look in a process that has never seen the game, and replays it.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
FOLDER = tempfile.TemporaryDirectory()
os.environ.update(
    DJANGO_SETTINGS_MODULE="config.settings",
    GRIMOIRE_ENV="production",
    GRIMOIRE_SECRET_KEY="x" * 40,
    GRIMOIRE_ALLOWED_HOSTS="testserver",
    GRIMOIRE_HTTPS="false",
    GRIMOIRE_DATABASE=f"{FOLDER.name}/requests.sqlite3",
    GRIMOIRE_STATIC_ROOT=FOLDER.name,
)


def cost(work: Callable[[], Any]) -> float:
    """Milliseconds of processor time."""
    begun = time.process_time()
    work()
    return 1e3 * (time.process_time() - begun)


def shown(name: str, costs: list[float]) -> None:
    marks = statistics.quantiles(costs, n=20)
    print(f"{name:14} median {statistics.median(costs):6.2f} ms   p95 {marks[18]:6.2f} ms   of {len(costs)}")


def game_of(turns: int, rng: random.Random) -> tuple[dict[str, Any], Any, list[float]]:
    """The seats of a Duel that has gone on for so many turns, its last look, and what its last 40 actions cost."""
    from tests.tables.clients import body_of, create, seats_of

    while True:
        seats, costs, played = seats_of(create(body_of("duel", "draft"))), [], 0
        look = seats["A"].look()
        while look["status"] != "over" and played < turns:
            seat = seats[look["waiting_for"][0]]
            look = seat.look()
            actions = look["view"]["actions"]
            action = rng.choice(actions) if rng.random() < 0.1 else actions[-1]  # the last one fights, or ends the turn
            costs.append(cost(partial(seat.act, look["version"], action)))
            played += action == "end-turn"
            look = seats["A"].look()
        if look["status"] != "over":
            return seats, look, costs[-40:]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--turns", type=int, default=60)
    options.add_argument("--times", type=int, default=60)
    args = options.parse_args()
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tables.states import forget_states

    settings.LIMITS = False  # all of it comes from one address
    call_command("migrate", verbosity=0)
    seats, look, acting = game_of(args.turns, random.Random(60))
    seat = seats[look["waiting_for"][0]]

    def cold() -> None:
        forget_states()
        seat.look()

    print(f"a Duel of {args.turns} turns, {look['version']} entries in its log")
    shown("look", [cost(seat.look) for _ in range(args.times)])
    shown("look, cold", [cost(cold) for _ in range(args.times)])
    shown("action", acting)


if __name__ == "__main__":
    main()
