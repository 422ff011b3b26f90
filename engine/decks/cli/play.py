"""The command ``play``: bots play games against each other (position.md, Command line; docs/bots.md)."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from engine.decks.bots.levels import LEVELS, make_bot
from engine.decks.bots.players import Bot
from engine.decks.bots.selfplay import BotGame, play_game
from engine.decks.cli.bench import pool
from engine.decks.formats.interchange import Catalogue, faults_of, read_position
from engine.decks.game.decks import Deck, face
from engine.decks.game.setup import DRAFT, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.kernel.chance import SEED_BITS
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.options import seconds, whole

MAX_ACTIONS: Final = 10_000  # a game that is still not over is left: the limit of turns ends it long before
LAST_SEED: Final = (1 << SEED_BITS) - 1
_POOL_SEED: Final = 7


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--mode", choices=MODES, default="duel", help="default duel")
    command.add_argument("--games", type=whole(1), default=1, metavar="N", help="default 1")
    command.add_argument(
        "--seed", type=whole(0, LAST_SEED), default=0, metavar="S", help="of the first game; the next has S + 1"
    )
    bots = f"for all seats of people, or one for each with commas between: {', '.join(LEVELS)}; default greedy"
    command.add_argument("--bots", type=_bots, default=["greedy"], metavar="BOT", help=bots)
    command.add_argument("--nodes", type=whole(1), metavar="N", help="actions that a search tries out for a choice")
    command.add_argument("--seconds", type=seconds, metavar="T", help="a search takes at most this long for a choice")
    command.add_argument("--exhaustion", action="store_true", help="with the Exhaustion module")
    command.add_argument("--most", type=whole(1), default=MAX_ACTIONS, metavar="N", help="actions of a game")
    command.add_argument("--record", type=Path, metavar="DIR", help="write each game as a request for resolve")


def answer(options: argparse.Namespace, catalogue: Catalogue) -> dict[str, Any]:
    """Plays the games and answers the summary. Raises ``EngineError``."""
    mode = MODES[options.mode]
    seats = players_of(mode)
    names = options.bots * len(seats) if len(options.bots) == 1 else options.bots
    if len(names) != len(seats):
        raise EngineError("bad-position", f"{len(seats)} bots are needed, {len(names)} are given", "--bots")
    if options.seed + options.games - 1 > LAST_SEED:
        raise EngineError("bad-position", "the last game would have a seed above 2**128 - 1", "--seed")
    bots: dict[int, Bot] = {
        seat: make_bot(name, options.nodes, options.seconds, time.monotonic)
        for seat, name in zip(seats, names, strict=True)
    }
    cards = tuple(pool(random.Random(_POOL_SEED))) if options.catalogue is None else cards_of(catalogue)
    summary = Summary({SEAT_NAMES[seat]: name for seat, name in zip(seats, names, strict=True)}, options)
    for seed in range(options.seed, options.seed + options.games):
        setup = SetUp(mode, DRAFT, seed, pool=cards, exhaustion=options.exhaustion)
        played = play_game(setup, Terms(), bots, seed, options.most, shuffles=False)
        summary.take(played)
        if options.record is not None:
            record(played, options.record, seed)
    return summary.to_json()


class Summary:
    """Totals over the games."""

    def __init__(self, bots: dict[str, str], options: argparse.Namespace) -> None:
        self.bots = bots
        self.options = options
        self.wins: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.actions: list[int] = []
        self.turns: list[int] = []

    def take(self, played: BotGame) -> None:
        """Counts a game; one without a result is unfinished."""
        end = played.end
        self.actions.append(len(played.game.actions))
        self.turns.append(sum(player.turn for player in end.seats))
        if end.result is not None:
            self.wins.update(SEAT_NAMES[seat] for seat in end.result.winners)
        self.reasons["unfinished" if end.result is None else end.result.reason] += 1

    def to_json(self) -> dict[str, Any]:
        """The answer: ``wins`` by seat (allies win together), ``turns`` and ``actions`` as means over the games."""
        games = len(self.actions)
        return {
            "mode": self.options.mode,
            "games": games,
            "seed": self.options.seed,
            "bots": self.bots,
            "wins": {seat: self.wins[seat] for seat in SEAT_NAMES[: MODES[self.options.mode].seats]},
            "ends": dict(sorted(self.reasons.items())),
            "turns": round(sum(self.turns) / games, 1),
            "actions": round(sum(self.actions) / games, 1),
        }


def record(played: BotGame, folder: Path, seed: int) -> Path:
    """Writes a game as a request; answers the file. Raises ``EngineError`` when that cannot be done."""
    path = folder / f"{played.start.mode.name}-{seed}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(played.request(), ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as wrong:
        raise EngineError("bad-json", f"cannot be written: {wrong}", "--record") from wrong
    return path


def cards_of(catalogue: Catalogue, edition: str = SEASON_2) -> Deck:
    """The cards of a catalogue that an edition can be played with, each face once. Raises ``BadPosition``."""
    cards: dict[tuple[object, ...], Card] = {}
    for reference in sorted(catalogue):
        hands = {seat: {"hand": ["bastion", reference]} for seat in "AB"}
        data = {"edition": edition, "active": "A", "phase": "mana", "players": hands}
        faults = faults_of(data, catalogue)
        if not faults:
            card = read_position(data, catalogue).seats[0].hand[0]
            cards.setdefault(face(card), card)
        elif any(fault.name != "ability-of-other-edition" for fault in faults):
            raise BadPosition(faults)
    return tuple(cards.values())


# Reading options


def _bots(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in LEVELS:
            raise argparse.ArgumentTypeError(f"there is no bot {name!r}; there are: {', '.join(LEVELS)}")
    return names
