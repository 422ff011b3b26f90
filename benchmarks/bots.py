"""How strong the bots are against each other: ``python benchmarks/bots.py [--games N] [--modes MODE...]``.

Each game is drafted from ``engine.decks.cli.bench.pool()`` by the same simple judgement on all seats, so that
the decks are alike
for both; each seed is played twice, the bots changing seats. A score is wins, an unfinished game counting half,
as a share of the games; beside it stands its 95 % interval (Wilson). Nothing here depends on the clock: the same
command prints the same table on every machine.

Duel, Teams: two levels against each other. Free-for-All: one seat of the first level, three of the second, the seats
changing by turns: even would be 25 %. Solo, Co-op: a level against the AI, the same games (draft, deal, order of the
piles) for every level, so that two levels are compared game by game: "more" is the mean of what a game brings to the
level above what the same game brings to the level below, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.bots import LEVELS, Bot, make_bot
from engine.decks.bots.selfplay import play_game
from engine.decks.cli.bench import pool
from engine.decks.game.custom_play import Custom
from engine.decks.game.setup import DRAFT, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, MODES, SOLO, TEAMS, Mode
from engine.kernel.shares import Z, wilson_interval

MAX_ACTIONS = 400  # a game that is still not over counts half
HARDER = Custom(5, fixed_mana=8, variable_mana=2, ai_first=True)
CARDS = tuple(pool(random.Random(7)))
PAIRS = (  # and how many times the games
    ("greedy", "random", 2),
    ("search-small", "greedy", 2),
    ("search-large", "search-small", 2),
    ("search-deep", "search-large", 4),
    ("search-small", "random", 1),
    ("search-large", "greedy", 1),
    ("search-large", "random", 1),
)
NEXT = PAIRS[:4]  # each level and the one below


class Drafted:
    """A bot that drafts as all others do and plays as its level does."""

    def __init__(self, level: str) -> None:
        bot = make_bot(level)
        self.choose = bot.choose
        self.pick = make_bot("greedy").pick


def gain(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    """The mean of what the same games brought us above what they brought them, and its interval for 95 %."""
    games = len(ours)
    differences = [our - their for our, their in zip(ours, theirs, strict=True)]
    mean = sum(differences) / games
    half = Z * math.sqrt(sum((difference - mean) ** 2 for difference in differences) / (games - 1) / games)
    return mean, mean - half, mean + half


def result(mode: Mode, seed: int, bots: dict[int, Bot], seat: int, terms: Terms) -> float:
    """The points of the bot of a seat in a game: 1, 0, or 0.5 when it is drawn or left unfinished."""
    played = play_game(SetUp(mode, DRAFT, seed, pool=CARDS), terms, bots, seed, MAX_ACTIONS)
    won = played.end.result
    return 0.5 if won is None or not won.winners else float(seat in won.winners)


def against(mode: Mode, level: str, rival: str, games: int) -> Iterable[float]:
    """Two levels against each other, the seats changing."""
    first, second = Drafted(level), Drafted(rival)
    turns = mode.seats if mode is FREE_FOR_ALL else 2
    for number in range(games):
        seat = number % turns
        team = mode.team_of[seat]
        bots: dict[int, Bot] = {s: first if mode.team_of[s] == team else second for s in range(mode.seats)}
        yield result(mode, number // turns, bots, seat, Terms())


def against_ai(mode: Mode, level: str, games: int, custom: Custom | None) -> Iterable[float]:
    bots: dict[int, Bot] = {seat: Drafted(level) for seat in players_of(mode)}
    for seed in range(games):
        yield result(mode, seed, bots, 0, Terms(custom=custom))


def cells_of(outcomes: Sequence[float]) -> list[str]:
    """Games, unfinished games, score and its interval, as the tables show them."""
    score = sum(outcomes) / len(outcomes)
    low, high = wilson_interval(score, len(outcomes))
    return [str(len(outcomes)), str(outcomes.count(0.5)), f"{score:.1%}", f"{low:.1%} to {high:.1%}"]


def show(cells: Iterable[str]) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


def table(mode: Mode, games: int, levels: Sequence[str]) -> None:
    """The table of a mode without an AI, the lines of these levels."""
    print(f"\n| {mode.name} | against | games | unfinished | score | 95 % interval |")
    print("| --- | --- | ---: | ---: | ---: | --- |")
    for level, rival, times in PAIRS if mode is DUEL else NEXT:
        if level in levels:
            show([level, rival, *cells_of(list(against(mode, level, rival, times * games)))])


def table_of_ai(mode: Mode, games: int) -> None:
    print(f"\n| {mode.name} | AI | games | unfinished | score | 95 % interval | more | 95 % interval |")
    print("| --- | --- | ---: | ---: | ---: | --- | ---: | --- |")
    below: list[float] = []
    for level in LEVELS:
        outcomes = list(against_ai(mode, level, games, HARDER))
        more = ["", ""]
        if below:
            mean, low, high = gain(outcomes, below)
            more = [f"{mean:+.1%}", f"{low:+.1%} to {high:+.1%}"]
        show([level, f"level {HARDER.level}", *cells_of(outcomes), *more])
        below = outcomes


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="a pair in a Duel, twice as many between weak levels")
    parser.add_argument("--others", type=int, default=60, help="the same in the other modes")
    parser.add_argument("--against-ai", type=int, default=300, help="a level against an AI, at least 2")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS, help="whose lines, not against an AI")
    parser.add_argument(
        "--modes", nargs="+", choices=MODES, default=[m.name for m in (DUEL, TEAMS, FREE_FOR_ALL, SOLO, CO_OP)]
    )
    options = parser.parse_args()
    for name in options.modes:
        mode = MODES[name]
        if mode.ai_seats:
            table_of_ai(mode, options.against_ai)
        else:
            table(mode, options.games if mode is DUEL else options.others, options.levels)


if __name__ == "__main__":
    main()
