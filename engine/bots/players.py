"""The bots: what each of them does with what its seat knows. They keep nothing from one choice to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from engine.actions import Action
from engine.bots.drafting import best_pick
from engine.bots.planning import plans
from engine.bots.sight import Sight
from engine.bots.turns import Plan, best_in_peace, points_with_answers
from engine.bots.worth import DEFAULT, Weights
from engine.chance import Chance
from engine.setup.drafts import Draft, Pick
from engine.solving.budget import Budget, OutOfBudget


class Bot(Protocol):
    """A player. The same sight (or draft) and the same chance give the same choice."""

    def choose(self, sight: Sight, chance: Chance) -> Action:
        """A legal action for the sight's seat. Raises ``ValueError`` when it has none."""

    def pick(self, draft: Draft, seat: int, chance: Chance) -> Pick:
        """A legal choice in a draft for a seat. Raises ``ValueError`` when it has none."""


class RandomBot:
    """Any legal action, each as likely."""

    def choose(self, sight: Sight, chance: Chance) -> Action:
        """See ``Bot``."""
        actions = _legal(sight)
        return actions[chance.below(len(actions))]

    def pick(self, draft: Draft, seat: int, chance: Chance) -> Pick:
        """See ``Bot``."""
        picks = draft.legal_actions(seat)
        if not picks:
            raise ValueError("there is nothing to choose")
        return picks[chance.below(len(picks))]


class GreedyBot:
    """The next play that is worth the most after its own Assault and the answering Assaults; no plans, no replies."""

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self.weights = weights

    def choose(self, sight: Sight, chance: Chance) -> Action:
        """See ``Bot``."""
        actions = _legal(sight)
        if len(actions) == 1:
            return actions[0]
        return best_in_peace(sight.sample(chance), Budget(), self.weights)

    def pick(self, draft: Draft, seat: int, chance: Chance) -> Pick:
        """See ``Bot``."""
        return best_pick(draft, seat)


@dataclass(frozen=True)
class Effort:
    """How a search spends itself.

    ``nodes`` is the most actions that a choice may try out, ``finding`` the share of them that may go into finding
    plans; from ``width`` positions each number of plays is gone on from. The ``candidates`` best plans are then tried
    against the answers of the others, ``turns`` turns of its own ahead between two seats, half as many among four.
    """

    nodes: int
    finding: float
    width: int
    candidates: int
    turns: int


SMALL: Final = Effort(nodes=800, finding=0.5, width=4, candidates=4, turns=1)
LARGE: Final = Effort(nodes=20_000, finding=0.15, width=6, candidates=10, turns=3)
_MOST_ROUNDS: Final = 64  # of samples for one choice


class SearchBot:
    """Plans for the whole turn, the best of them tried on samples of the hidden cards against the others' answers.

    ``seconds`` is the most time of a choice by ``clock``, a function that answers seconds; without one there is no
    limit of time, and a choice depends on nothing but its input. ``budget`` is what the last choice was made with.
    """

    def __init__(
        self,
        effort: Effort,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
        weights: Weights = DEFAULT,
    ) -> None:
        self.effort = effort
        self.seconds = seconds
        self.clock = clock
        self.weights = weights
        self.budget = Budget(0)

    def choose(self, sight: Sight, chance: Chance) -> Action:
        """See ``Bot``."""
        actions = _legal(sight)
        if len(actions) == 1:
            return actions[0]
        effort = self.effort
        self.budget = budget = Budget(int(effort.nodes * effort.finding), self.seconds, self.clock)
        found = plans(sight.sample(chance), budget, effort.width, self.weights)
        budget.nodes = effort.nodes
        return self._tried(sight, chance, found[: effort.candidates], budget).first

    def _tried(self, sight: Sight, chance: Chance, running: list[Plan], budget: Budget) -> Plan:
        """The plan that comes out best over the samples; after every second one the worse half drops out."""
        sums = dict.fromkeys(running, 0.0)
        rounds = 0
        try:
            while len(running) > 1 and rounds < _MOST_ROUNDS:
                sample = sight.sample(chance)
                turns = max(1, 2 * self.effort.turns // sample.mode.seats)
                points = [
                    points_with_answers(sample, plan.plays, sight.seat, budget, self.weights, turns) for plan in running
                ]
                for plan, more in zip(running, points, strict=True):
                    sums[plan] += more
                running = sorted(running, key=lambda plan: -sums[plan])
                rounds += 1
                if rounds % 2 == 0:
                    running = running[: (len(running) + 1) // 2]
        except OutOfBudget:
            pass  # what the unfinished round has found is dropped: not all plans were tried on its sample
        return running[0]

    def pick(self, draft: Draft, seat: int, chance: Chance) -> Pick:
        """See ``Bot``."""
        return best_pick(draft, seat)


def _legal(sight: Sight) -> list[Action]:
    actions = sight.legal_actions()
    if not actions:
        raise ValueError("there is nothing to choose")
    return actions
