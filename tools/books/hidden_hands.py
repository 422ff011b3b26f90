"""Pages with a hand that is not known: puzzles whose solution has to work whatever an enemy holds.

They are made of composed ones in which Reinforcement is at work, which plays from a hand. A page counts only if the
hand matters: against some hands there are other ways to the goal, which those who guess would take.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.decks.composing import Wishes, attempt
from engine.decks.formats.interchange import read_position
from engine.decks.rules.cards import Card
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.hidden import hand_count, worlds_of
from grimoire.proving.searching import Finding, likeness_of

MAX_HANDS: Final = 150
POOLS: Final = 8  # of cards that the hand may be, drawn for each puzzle
OTHERS: Final = 3  # cards more than the hand has, at most
NODES: Final = 400_000
NODES_OF_A_HAND: Final = 20_000


def hidden_attempt(seed: int, number: int, cards: Sequence[Card], wishes: Wishes) -> dict[str, Any] | None:
    """An attempt as ``composing.attempt`` makes it, of a puzzle with a hidden hand."""
    puzzle = attempt(seed, number, cards, wishes)
    if puzzle is None:
        return None
    position = puzzle["position"]
    enemy = next(name for name in position["players"] if name != position["objective"]["player"])
    held = [card for card in position["players"][enemy]["hand"] if not isinstance(card, str)]
    others = [card.to_json() for card in cards if card.name not in {card["name"] for card in held}]
    rng = random.Random(f"{seed} {number} hands")
    for _ in range(POOLS if held else 0):
        some = held if rng.random() < 0.5 else rng.sample(others, len(held))
        drawn = [*some, *rng.sample(others, rng.randint(1, OTHERS))]
        pool = list({card["name"]: card for card in drawn}.values())
        if len(pool) > len(held) and hand_count(pool, len(held)) <= MAX_HANDS:
            hidden = _hidden(position, enemy, pool)
            if (answer := _answer(hidden)) is not None:
                finding = Finding.of(read_position(hidden), answer)
                like = likeness_of(read_position(hidden), finding.answer, finding.abilities)
                changed = {"position": hidden, "answer": answer.to_json(), "abilities": list(finding.abilities)}
                return {**puzzle, **changed, "likeness": like}
    return None


def _hidden(position: Mapping[str, Any], enemy: str, pool: Sequence[Any]) -> dict[str, Any]:
    return {**position, "objective": {**position["objective"], "hidden": {"player": enemy, "cards": list(pool)}}}


def _answer(position: Mapping[str, Any]) -> Answer | None:
    """The answer for a puzzle with one solution, where some hands alone would leave others."""
    read = read_position(position)
    answer = solve(read, budget=Budget(nodes=NODES))
    if not answer.unique or answer.difficulty is None:
        return None
    worlds = (solve(world, budget=Budget(nodes=NODES_OF_A_HAND)) for world in worlds_of(read))
    return answer if any(len(world.solutions) > 1 for world in worlds) else None
