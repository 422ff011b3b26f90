"""The bots: what each of them does with what its seat sees. They keep nothing from one choice to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.armies.bots.habits import habit
from engine.armies.bots.knowledge import Known, Seen, known_cards
from engine.armies.bots.sampling import View, sample, seat_of
from engine.armies.bots.worth import worth
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.position import ArmiesPosition
from engine.kernel.chance import Chance
from engine.kernel.temper import EVEN, Temper


class ArmiesBot(Protocol):
    """A player. The same view, the same events and the same chance give the same choice."""

    def choose(self, view: View, chance: Chance, seen: Sequence[Seen] = ()) -> ArmiesAction:
        """A legal action for the view's seat, which has ``seen`` these events of the hand.

        Raises ``ValueError`` when it has none.
        """


class RandomArmiesBot:
    """Any legal action, each as likely."""

    def choose(self, view: View, chance: Chance, seen: Sequence[Seen] = ()) -> ArmiesAction:
        actions = _legal(sample(view, chance), seat_of(view))
        return actions[chance.below(len(actions))]


@dataclass(frozen=True)
class ArmiesEffort:
    """The limits of a choice.

    Every action is tried on ``glances`` samples up to the end of what it sets off; the best ``candidates`` of them then
    are played on, everybody by habit, for ``rounds`` turns of every seat, on ``samples`` samples at most. With
    ``remembers`` what has been seen of others' hands stays there in the samples.
    """

    glances: int
    candidates: int = 0
    rounds: int = 0
    samples: int = 0
    remembers: bool = False


GREEDY: Final = ArmiesEffort(glances=4)
SEARCH: Final = ArmiesEffort(glances=8, candidates=3, rounds=2, samples=32, remembers=True)


class SampleBot:
    """Tries its actions on samples of what it does not see, and takes the one that comes out best on the mean."""

    def __init__(self, effort: ArmiesEffort, temper: Temper = EVEN) -> None:
        self.effort = effort
        self.temper = temper

    def choose(self, view: View, chance: Chance, seen: Sequence[Seen] = ()) -> ArmiesAction:
        seat = seat_of(view)
        actions = _legal(sample(view, chance), seat)
        if len(actions) == 1:
            return actions[0]
        effort = self.effort
        known = known_cards(seen) if effort.remembers else {}
        samples = [sample(view, chance, known) for _ in range(effort.glances)]
        totals = dict.fromkeys(actions, 0.0)
        for position in samples:
            for action in actions:
                totals[action] += worth(settled(position, seat, action, chance), seat, self.temper)
        best = sorted(actions, key=lambda action: -totals[action])
        return self._played_on(view, known, seat, best[: effort.candidates], chance) if effort.candidates else best[0]

    def _played_on(
        self, view: View, known: Known, seat: int, running: list[ArmiesAction], chance: Chance
    ) -> ArmiesAction:
        """The action that comes out best when all play on; the worse half drops out twice."""
        totals = dict.fromkeys(running, 0.0)
        for part in (self.effort.samples // 4, self.effort.samples // 4, self.effort.samples // 2):
            for _ in range(part):
                position = sample(view, chance, known)
                for action in running:
                    after = settled(position, seat, action, chance)
                    totals[action] += worth(rolled_out(after, self.effort.rounds, chance), seat, self.temper)
            running = sorted(running, key=lambda action: -totals[action])[: (len(running) + 1) // 2]
            if len(running) == 1:
                break
        return running[0]


def settled(position: ArmiesPosition, seat: int, action: ArmiesAction, chance: Chance) -> ArmiesPosition:
    """The outcome of an action: others answer by habit, and so does the seat, until the turn's action is done."""
    after = position.copy()
    after.push(action, None, seat)
    while after.phase not in (at.TURN, at.AFTER, at.DEAL, at.OVER):
        after.push(habit(after, chance))
    return after


def rolled_out(position: ArmiesPosition, rounds: int, chance: Chance) -> ArmiesPosition:
    """The position after so many turns of every seat, or at the end of the hand."""
    last = position.turn_number + rounds * len(position.players)
    while position.phase not in (at.DEAL, at.OVER) and position.turn_number < last:
        position.push(habit(position, chance))
    return position


def _legal(position: ArmiesPosition, seat: int) -> list[ArmiesAction]:
    actions = position.legal_actions(seat)
    if not actions:
        raise ValueError("there is nothing to choose")
    return actions
