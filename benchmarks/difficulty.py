"""Calibrates the estimate of difficulty: ``python benchmarks/difficulty.py [--compose SIZE] [--rates FILE]``.

The sample is ``puzzles/difficulty.txt``, composed puzzles in notation; ``--compose`` makes another: SIZE times the
share of each stratum (mode, goal, turns, plays at least), of whatever level. The solvers of
``tools.books.solvers`` try each puzzle, the share of their attempts that fails is fitted by the terms of
``engine.decks.solving.difficulty`` (least squares, a fifth of the puzzles kept out to see the error), and the levels
are cut where they have as many puzzles each. Prints the weights, the levels and the errors, and how the weights as they
are do. Seeded: the same sample gives the same figures.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.cli.bench import pool
from engine.decks.composing import Wishes, attempt
from engine.decks.composing.assessment import goal_of
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse, write
from engine.decks.rules.position import Position
from engine.decks.solving import difficulty, solve
from engine.decks.solving.objective import PREDICT
from engine.kernel.budget import Budget
from tools.books.solvers import solved_shares
from tools.ranks import rank_correlation

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


def missed(position: Position, seed: str) -> tuple[float, dict[str, float], dict[str, float]] | None:
    """The share of attempts at a puzzle that fail, the terms of its estimate, the share that succeeds by solver."""
    if goal_of(position) == PREDICT:
        terms = difficulty.terms_of_prediction(difficulty.of_prediction(position).features)
    else:
        answer = solve(position, budget=Budget(nodes=40_000))
        if answer.difficulty is None or not answer.complete:
            return None
        features = answer.difficulty.features
        terms = {**difficulty.terms(features), "again": float(len(features["again"]))}
    shares = solved_shares(write_position(position), seed)
    return 1 - sum(shares.values()) / len(shares), terms, shares


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


def report(rows: list[tuple[float, dict[str, float]]], today: dict[str, float]) -> dict[str, Any]:
    """Weights, levels and errors for tenths of attempts that fail; by rank also for the weights of ``today``."""
    names = list(today)
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
        "ranks": {"fitted": ranked(weights, wanted), "today": ranked(today, wanted)},
        "ranks_without_a_card_again": ranked(today, [row for row in wanted if not row[1].get("again")]),
        "in_order": round(sum((a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs) / max(1, len(pairs)), 2),
        "missed_tenths": [round(sorted(s for s, _ in wanted)[len(wanted) * p // 10], 1) for p in range(1, 10)],
    }


def ranked(weights: dict[str, float], rows: Sequence[tuple[float, dict[str, float]]]) -> float:
    """The rank correlation of points by these weights with the attempts that fail."""
    return round(rank_correlation([told(weights, features) for _, features in rows], [share for share, _ in rows]), 2)


def main(arguments: Iterable[str]) -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compose", type=int, metavar="SIZE", help="make the sample first (8: 480 puzzles)")
    parser.add_argument(
        "--rates", type=Path, metavar="FILE", help="also write each solver's solve rate of every puzzle"
    )
    options = parser.parse_args(list(arguments))
    if options.compose is not None:
        compose(SAMPLE, options.compose)
    rows: dict[bool, list[tuple[float, dict[str, float]]]] = {True: [], False: []}
    rates: list[dict[str, Any]] = []
    for number, line in enumerate(SAMPLE.read_text(encoding="utf-8").splitlines()):
        position = parse(line)
        row = missed(position, str(number))
        if row is not None:
            rows[goal_of(position) == PREDICT].append(row[:2])
            rates.append({"puzzle": number, **row[2]})
    if options.rates is not None:
        options.rates.write_text("".join(json.dumps(rate) + "\n" for rate in rates), encoding="utf-8")
    means = {
        solver: round(sum(rate[solver] for rate in rates) / len(rates), 2) for solver in rates[0] if solver != "puzzle"
    }
    print(json.dumps({"solved": means}, indent=1))
    print(json.dumps(report(rows[False], difficulty.WEIGHTS), indent=1))
    if rows[True]:
        print(json.dumps(report(rows[True], difficulty.PREDICTION_WEIGHTS), indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
