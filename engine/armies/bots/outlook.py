"""How likely each seat is to win a game, from the points and the hands."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engine.armies.bots.worth import hand_worth
from engine.armies.pack.cards import SEAT_NAMES
from engine.armies.rules import state as at
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.scoring import TARGET

# Points of a lead; fitted to games played by habit, by the turns that began in them.
_SPREAD: Final = 300.0  # when somebody is about to have enough
_PER_POINT: Final = 0.3  # more for each point that the first still lacks


def outlooks(position: ArmiesPosition) -> list[float]:
    """About how likely each seat is to win, from 0 to 1; all of them together are 1."""
    seats = range(len(position.players))
    if position.result is not None:
        winners = position.result["winners"]
        return [1 / len(winners) if SEAT_NAMES[seat] in winners else 0.0 for seat in seats]
    scores = [float(player.score) for player in position.players]
    spread = _SPREAD + _PER_POINT * max(0.0, TARGET - max(scores))
    if position.phase != at.DEAL:
        scores = [score + hand_worth(position, seat) for seat, score in enumerate(scores)]
    leads = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
    shares = [0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead) for lead in leads]
    return [share / sum(shares) for share in shares]
