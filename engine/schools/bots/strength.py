"""How strong the bots of Clash of Magic Schools are: ``python -m engine.schools.bots.strength [--games N]``.

Each seed is played twice, the bots changing schools. A score is wins, a draw counting half, as a share of the games;
beside it stands its 95 % interval (Wilson). The games do not depend on the clock: the same command plays the same
games on every machine. The mean time of a choice does, and is printed below.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from engine.kernel.chance import Chance
from engine.kernel.shares import wilson_interval
from engine.schools.bots import SCHOOLS_LEVELS, SchoolsBot, SchoolsBotView, make_schools_bot
from engine.schools.bots.selfplay import play_schools_game
from engine.schools.rules.actions import SchoolsAction

PAIRS = (("greedy", "random"), ("search", "greedy"), ("search", "random"))


class TimedBot:
    """A bot of a level, with the time that its choices take."""

    def __init__(self, level: str) -> None:
        self.bot: SchoolsBot = make_schools_bot(level)
        self.seconds = 0.0
        self.choices = 0

    def choose(self, view: SchoolsBotView, chance: Chance) -> SchoolsAction:
        begun = time.process_time()
        action = self.bot.choose(view, chance)
        self.seconds += time.process_time() - begun
        self.choices += 1
        return action


def score_of(first: TimedBot, second: TimedBot, games: int) -> tuple[float, int]:
    """The first bot's points of so many games, and how many are drawn."""
    points, draws = 0.0, 0
    for number in range(games):
        seat = number % 2
        game = play_schools_game(f"bots-{number // 2}", (first, second) if seat == 0 else (second, first))
        assert game.result is not None
        points += 0.5 if game.result.winner is None else float(game.result.winner == seat)
        draws += game.result.winner is None
    return points, draws


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Bots of Clash of Magic Schools against each other.")
    parser.add_argument("--games", type=int, default=100, help="of each pair, default 100")
    parser.add_argument("--pairs", nargs="*", default=[f"{first},{second}" for first, second in PAIRS], metavar="A,B")
    options = parser.parse_args(arguments)
    bots = {level: TimedBot(level) for level in SCHOOLS_LEVELS}
    print("| level | against | games | drawn | score | 95 % interval |\n| --- | --- | ---: | ---: | ---: | --- |")
    for pair in options.pairs:
        first, second = pair.split(",")
        points, draws = score_of(bots[first], bots[second], options.games)
        low, high = wilson_interval(points / options.games, options.games)
        share = f"{points / options.games:.1%} | {low:.1%} to {high:.1%} |"
        print(f"| {first} | {second} | {options.games} | {draws} | {share}", flush=True)
    for level, bot in bots.items():
        if bot.choices:
            print(f"{level}: {bot.seconds / bot.choices * 1000:.2f} ms a choice")


if __name__ == "__main__":
    main()
