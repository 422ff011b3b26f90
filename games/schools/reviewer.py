"""How the turns of Clash of Magic Schools are judged in a review."""

from __future__ import annotations

from collections.abc import Sequence

from contract.reviews import JudgedTurn
from contract.simple_reviews import SimpleReviewer, SimpleTurn
from engine.kernel.chance import Chance
from engine.schools.bots.judging import judge_turn
from engine.schools.bots.outlook import TO_MOVE, share_of
from engine.schools.bots.worth import worth_of_state
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.actions import END, parse_action
from engine.schools.rules.components import SEATS


class SchoolsReviewer(SimpleReviewer):
    """See ``SimpleReviewer``."""

    def judged(self, turn: SimpleTurn, said: JudgedTurn) -> None:
        state = turn.start.state
        if state.to_act != turn.seat or self._wins(turn):
            return
        actions = [parse_action(action) for action in turn.own if action != END]
        found = judge_turn(state, turn.seat, actions, Chance(0, f"review {turn.number}"))
        if found.missed:
            said["missed"] = [str(action) for action in found.missed]
        elif found.plan:
            said["plan"] = [str(action) for action in found.plan]
            said["best"], said["played"] = round(found.best, 3), round(found.played, 3)

    def _wins(self, turn: SimpleTurn) -> bool:
        engine: SchoolsGame = turn.start.copy()
        for done in turn.done:
            engine.apply(done.seat, done.action)
        return engine.result is not None and turn.seat in engine.result.winners

    def shares(self, engine: SchoolsGame) -> Sequence[float]:
        state = engine.state
        share = share_of(worth_of_state(state, state.active) + TO_MOVE)
        return [share if seat == state.active else 1.0 - share for seat in range(len(SEATS))]

    def label(self, turn: SimpleTurn) -> str:
        return str(turn.start.state.turn)
