"""The command ``bench``: how many decisions a second the engine plays here, by chance."""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS
from engine.armies.rules import state as at
from engine.armies.trace.base import Trace
from engine.kernel.chance import Chance
from engine.kernel.options import seconds, whole

_SEED: Final = 7


def add_options(command: argparse.ArgumentParser) -> None:
    seats = whole(MIN_SEATS, MAX_SEATS)
    command.add_argument("--seats", type=seats, default=4, metavar="N", help="players, 2 to 6; default 4")
    command.add_argument("--seconds", type=seconds, default=2.0, metavar="T", help="for each measurement; default 2")


def answer(options: argparse.Namespace) -> dict[str, Any]:
    """Decisions (list the legal actions, choose one, carry it out) and copies a second."""
    plain = _decisions(options.seats, options.seconds, traced=False)
    traced = _decisions(options.seats, options.seconds, traced=True)
    return {
        "seats": options.seats,
        "decisions_per_second": round(plain),
        "with_trace": round(traced),
        "copies_per_second": round(_copies(options.seats, options.seconds)),
    }


def _decisions(seats: int, limit: float, traced: bool) -> float:
    chance = Chance(_SEED, "bench")
    count, game = 0, 0
    position = ArmiesSetUp(seats, "0").start()
    begun = time.perf_counter()
    while time.perf_counter() - begun < limit:
        if position.phase == at.OVER:
            game += 1
            position = ArmiesSetUp(seats, str(game)).start()
        actions = position.legal_actions()
        trace: Trace | None = [] if traced else None
        position.push(actions[chance.below(len(actions))], trace)
        count += 1
    return count / (time.perf_counter() - begun)


def _copies(seats: int, limit: float) -> float:
    position = ArmiesSetUp(seats, "0").start()
    position.push(position.legal_actions()[0])
    count = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < limit:
        for _ in range(100):
            position.copy()
        count += 100
    return count / (time.perf_counter() - begun)
