"""How strong the bots of Clash of the Cards are: ``python -m engine.armies.bots.strength [--hands N]``.

Hands are compared, not games: a game of several hands tells little for its time. Each seed is played twice, the two
levels changing seats; what counts is the mean of the difference in points over the two hands of a seed, with its 95 %
interval (normal, over seeds). Beside it stands which level had more points, a tie counting half, with Wilson's
interval. Two play, with all special cards. The hands do not depend on the clock: the same command plays the same hands
on every machine.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence

from engine.armies.bots.levels import make_bot
from engine.armies.bots.players import ArmiesBot
from engine.armies.bots.selfplay import choice_of
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.kernel.shares import Z, wilson_interval

PAIRS = ("greedy,random", "search,greedy", "search,random")


def points_of_hand(seed: str, bots: Sequence[ArmiesBot], number: int) -> list[int]:
    """The points of the first hand of a game, by seat."""
    game = ArmiesGame(ArmiesSetUp(len(bots), seed))
    while not game.is_over and game.position.hand_number <= 1:
        seat = game.to_act()[0]
        if game.position.hand_number == 1 and game.stage == "deal":
            break
        game.apply(seat, choice_of(game, bots[seat], seat, number))
    return [player.score for player in game.position.players]


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table, a row as soon as it is there."""
    parser = argparse.ArgumentParser(description="Bots of Clash of the Cards against each other.")
    parser.add_argument("--hands", type=int, default=100, help="of each pair, two for a seed; default 100")
    parser.add_argument("--pairs", nargs="*", default=PAIRS, metavar="A,B")
    options = parser.parse_args(arguments)
    print("| level | against | hands | more points | 95 % interval | points more a hand | 95 % interval |")
    print("| --- | --- | ---: | ---: | --- | ---: | --- |")
    for pair in options.pairs:
        first, second = pair.split(",")
        means, ahead = [], 0.0
        for number in range(options.hands // 2):
            differences = []
            for seat in (0, 1):
                bots = [make_bot(first), make_bot(second)] if seat == 0 else [make_bot(second), make_bot(first)]
                points = points_of_hand(f"bots-{number}", bots, number)
                differences.append(points[seat] - points[1 - seat])
            means.append(statistics.fmean(differences))
            ahead += sum(0.5 if gap == 0 else float(gap > 0) for gap in differences)
        hands = 2 * len(means)
        low, high = wilson_interval(ahead / hands, hands)
        mean, half = statistics.fmean(means), Z * statistics.stdev(means) / math.sqrt(len(means))
        counted = (
            f"{ahead / hands:.1%} | {low:.1%} to {high:.1%} | {mean:+.1f} | {mean - half:+.1f} to {mean + half:+.1f}"
        )
        print(f"| {first} | {second} | {hands} | {counted} |", flush=True)


if __name__ == "__main__":
    main()
