"""The levels of the bots, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from engine.decks.bots.evaluation import DEEP, LARGE, SMALL
from engine.decks.bots.outlook import outlook
from engine.decks.bots.players import Bot, GreedyBot, RandomBot, SearchBot
from engine.decks.bots.worth import worth
from engine.kernel.temper import EVEN, Temper

LEVELS: Final = ("random", "greedy", "search-small", "search-large", "search-deep")  # from weak to strong
_EFFORTS: Final = {"search-small": SMALL, "search-large": LARGE, "search-deep": DEEP}


def make_bot(
    level: str,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    temper: Temper = EVEN,
) -> Bot:
    """A bot of a level; a ``temper`` is none of the random one's.

    ``nodes`` (at least 1) and ``seconds`` (by ``clock``) are for the levels that search: instead of the level's own
    number of nodes, and beside it. Raises ``ValueError`` for a level that there is not.
    """
    if level == "random":
        return RandomBot()
    if level == "greedy":
        return GreedyBot() if temper == EVEN else GreedyBot(partial(worth, temper=temper))
    if level not in _EFFORTS:
        raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")
    effort = _EFFORTS[level]
    if nodes is not None:
        effort = replace(effort, nodes=nodes, nodes_of_four=nodes)
    judge = outlook if temper == EVEN else partial(outlook, temper=temper)
    return SearchBot(effort, seconds, clock, judge)
