"""Positions of games of Clash of Magic Schools that readers ask about."""

from __future__ import annotations

from typing import Any

from engine.schools.bots import SchoolsBotView
from engine.schools.formats.state_writing import write_state
from engine.schools.game.game import SchoolsGame


def state_known(engine: SchoolsGame, seat: int | None) -> dict[str, Any]:
    """The state as a seat knows it, what is hidden in an order that says nothing; as it is for None."""
    return write_state(engine.state if seat is None else SchoolsBotView(engine.state, seat).state())
