"""Games of two equal bots, and where they are kept: a line each, marked by the cards they were played with."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

from engine.decks.bots import make_bot
from engine.decks.bots.selfplay import play_game
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import DUEL
from engine.kernel.chance import SEED_BITS
from tools.balancing.matches import DECKS, MATCHES, SEED, mark_of

HOME: Final = Path(__file__).resolve().parent.parent.parent / "var" / "balance"
MAX_ACTIONS: Final = 1000  # a game that is still not over counts half
TRIAL: Final = 1_200_000  # from this number on games are for trying; a multiple of 12, so that each pair meets alike


def play(kind: str, number: int, level: str) -> dict[str, Any]:
    """Plays a game and answers its record: ``won`` is 1, 0 or 0.5 for who began, ``turns`` of that player."""
    match = MATCHES[kind](number)
    seed = random.Random(f"{SEED} seed {kind} {number}").getrandbits(SEED_BITS)
    setup = SetUp(DUEL, CONSTRUCTED, seed, decks=(match.first, match.second), edition=match.edition, first=0)
    bot = make_bot(level)
    played = play_game(setup, Terms(), {0: bot, 1: bot}, seed, MAX_ACTIONS)
    result = played.end.result
    won = 0.5 if result is None or not result.winners else float(0 in result.winners)
    record: dict[str, Any] = {"n": number, "mark": mark_of(match), "won": won, "turns": played.end.seats[0].turn}
    if kind == DECKS:
        record["decks"] = match.names
    return record


def file_of(kind: str, level: str) -> Path:
    return HOME / f"{kind}-{level}.jsonl"


def games_of(kind: str, level: str) -> list[dict[str, Any]]:
    """The games that have been played with the cards as they are now, in their order; none if there is no file."""
    path = file_of(kind, level)
    if not path.exists():
        return []
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    valid = {record["n"]: record for record in records if record["mark"] == mark_of(MATCHES[kind](record["n"]))}
    return [valid[number] for number in sorted(valid)]


def _played(job: tuple[str, int, str]) -> dict[str, Any]:
    return play(*job)


def play_all(kind: str, level: str, games: int, processes: int) -> None:
    """Plays what is missing of so many games, and keeps them."""
    HOME.mkdir(parents=True, exist_ok=True)
    numbers = {game["n"] for game in games_of(kind, level)}
    missing = [number for number in range(games) if number not in numbers]
    with file_of(kind, level).open("a", encoding="utf-8") as file:
        for record in played(kind, level, missing, processes):
            file.write(json.dumps(record) + "\n")
            file.flush()


def tried(kind: str, level: str, games: int, processes: int) -> list[dict[str, Any]]:
    """So many games that are not kept, and that ``play_all`` comes never near: cards may be tuned on them."""
    return list(played(kind, level, range(TRIAL, TRIAL + games), processes))


def played(kind: str, level: str, numbers: Sequence[int], processes: int) -> Iterator[dict[str, Any]]:
    """The records of games by their numbers, in order, with progress on stderr."""
    begun = time.monotonic()
    with Pool(processes) as pool:
        jobs = ((kind, number, level) for number in numbers)
        for at, record in enumerate(pool.imap(_played, jobs, chunksize=4), 1):
            yield record
            if at % 100 == 0 or at == len(numbers):
                rate = at / (time.monotonic() - begun)
                print(f"{kind} {level}: {at} of {len(numbers)} games, {rate:.1f} a second", file=sys.stderr)
