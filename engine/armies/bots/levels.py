"""The levels by name, from the weakest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.armies.bots.players import GREEDY, SEARCH, Bot, RandomBot, SampleBot

LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "greedy": lambda: SampleBot(GREEDY),
    "search": lambda: SampleBot(SEARCH),
}


def make_bot(level: str) -> Bot:
    """A bot of a level. Raises ``KeyError`` for a name that is none of ``LEVELS``."""
    return LEVELS[level]()
