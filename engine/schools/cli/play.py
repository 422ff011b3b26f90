"""The command ``play``: bots play games against each other."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

from engine.kernel.errors import EngineError
from engine.kernel.options import whole
from engine.schools.bots.levels import SCHOOLS_LEVELS, make_schools_bot
from engine.schools.bots.selfplay import play_schools_game
from engine.schools.rules.components import SEATS
from engine.schools.rules.shuffling import SEED


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--games", type=whole(1), default=1, metavar="N", help="default 1")
    command.add_argument("--seed", default="0", metavar="S", help="the games have the seeds S-0, S-1, ... (default 0)")
    bots = f"Dragombre's and Blancgriffon's: two of {', '.join(SCHOOLS_LEVELS)}; default greedy,greedy"
    command.add_argument("--bots", type=_bots, default=["greedy", "greedy"], metavar="A,B", help=bots)
    command.add_argument("--record", type=Path, metavar="DIR", help="write each game as a request for resolve")


def answer(options: argparse.Namespace) -> dict[str, Any]:
    """Plays the games and answers the summary. Raises ``EngineError``."""
    if not SEED.fullmatch(f"{options.seed}-{options.games - 1}"):
        raise EngineError("bad-request", "with a dash and a number behind it this is no seed", "--seed")
    bots = [make_schools_bot(level) for level in options.bots]
    wins: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    turns, actions = [], []
    for number in range(options.games):
        seed = f"{options.seed}-{number}"
        game = play_schools_game(seed, bots)
        result = game.result
        assert result is not None  # turn 100 is the last (M9.9)
        wins.update(SEATS[seat] for seat in result.winners)
        reasons[result.reason] += 1
        turns.append(game.state.turn)
        actions.append(len(game.actions))
        if options.record is not None:
            _write_record(game.record(), options.record, seed)
    return {
        "games": options.games,
        "wins": {seat: wins[seat] for seat in SEATS},
        "draws": options.games - wins.total(),
        "reasons": dict(reasons),
        "turns": _mean_and_max(turns),
        "actions": _mean_and_max(actions),
    }


def _write_record(record: dict[str, Any], folder: Path, seed: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{seed}.json").write_text(json.dumps(record) + "\n", encoding="utf-8")
    except OSError as wrong:
        raise EngineError("bad-request", f"cannot be written: {wrong}", "--record") from wrong


def _mean_and_max(numbers: list[int]) -> dict[str, float]:
    return {"mean": round(sum(numbers) / len(numbers), 2), "max": max(numbers)}


_SEATS: Final = len(SEATS)


def _bots(text: str) -> list[str]:
    words = text.split(",")
    if len(words) != _SEATS or any(word not in SCHOOLS_LEVELS for word in words):
        raise argparse.ArgumentTypeError(f"two of {', '.join(SCHOOLS_LEVELS)} with a comma between, not {text[:40]!r}")
    return words
