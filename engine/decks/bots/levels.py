"""The levels of the bots, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.decks.bots.evaluation import LARGE, SMALL
from engine.decks.bots.players import Bot, GreedyBot, RandomBot, SearchBot

LEVELS: Final = ("random", "greedy", "search-small", "search-large")  # from weak to strong


def make_bot(
    level: str, nodes: int | None = None, seconds: float | None = None, clock: Callable[[], float] | None = None
) -> Bot:
    """A bot of a level.

    ``nodes`` (at least 1) and ``seconds`` (by ``clock``) are for the levels that search: instead of the level's own
    number of nodes, and beside it. Raises ``ValueError`` for a level that there is not.
    """
    if level == "random":
        return RandomBot()
    if level == "greedy":
        return GreedyBot()
    if level not in LEVELS:
        raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")
    effort = SMALL if level == "search-small" else LARGE
    return SearchBot(effort if nodes is None else replace(effort, nodes=nodes, nodes_of_four=nodes), seconds, clock)
