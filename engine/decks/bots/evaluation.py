"""The search of the bots: what a seat's turns come to over samples of what it cannot see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.decks.bots.bot_view import BotView
from engine.decks.bots.lookahead import Judge, TurnPlan, points_with_answers
from engine.decks.bots.outlook import outlook
from engine.decks.bots.planning import Replies, plans, points_with_replies
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.chance import Chance
from engine.kernel.shares import clearly_more


@dataclass(frozen=True)
class Effort:
    """The limits of a search.

    ``nodes`` is the most actions that a choice between two seats may try out, ``nodes_of_four`` that among four,
    ``finding`` the share of them that may go into finding plans; from ``width`` positions each number of plays is gone
    on from. The ``candidates`` best plans are then tried against the answers of the others, up to the seat's own turn
    ``turns`` turns later; with ``replies`` the enemy who is next plans its whole turn too.
    """

    nodes: int
    nodes_of_four: int
    finding: float
    width: int
    candidates: int
    turns: int
    replies: Replies | None = None


SMALL: Final = Effort(nodes=250, nodes_of_four=800, finding=0.4, width=4, candidates=4, turns=1)
LARGE: Final = Effort(nodes=8000, nodes_of_four=20_000, finding=0.1, width=6, candidates=8, turns=3)
DEEP: Final = Effort(
    nodes=60_000, nodes_of_four=120_000, finding=0.1, width=8, candidates=12, turns=2, replies=Replies(3, 3, 400)
)
_MAX_ROUNDS: Final = 64  # of samples before a halving


class TurnSearch:
    """Plans for the whole turn, the best of them tried on samples of the hidden cards against the others' answers.

    ``seconds`` is the most time by ``clock``, a function that answers seconds; without one there is no limit of time.
    ``budget`` is that of the last run.
    """

    def __init__(
        self,
        effort: Effort,
        judge: Judge = outlook,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.effort = effort
        self.judge = judge
        self.seconds = seconds
        self.clock = clock
        self.budget = Budget(0)
        self.points: dict[TurnPlan, list[float]] = {}

    def run(self, view: BotView, chance: Chance) -> list[TurnPlan]:
        """The plans that were left when the search ended, the best first.

        It ends where all that are left begin alike, since whoever acts chooses the next play anew.
        """
        effort = self.effort
        sample = view.sample(chance)
        nodes = effort.nodes if sample.mode.seats == 2 else effort.nodes_of_four
        self.budget = budget = Budget(max(1, int(nodes * effort.finding)), self.seconds, self.clock)
        running = plans(sample, budget, effort.width, self.judge)[: effort.candidates]
        budget.nodes = nodes
        self.points = {plan: [] for plan in running}
        halvings = (len(running) - 1).bit_length()
        try:
            while len({plan.first for plan in running}) > 1:
                until = budget.spent + (nodes - budget.spent) // halvings
                for _ in range(_MAX_ROUNDS):
                    running = self._try(running, view, chance)
                    if budget.spent >= until or len(running) == 1:
                        break
                running = running[: (len(running) + 1) // 2]
                halvings = max(1, halvings - 1)
        except OutOfBudget:
            pass  # what the unfinished round has found is dropped: not all plans were tried on its sample
        return running

    def _try(self, running: list[TurnPlan], view: BotView, chance: Chance) -> list[TurnPlan]:
        """Tries the plans on one more sample; those that are not clearly worse than the best, the best first."""
        sample = view.sample(chance)
        points = [
            points_of_turn(sample, plan.plays, view.seat, self.budget, self.effort, self.judge) for plan in running
        ]
        for plan, more in zip(running, points, strict=True):
            self.points[plan].append(more)
        running = sorted(running, key=lambda plan: -sum(self.points[plan]))
        best = self.points[running[0]]
        return [plan for plan in running if not clearly_more(best, self.points[plan])]


def points_of_turn(
    position: Position, plays: tuple[Action, ...], seat: int, budget: Budget, effort: Effort, judge: Judge = outlook
) -> float:
    """What a turn comes to when it is tried on a position with an effort's ``turns`` and ``replies``.

    The position is left as it is. Raises ``OutOfBudget``.
    """
    if effort.replies is None:
        return points_with_answers(position, plays, seat, budget, judge, effort.turns)
    return points_with_replies(position, plays, seat, budget, judge, effort.turns, effort.replies)
