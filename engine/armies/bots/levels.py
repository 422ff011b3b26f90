"""The levels by name, from the weakest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.armies.bots.players import GREEDY, SEARCH, ArmiesBot, RandomArmiesBot, SampleBot
from engine.kernel.temper import EVEN, Temper

LEVELS: Final[dict[str, Callable[[Temper], ArmiesBot]]] = {
    "random": lambda _temper: RandomArmiesBot(),
    "greedy": lambda temper: SampleBot(GREEDY, temper),
    "search": lambda temper: SampleBot(SEARCH, temper),
}


def make_bot(level: str, temper: Temper = EVEN) -> ArmiesBot:
    """A bot of a level; a ``temper`` is none of the random one's.

    Raises ``KeyError`` for a name that is none of ``LEVELS``.
    """
    return LEVELS[level](temper)
