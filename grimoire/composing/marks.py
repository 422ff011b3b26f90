"""Marks of quality of a proven puzzle: what its author is told beside its proof."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from engine.decks.composing import Wishes
from engine.decks.composing.assessment import goal_of
from engine.decks.composing.editing import places
from engine.decks.composing.merits import only_moves, plays_of, tempting_tries
from engine.decks.composing.tidying import without_card
from engine.decks.formats.interchange import read_position
from engine.decks.solving import Budget, solve
from engine.decks.solving.objective import PREDICT
from grimoire.composing.searching import MIN_NODES, is_correct
from grimoire.models import Proof

MARK_SECONDS: Final = 0.5  # of the processor
MAX_NODES: Final = 100_000  # of a proof that is not too long for it


@dataclass(frozen=True, slots=True)
class Marks:
    """``idle`` is how many cards play no part (None: not counted in time), ``cards`` of how many. ``only_moves`` of the
    ``plays`` cannot come at another time; ``tempting`` tries lack just 1.
    """

    cards: int
    idle: int | None
    plays: int
    only_moves: int | None
    tempting: int


def marks_of(proof: Proof) -> Marks | None:
    """The marks of a puzzle with one solution; None where it has none, or was too hard to prove."""
    if not (proof.is_done and proof.complete and proof.nodes <= MAX_NODES):
        return None
    position = read_position(proof.position)
    begun = time.thread_time()
    answer = solve(position, budget=Budget(nodes=2 * MAX_NODES))
    if not is_correct(position, answer):
        return None
    wishes = Wishes(plays=0, nodes=max(MIN_NODES, 2 * answer.nodes))
    idle: int | None = 0
    of_puzzle = list(places(position))
    for place in of_puzzle:
        if time.thread_time() - begun > MARK_SECONDS:
            idle = None
            break
        assert idle is not None
        idle += without_card(position, answer, place, wishes) is not None
    if goal_of(position) == PREDICT:
        return Marks(len(of_puzzle), idle, 0, None, 0)
    plays = plays_of(position, answer.solutions[0])
    return Marks(len(of_puzzle), idle, len(plays), only_moves(position, answer), len(tempting_tries(position, answer)))
