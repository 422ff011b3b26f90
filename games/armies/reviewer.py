"""How the decisions in Clash of the Cards are judged in a review: each by itself, for others answer in between."""

from __future__ import annotations

from collections.abc import Sequence

from contract.reviews import JudgedTurn
from contract.simple_reviews import SimpleReviewer, SimpleTurn
from engine.armies.bots.judging import better_action
from engine.armies.bots.outlook import outlooks
from engine.armies.bots.selfplay import seen_in_hand
from engine.armies.game.sealed import SealedArmiesGame
from engine.armies.rules import state as at
from engine.armies.rules.actions import parse_action
from engine.kernel.chance import Chance
from games.armies.adapter import asked_first


class ArmiesReviewer(SimpleReviewer):
    """See ``SimpleReviewer``."""

    by_decision = True

    def judged(self, turn: SimpleTurn, said: JudgedTurn) -> None:
        engine: SealedArmiesGame = turn.start
        if len(engine.legal_actions(turn.seat)) < 2:
            return
        chance, seen = Chance(0, f"review {turn.number}"), seen_in_hand(engine.inner, turn.seat)
        better = better_action(asked_first(engine, turn.seat), seen, parse_action(turn.own[0]), chance)
        if better is not None:
            said["plan"] = [str(better.action)]
            said["best"], said["played"] = round(better.best, 3), round(better.played, 3)

    def outlooks(self, turn: SimpleTurn) -> dict[str, float] | None:
        """See ``SimpleReviewer``: at the deal all hands are open, and nothing has begun."""
        shares = None if turn.start.stage == at.DEAL else super().outlooks(turn)
        return None if shares is None else dict(shares)

    def shares(self, engine: SealedArmiesGame) -> Sequence[float]:
        return outlooks(engine.inner.position)

    def label(self, turn: SimpleTurn) -> str:
        return str(turn.start.inner.position.hand_number)
