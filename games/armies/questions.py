"""Positions of games of Clash of the Cards that readers ask about."""

from __future__ import annotations

from typing import Any

from engine.armies.bots.sampling import sample
from engine.armies.formats.state_writing import write_state
from engine.armies.game.sealed import SealedArmiesGame
from engine.kernel.chance import Chance


def state_known(engine: SealedArmiesGame, seat: int | None) -> dict[str, Any]:
    """The state as a seat knows it, what is hidden dealt in one way that agrees with that; as it is for None."""
    if seat is None:
        return write_state(engine.inner.position)
    return write_state(sample(engine.view(seat), Chance(0, "question")))
