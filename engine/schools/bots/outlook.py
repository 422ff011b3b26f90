"""How likely a seat is to win, from the worth of a state."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engine.schools.bots.worth import WON

SPREAD: Final = 10.0  # points; fitted to games of the middling bots, by the turns that began in them
TO_MOVE: Final = 1.0  # points that the turn is worth to whoever has it


def share_of(worth: float) -> float:
    """About how likely a seat is to win whose state has a ``worth``, from 0 to 1."""
    if abs(worth) > WON / 2:  # the game is over
        return 1.0 if worth > 0 else 0.0
    x = worth / SPREAD
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)
