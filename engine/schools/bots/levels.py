"""The levels of the bots, by name."""

from __future__ import annotations

from typing import Final

from engine.schools.bots.players import SchoolsBot, SchoolsGreedyBot, SchoolsRandomBot, SchoolsSearchBot

SCHOOLS_LEVELS: Final = ("random", "greedy", "search")  # from weak to strong


def make_schools_bot(level: str) -> SchoolsBot:
    """A bot of a level. Raises ``ValueError`` for a level that there is not."""
    if level == "random":
        return SchoolsRandomBot()
    if level == "greedy":
        return SchoolsGreedyBot()
    if level == "search":
        return SchoolsSearchBot()
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(SCHOOLS_LEVELS)}")
