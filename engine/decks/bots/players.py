"""The bots: what each of them does with what its seat knows. They keep nothing from one choice to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from engine.decks.bots.bot_view import BotView
from engine.decks.bots.drafting import best_pick
from engine.decks.bots.lookahead import Judge, TurnPlan, best_play, points_with_answers
from engine.decks.bots.outlook import outlook
from engine.decks.bots.planning import plans
from engine.decks.bots.worth import worth
from engine.decks.game.drafts import Draft, DraftPick
from engine.decks.rules.actions import Action
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.chance import Chance


class Bot(Protocol):
    """A player. The same view (or draft) and the same chance give the same choice."""

    def choose(self, view: BotView, chance: Chance) -> Action:
        """A legal action for the view's seat. Raises ``ValueError`` when it has none."""

    def pick(self, draft: Draft, seat: int, chance: Chance) -> DraftPick:
        """A legal choice in a draft for a seat. Raises ``ValueError`` when it has none."""


class RandomBot:
    """Any legal action, each as likely."""

    def choose(self, view: BotView, chance: Chance) -> Action:
        actions = _legal(view)
        return actions[chance.below(len(actions))]

    def pick(self, draft: Draft, seat: int, chance: Chance) -> DraftPick:
        picks = draft.legal_actions(seat)
        if not picks:
            raise ValueError("there is nothing to choose")
        return picks[chance.below(len(picks))]


class GreedyBot:
    """The next play that is worth the most after its own Assault and the answering Assaults; no plans, no replies."""

    def __init__(self, judge: Judge = worth) -> None:
        self.judge = judge

    def choose(self, view: BotView, chance: Chance) -> Action:
        actions = _legal(view)
        if len(actions) == 1:
            return actions[0]
        return best_play(view.sample(chance), Budget(), self.judge)

    def pick(self, draft: Draft, seat: int, chance: Chance) -> DraftPick:
        return best_pick(draft, seat)


@dataclass(frozen=True)
class Effort:
    """The limits of a search.

    ``nodes`` is the most actions that a choice between two seats may try out, ``nodes_of_four`` that among four,
    ``finding`` the share of them that may go into finding plans; from ``width`` positions each number of plays is gone
    on from. The ``candidates`` best plans are then tried against the answers of the others, up to the seat's own turn
    ``turns`` turns later.
    """

    nodes: int
    nodes_of_four: int
    finding: float
    width: int
    candidates: int
    turns: int


SMALL: Final = Effort(nodes=250, nodes_of_four=800, finding=0.4, width=4, candidates=4, turns=1)
LARGE: Final = Effort(nodes=8000, nodes_of_four=20_000, finding=0.1, width=6, candidates=8, turns=3)
_MAX_ROUNDS: Final = 64  # of samples before a halving
_MIN_SAMPLES: Final = 6  # samples before a plan can be clearly worse than another
_SURE: Final = 2.5  # standard errors of the difference


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
        judge: Judge = outlook,
    ) -> None:
        self.effort = effort
        self.seconds = seconds
        self.clock = clock
        self.judge = judge
        self.budget = Budget(0)

    def choose(self, view: BotView, chance: Chance) -> Action:
        actions = _legal(view)
        if len(actions) == 1:
            return actions[0]
        effort = self.effort
        sample = view.sample(chance)
        nodes = effort.nodes if sample.mode.seats == 2 else effort.nodes_of_four
        self.budget = budget = Budget(max(1, int(nodes * effort.finding)), self.seconds, self.clock)
        turn_plans = plans(sample, budget, effort.width, self.judge)
        budget.nodes = nodes
        return self._tried(view, chance, turn_plans[: effort.candidates], budget, nodes).first

    def _tried(self, view: BotView, chance: Chance, running: list[TurnPlan], budget: Budget, nodes: int) -> TurnPlan:
        """The plan that comes out best over the samples.

        Time and again the worse half drops out, for good, and in between what is clearly worse than the best; what is
        left of the ``nodes`` is shared out evenly among the halvings, so that the last plans are told apart on the most
        samples. Plans that begin alike need not be told apart: the next play is chosen anew.
        """
        samples: dict[TurnPlan, list[float]] = {plan: [] for plan in running}
        halvings = (len(running) - 1).bit_length()
        try:
            while len({plan.first for plan in running}) > 1:
                until = budget.spent + (nodes - budget.spent) // halvings
                for _ in range(_MAX_ROUNDS):
                    sample = view.sample(chance)
                    points = [
                        points_with_answers(sample, plan.plays, view.seat, budget, self.judge, self.effort.turns)
                        for plan in running
                    ]
                    for plan, more in zip(running, points, strict=True):
                        samples[plan].append(more)
                    running = sorted(running, key=lambda plan: -sum(samples[plan]))
                    best = running[0]
                    running = [plan for plan in running if not clearly_more(samples[best], samples[plan])]
                    if budget.spent >= until or len(running) == 1:
                        break
                running = running[: (len(running) + 1) // 2]
                halvings = max(1, halvings - 1)
        except OutOfBudget:
            pass  # what the unfinished round has found is dropped: not all plans were tried on its sample
        return running[0]

    def pick(self, draft: Draft, seat: int, chance: Chance) -> DraftPick:
        return best_pick(draft, seat)


def clearly_more(ours: list[float], theirs: list[float]) -> bool:
    """Whether the mean of ours is above that of theirs, sample by sample, by more than chance would explain."""
    count = len(ours)
    if count < _MIN_SAMPLES:
        return False
    differences = [ours_point - other for ours_point, other in zip(ours, theirs, strict=True)]
    mean = sum(differences) / count
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean > 0 and mean * mean * count * (count - 1) > _SURE * _SURE * squares


def _legal(view: BotView) -> list[Action]:
    actions = view.legal_actions()
    if not actions:
        raise ValueError("there is nothing to choose")
    return actions
