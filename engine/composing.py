"""Composing puzzles: positions from random play, an objective that just one solution reaches, and the proof.

An attempt is settled by its seed and number, so that a search can be gone on with, on any number of processes. It plays
a game up to some turn, looks for the most damage that the turn can bring (or a Creature that can be destroyed), makes
that the objective, and keeps the puzzle if it has just one solution and is what was wished for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.board import SUMMONING
from engine.cards import Card
from engine.interchange import write_position
from engine.modes import DUEL, LINE_NAMES, SEAT_NAMES
from engine.position import Position
from engine.solving import Answer, Budget, solve
from engine.solving.result import UNIQUE, UNIQUE_UP_TO_ORDER
from engine.version import RULES_VERSION

GOALS: Final = ("win", "bastion", "damage", "destroy")
DECK: Final = 8
FAR: Final = 99  # more damage than any turn brings
MOST_ACTIONS: Final = 200
TRIED_TARGETS: Final = 3


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a puzzle should be like: one of ``goals``, all of ``abilities`` acting in its solution, at least so many
    plays and such a level of difficulty, so many turns. ``nodes`` is what one proof may cost.
    """

    goals: tuple[str, ...] = GOALS
    abilities: tuple[str, ...] = ()
    plays: int = 2
    level: int = 1
    turns: int = 1
    nodes: int = 20_000


def attempt(seed: int, number: int, cards: Sequence[Card], wishes: Wishes) -> dict[str, Any] | None:
    """One attempt: a puzzle with its proof, as a JSON object, or None.

    ``cards`` is the pool of which the two decks are drawn. The object has ``attempt``, ``position`` (with its
    objective), ``answer`` (what ``solve`` said, without the tries) and ``rules_version``.
    """
    rng = random.Random(f"{seed} {number}")
    position = played(rng, cards, wishes.turns)
    if position is None:
        return None
    goal = rng.choice(wishes.goals)
    for puzzle in _destroying(rng, position, wishes) if goal == "destroy" else _damaging(position, goal, wishes):
        answer = solve(puzzle, budget=Budget(nodes=wishes.nodes))
        if is_wished(answer, wishes):
            written = answer.to_json()
            written.pop("tries", None)
            return {
                "attempt": number,
                "position": write_position(puzzle),
                "answer": written,
                "rules_version": RULES_VERSION,
            }
    return None


def is_wished(answer: Answer, wishes: Wishes) -> bool:
    """Whether a proved answer is what was wished for: one solution, not obvious."""
    if answer.verdict not in (UNIQUE, UNIQUE_UP_TO_ORDER) or answer.difficulty is None:
        return False
    features = answer.difficulty.features
    return bool(
        features["plays"] >= wishes.plays
        and answer.difficulty.level >= wishes.level
        and set(wishes.abilities) <= set(features["abilities"])
    )


def played(rng: random.Random, cards: Sequence[Card], turns: int) -> Position | None:
    """A position from random play at the beginning of a Summoning phase, or None when the game ended before.

    For puzzles of more turns the decks are smaller, so that every defence can be searched.
    """
    size = DECK if turns == 1 else DECK // 2
    deck = rng.sample(list(cards), 2 * size)
    position = Position(DUEL)
    position.seats[0].hand, position.seats[1].hand = deck[:size], deck[size:]
    position.seats[0].turn = 1
    until = rng.randint(3, 7)
    for _ in range(MOST_ACTIONS):
        if position.is_over:
            return None
        if position.phase == SUMMONING and position.seats[position.active].turn >= until:
            return position
        actions = position.legal_actions()
        last = len(actions) - 1
        position.push(actions[last if rng.random() < 0.2 else rng.randint(0, last)])
    return None


def _damaging(position: Position, goal: str, wishes: Wishes) -> list[Position]:
    """Puzzles of the most damage that can be done in the turn; of a little more for puzzles of more turns.

    For ``win`` and ``bastion``: puzzles in which the enemy's Stronghold stands where that much, or a little less, may
    just fell it (destroyed Creatures return to the hand and are HP); none when the hand has too few cards.
    """
    most = most_damage(position, wishes)
    if not most:
        return []
    amounts = range(most, max(most - 3, 1), -1) if wishes.turns == 1 else range(most + 1, most + 3)
    if goal == "damage":
        return [_with(position.copy(), {"damage": amount}, wishes) for amount in amounts[:2]]
    puzzles = []
    for hp in amounts:
        puzzle = _with(position.copy(), goal, wishes)
        enemy = puzzle.seats[1 - puzzle.active]
        if len(enemy.hand) >= hp:
            enemy.fort = goal == "win"
            enemy.place = len(enemy.hand) - hp
            puzzles.append(puzzle)
    return puzzles


def most_damage(position: Position, wishes: Wishes) -> int:
    """The most damage that the enemy's Stronghold can be dealt in the turn; 0 when that is not found out."""
    answer = solve(_with(position.copy(), {"damage": FAR}, wishes), turns=1, budget=Budget(nodes=wishes.nodes))
    nearest = answer.tries[0].lack if answer.tries else None
    return FAR - nearest.left if nearest is not None and answer.complete else 0


def _destroying(rng: random.Random, position: Position, wishes: Wishes) -> list[Position]:
    """Puzzles of destroying one of the enemy's Creatures."""
    enemy = 1 - position.active
    places = [(line, at) for line in (0, 1) for at in range(len(position.rows[2 * enemy + line]))]
    rng.shuffle(places)
    return [
        _with(
            position.copy(),
            {"destroy": {"player": SEAT_NAMES[enemy], "line": LINE_NAMES[line], "position": at}},
            wishes,
        )
        for line, at in places[:TRIED_TARGETS]
    ]


def _with(position: Position, goal: Any, wishes: Wishes) -> Position:
    position.objective = {"player": SEAT_NAMES[position.active], "goal": goal, "turns": wishes.turns}
    return position
