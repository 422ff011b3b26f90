"""Marks of quality of a proven puzzle: what its author is told beside its proof."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.composing import Wishes
from engine.decks.composing.assessment import answered, goal_of
from engine.decks.composing.editing import places
from engine.decks.composing.merits import only_moves, plays_of, tempting_tries
from engine.decks.composing.tidying import without_card
from engine.decks.formats.interchange import read_position
from engine.decks.solving.objective import PREDICT
from engine.kernel.budget import Budget, OutOfBudget
from grimoire.caching import cached_if_complete
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
    return _marks(proof.key, proof.position)


@cached_if_complete(128, lambda key, position: key)
def _marks(key: str, data: dict[str, Any]) -> tuple[Marks | None, bool]:
    position = read_position(data)
    whole = Budget(seconds=MARK_SECONDS, clock=time.thread_time)
    answer = answered(position, 2 * MAX_NODES, whole)
    if not is_correct(position, answer):
        return None, _is_in_time(whole)
    of_puzzle = list(places(position))
    is_prediction = goal_of(position) == PREDICT
    plays = 0 if is_prediction else len(plays_of(position, answer.solutions[0]))
    only = None if is_prediction else only_moves(position, answer)
    tempting = 0 if is_prediction else len(tempting_tries(position, answer))
    wishes = Wishes(plays=0, nodes=max(MIN_NODES, 2 * answer.nodes))
    idle: int | None = 0
    for place in of_puzzle:
        is_idle = without_card(position, answer, place, wishes, whole) is not None
        if not _is_in_time(whole):
            idle = None
            break
        assert idle is not None
        idle += is_idle
    return Marks(len(of_puzzle), idle, plays, only, tempting), idle is not None


def _is_in_time(budget: Budget) -> bool:
    try:
        budget.look()
    except OutOfBudget:
        return False
    return True
