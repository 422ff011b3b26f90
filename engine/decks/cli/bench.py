"""``python -m engine bench``: how fast the engine is here, and whether it runs compiled."""

from __future__ import annotations

import math
import random
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

from engine import compiled
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.kernel.options import seconds as span

MAX_ACTIONS: Final = 400  # a random game that is still not over is left
SAMPLE: Final = 400  # positions that are copied
SLICES: Final = 5  # the rates are medians over so many slices of the time
PUZZLES: Final = 200  # puzzles of either kind that are solved at most
DECK: Final = 8  # cards of a deck; half of it for puzzles of two turns, so that every defence can be searched
DAMAGE: Final = (5, 8)  # the goal of puzzles of one turn and of two


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=span, default=2.0, metavar="S", help="about how long to measure (default 2)")


def answer(seconds: float) -> dict[str, Any]:
    """The figures that the command prints.

    Rates are medians, of random play by a Duel's rules and of copies of its positions. Solve times are of puzzles from
    such play, of one turn and of two, as many as a quarter of the time allows each (at least one): ``count``,
    ``median_ms``, ``p95_ms``, ``max_ms``, and ``complete``, how many were searched exhaustively within that time.
    """
    rng = random.Random(1)
    cards = pool(rng)
    met = _met(rng, cards)
    seconds = max(seconds, 0.01)
    slice_of_time = seconds / SLICES / 4
    actions, copies = [], []
    for _ in range(SLICES):
        actions.append(_play(rng, cards, slice_of_time))
        copies.append(_copy(met, slice_of_time))
    return {
        "compiled": compiled.state == compiled.COMPILED,
        "runs": compiled.state,
        "actions_per_second": round(statistics.median(actions)),
        "positions_per_second": round(statistics.median(copies)),
        "solve_one_turn": _solve(cards, 1, seconds / 4),
        "solve_two_turns": _solve(cards, 2, seconds / 4),
    }


def pool(rng: random.Random, edition: str = SEASON_2) -> list[Card]:
    """Cards of an edition as players find them: an ability, one in eight an Aura, some with another, values to suit."""
    slugs = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition]]
    cards = []
    for number in range(8 * len(slugs)):
        slug = slugs[number // 8]
        abilities = [slug] if number % 8 else [f"aura:{slug}"]
        if rng.random() < 0.3:
            abilities.append(rng.choice([other for other in slugs if other != slug]))
        cost = rng.randint(1, 6)
        creature = rng.random() < 0.85
        av = max(0, cost // 2 + rng.randint(0, 2))
        cards.append(Card(f"card {number}", creature, cost, av, max(1, cost + rng.randint(-1, 2)), tuple(abilities)))
    return cards


def start(rng: random.Random, cards: list[Card], size: int = DECK) -> Position:
    """A Duel about to begin: Bastions leftmost, eight (or ``size``) different cards each."""
    position = Position(DUEL)
    deck = rng.sample(cards, 2 * size)
    position.seats[0].hand, position.seats[1].hand = deck[:size], deck[size:]
    position.seats[0].turn = 1
    return position


def _play(rng: random.Random, cards: list[Card], seconds: float) -> float:
    """Actions a second of random play, listing the legal ones each time."""
    count = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        position = start(rng, cards)
        for _ in range(MAX_ACTIONS):
            actions = position.legal_actions()
            if not actions:
                break
            position.push(actions[int(rng.random() * len(actions))])
            count += 1
        now = time.process_time()
    return count / (now - begun)


def _met(rng: random.Random, cards: list[Card]) -> list[Position]:
    met: list[Position] = []
    while len(met) < SAMPLE:
        position = start(rng, cards)
        while len(met) < SAMPLE and (actions := position.legal_actions()):
            position.push(rng.choice(actions))
            met.append(position.copy())
    return met


def _copy(positions: list[Position], seconds: float) -> float:
    count = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        for position in positions:
            position.copy()
        count += len(positions)
        now = time.process_time()
    return count / (now - begun)


def puzzles(rng: random.Random, cards: list[Card], turns: int) -> Iterator[Position]:
    """Positions from the middle of random games, with damage as the goal."""
    while True:
        position = start(rng, cards, DECK // turns)
        until = rng.randint(3, 6)
        while actions := position.legal_actions():
            if position.phase == SUMMONING and position.seats[position.active].turn == until:
                goal = {"damage": DAMAGE[turns - 1]}
                position.objective = {"player": SEAT_NAMES[position.active], "goal": goal, "turns": turns}
                yield position
                break
            position.push(rng.choice(actions))


def _solve(cards: list[Card], turns: int, seconds: float) -> dict[str, float]:
    """Solve times, see ``answer``."""
    times: list[float] = []
    complete = 0
    begun = now = time.process_time()
    for position in puzzles(random.Random(turns), cards, turns):
        budget = Budget(seconds=begun + seconds - now, clock=time.process_time)
        complete += solve(position, budget=budget).complete
        before, now = now, time.process_time()
        times.append(1000 * (now - before))
        if now - begun >= seconds or len(times) == PUZZLES:
            break
    return figures(times, complete)


def figures(times: list[float], complete: int) -> dict[str, float]:
    """A summary of solve times (milliseconds, at least one), of which so many belong to exhaustive searches.

    95 % of the times are not above ``p95_ms``, which is one of them.
    """
    ordered = sorted(times)
    return {
        "count": len(ordered),
        "median_ms": round(statistics.median(ordered), 2),
        "p95_ms": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 2),
        "max_ms": round(ordered[-1], 2),
        "complete": complete,
    }
