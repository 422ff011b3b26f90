"""Calibrates the estimate of difficulty: ``python benchmarks/difficulty.py [--compose SIZE] [--rates FILE]``.

The sample is ``puzzles/difficulty.txt``, composed puzzles in notation; ``--compose`` makes another: SIZE times the
share of each stratum (mode, goal, turns, plays at least), of whatever level. Bots of several strengths try each puzzle
(``Panel``), the share of their attempts that fails is fitted by the terms of ``engine.decks.solving.difficulty`` (least
squares, a fifth of the puzzles kept out to see the error), and the levels are cut where they have as many puzzles each.
Prints the weights, the levels and the errors. Seeded: the same sample gives the same figures.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.cli.bench import pool
from engine.decks.composing import Wishes, attempt
from engine.decks.composing.assessment import abilities_of, goal_of, outcome
from engine.decks.composing.editing import without
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse, write
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.position import Position
from engine.decks.solving import difficulty
from engine.decks.solving.graph import GOAL, WINS, TurnGraph
from engine.decks.solving.lacking import FAR
from engine.decks.solving.objective import read
from engine.decks.solving.solver import PuzzleSearch
from engine.decks.solving.states import Walker
from engine.kernel.budget import Budget

STRATA = (  # mode, goal, turns, plays at least, share of the sample
    *[
        ("duel", goal, 1, plays, 4)
        for goal in ("win", "bastion", "damage", "destroy", "survive")
        for plays in (1, 2, 3)
    ],
    ("duel", "predict", 1, 0, 16),
    *[("duel", goal, 2, 1, 2) for goal in ("win", "bastion", "damage", "destroy")],
    *[(mode, goal, 1, 2, 1) for mode in ("solo", "coop", "ffa", "teams") for goal in ("win", "damage", "destroy")],
    *[(mode, "survive", 1, 1, 2) for mode in ("solo", "coop")],
)
SAMPLE = Path(__file__).resolve().parent / "puzzles" / "difficulty.txt"
NODES = 8000
ATTEMPTS = 30  # of every bot that chance has a say in
AHEAD = ((1, 2, 0.7), (2, 2, 0.7), (2, 4, 0.8), (3, 4, 0.9))  # depth, width, share of the plays that are noticed
KEPT_OUT = 5  # every fifth puzzle


def compose(path: Path, size: int) -> None:
    """Makes the sample anew."""
    cards = pool(random.Random(7))
    with path.open("w", encoding="utf-8") as file:
        for mode, goal, turns, plays, share in STRATA:
            wishes = Wishes(goals=(goal,), plays=plays, turns=turns, nodes=NODES, mode=mode)
            composed = number = 0
            while composed < size * share:
                puzzle = attempt(1, number, cards, wishes)
                number += 1
                if puzzle is not None:
                    composed += 1
                    file.write(write(read_position(puzzle["position"])) + "\n")
            print(f"{mode} {goal}, {turns} turns, {plays} plays: {composed} in {number} attempts", file=sys.stderr)


class Panel:
    """Bots that try to solve a puzzle, walking on the graph of its first turn; each answers the share that succeeds.

    They judge a position by what the goal lacks after an Assault at once. ``random`` plays anything; ``greedy`` the
    best next play, of all or of the half that it notices; ``beam`` goes on from the best few positions; ``lines`` plays
    out so many random lines and would know the goal when it sees it; ``depth`` looks so many plays ahead, at the best
    few positions of each play.
    """

    def __init__(self, graph: TurnGraph, seed: str) -> None:
        self.graph = graph
        self.rng = random.Random(seed)
        self.luck = difficulty.luck(graph)

    def attempts(self) -> dict[str, float]:
        """The share of the attempts that solve the puzzle, by bot."""
        return {
            "random": self.luck,
            "greedy": self._mean(lambda: self.greedy(1.0)),
            "greedy, half": self._mean(lambda: self.greedy(0.5)),
            "beam 3, half": self._mean(lambda: self.beam(3, 0.5)),
            "beam 8": self._mean(lambda: self.beam(8, 0.9)),
            "lines 10": 1 - (1 - self.luck) ** 10,
            **{
                f"depth {depth}, width {width}": self._mean(partial(self.ahead, depth, width, share))
                for depth, width, share in AHEAD
            },
        }

    def _mean(self, attempt: Callable[[], bool]) -> float:
        return sum(attempt() for _ in range(ATTEMPTS)) / ATTEMPTS

    def _gap(self, child: int) -> int:
        return -1 if child == GOAL else FAR if child < 0 else self.graph.gaps[child]

    def _noticed(self, node: int, share: float) -> list[int]:
        return [child for child in self.graph.children(node) if self.rng.random() < share]

    def greedy(self, share: float) -> bool:
        """One attempt, play by play; it ends the turn when no play brings it nearer, or one time in two if equal."""
        node = 0
        for _ in range(20):
            if self.graph.exits[node] == WINS:
                return True
            noticed = self._noticed(node, share)
            if not noticed:
                return False
            best = min(self._gap(child) for child in noticed)
            if best == -1:
                return True
            if best > self.graph.gaps[node] or (best == self.graph.gaps[node] and self.rng.random() < 0.3):
                return False
            node = self.rng.choice([child for child in noticed if self._gap(child) == best])
            if node < 0:
                return False
        return False

    def beam(self, width: int, share: float) -> bool:
        """One attempt with several positions at a time."""
        front, met = [0], {0}
        while front:
            if any(self.graph.exits[node] == WINS for node in front):
                return True
            reached: set[int] = set()
            for node in front:
                noticed = self._noticed(node, share)
                if GOAL in noticed:
                    return True
                reached.update(child for child in noticed if child >= 0 and child not in met)
            met |= reached
            order = sorted(reached)
            self.rng.shuffle(order)
            order.sort(key=self._gap)
            front = order[:width]
        return False

    def ahead(self, depth: int, width: int, share: float) -> bool:
        """One attempt, play by play, by the best position that it sees ahead; it ends the turn where none is nearer."""
        node = 0
        for _ in range(20):
            if self.graph.exits[node] == WINS:
                return True
            nearest = self._nearest(node, depth, width, share)
            if nearest is None:
                return True
            gap, first = nearest
            if gap > self.graph.gaps[node] or (gap == self.graph.gaps[node] and self.rng.random() < 0.5):
                return False
            node = first
        return False

    def _nearest(self, node: int, depth: int, width: int, share: float) -> tuple[int, int] | None:
        """The smallest gap ahead and the play that leads there; None where the goal is seen."""
        best, met = (FAR + 1, node), {node}
        front = [(node, -1)]
        for _ in range(depth):
            reached: list[tuple[int, int]] = []
            for at, first in front:
                for child in self._noticed(at, share):
                    if child == GOAL or (child >= 0 and self.graph.exits[child] == WINS):
                        return None
                    if child >= 0 and child not in met:
                        met.add(child)
                        reached.append((child, child if first < 0 else first))
            self.rng.shuffle(reached)
            front = sorted(reached, key=lambda pair: self._gap(pair[0]))[:width]
            if front and self._gap(front[0][0]) < best[0]:
                best = self._gap(front[0][0]), front[0][1]
        return best


def missed(position: Position, seed: str) -> tuple[float, dict[str, float], dict[str, float]] | None:
    """The share of attempts at a puzzle that fail, the terms of its estimate, the share that succeeds by bot."""
    if goal_of(position) == "predict":
        features = difficulty.of_prediction(position).features
        return 1 - overlooking(position, seed), difficulty.terms_of_prediction(features), {}
    search = PuzzleSearch(Walker(position, read(position), Budget(nodes=40_000)))
    result = search.run()
    if result.difficulty is None or not result.complete:
        return None
    shares = Panel(search.graph, seed).attempts()
    return 1 - sum(shares.values()) / len(shares), difficulty.terms(result.difficulty.features), shares


def overlooking(position: Position, seed: str) -> float:
    """The share of predictions that come true, by bots that overlook an ability now and then, or add up wrongly.

    Each ability on the board is overlooked with the same chance, and so is each change of the board.
    """
    rng = random.Random(seed)
    slugs = abilities_of(position)
    right = outcome(position)
    changes = difficulty.of_prediction(position).features["changes"]
    true = 0.0
    chances = (0.02, 0.1, 0.3)
    for chance in chances:
        for _ in range(ATTEMPTS):
            reduced = position
            for slug in slugs:
                if rng.random() < chance:
                    reduced = without(reduced, slug)
            if ASSAULT in reduced.legal_actions() and outcome(reduced) == right:
                true += (1 - chance / 4) ** changes
    return true / (ATTEMPTS * len(chances))


def fitted(rows: Sequence[tuple[float, dict[str, float]]], names: Sequence[str]) -> dict[str, float]:
    """Weights by least squares, with a little ridge so that terms that say the same do not run away."""
    size = len(names)
    matrix = [[0.001 * len(rows) * (i == j and i > 0) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    for wanted, features in rows:
        values = [features[name] for name in names]
        for i in range(size):
            right[i] += values[i] * wanted
            for j in range(size):
                matrix[i][j] += values[i] * values[j]
    for i in range(size):
        best = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[best], right[i], right[best] = matrix[best], matrix[i], right[best], right[i]
        for row in range(size):
            if row != i and matrix[i][i]:
                factor = matrix[row][i] / matrix[i][i]
                right[row] -= factor * right[i]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[i], strict=True)]
    return {name: right[i] / matrix[i][i] if matrix[i][i] else 0.0 for i, name in enumerate(names)}


def told(weights: dict[str, float], features: dict[str, float]) -> float:
    return sum(weights[name] * features[name] for name in weights)


def report(rows: list[tuple[float, dict[str, float]]], names: Sequence[str]) -> dict[str, Any]:
    """Weights, levels and errors for tenths of attempts that fail."""
    wanted = [(10 * share, features) for share, features in rows]
    training = [row for at, row in enumerate(wanted) if at % KEPT_OUT]
    unseen = [row for at, row in enumerate(wanted) if at % KEPT_OUT == 0]
    weights = {name: round(value, 2) for name, value in fitted(training, names).items()}
    mean = sum(share for share, _ in unseen) / len(unseen)
    errors = [told(weights, features) - share for share, features in unseen]
    spread = sum((share - mean) ** 2 for share, _ in unseen)
    totals = sorted(told(weights, features) for _, features in wanted)
    ranks = [(told(weights, features), share) for share, features in unseen]
    pairs = [(a, b) for at, a in enumerate(ranks) for b in ranks[:at] if a[1] != b[1]]
    return {
        "puzzles": len(rows),
        "weights": weights,
        "levels": [round(totals[len(totals) * part // 5], 1) for part in (1, 2, 3, 4)],
        "mean": round(mean, 2),
        "mean_error": round(sum(abs(error) for error in errors) / len(errors), 2),
        "mean_error_of_the_mean": round(sum(abs(share - mean) for share, _ in unseen) / len(unseen), 2),
        "r2": round(1 - sum(error**2 for error in errors) / spread, 2),
        "in_order": round(sum((a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs) / max(1, len(pairs)), 2),
        "missed_tenths": [round(sorted(s for s, _ in wanted)[len(wanted) * p // 10], 1) for p in range(1, 10)],
    }


def main(arguments: Iterable[str]) -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compose", type=int, metavar="SIZE", help="make the sample first (8: 480 puzzles)")
    parser.add_argument("--rates", type=Path, metavar="FILE", help="also write each bot's solve rate of every puzzle")
    options = parser.parse_args(list(arguments))
    if options.compose is not None:
        compose(SAMPLE, options.compose)
    rows: dict[bool, list[tuple[float, dict[str, float]]]] = {True: [], False: []}
    rates: list[dict[str, Any]] = []
    for number, line in enumerate(SAMPLE.read_text(encoding="utf-8").splitlines()):
        position = parse(line)
        row = missed(position, str(number))
        if row is not None:
            rows[goal_of(position) == "predict"].append(row[:2])
            rates += [{"puzzle": number, **{bot: round(share, 3) for bot, share in row[2].items()}}] if row[2] else []
    if options.rates is not None:
        options.rates.write_text("".join(json.dumps(rate) + "\n" for rate in rates), encoding="utf-8")
    means = {bot: round(sum(rate[bot] for rate in rates) / len(rates), 2) for bot in rates[0] if bot != "puzzle"}
    print(json.dumps({"solved": means}, indent=1))
    print(json.dumps(report(rows[False], list(difficulty.WEIGHTS)), indent=1))
    if rows[True]:
        print(json.dumps(report(rows[True], list(difficulty.PREDICTION_WEIGHTS)), indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
