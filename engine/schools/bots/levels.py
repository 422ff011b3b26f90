"""The levels of the bots, by name."""

from __future__ import annotations

from typing import Final

from engine.schools.bots.players import SchoolsBot, SchoolsGreedyBot, SchoolsRandomBot, SchoolsSearchBot
from engine.schools.bots.worth import WEIGHTS, SchoolsWeights

SCHOOLS_LEVELS: Final = ("random", "greedy", "search")  # from weak to strong


def make_schools_bot(level: str, weights: SchoolsWeights = WEIGHTS) -> SchoolsBot:
    """A bot of a level, the random one without weights. Raises ``ValueError`` for a level that there is not."""
    if level == "random":
        return SchoolsRandomBot()
    if level == "greedy":
        return SchoolsGreedyBot(weights)
    if level == "search":
        return SchoolsSearchBot(None, weights)
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(SCHOOLS_LEVELS)}")
