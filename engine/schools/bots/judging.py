"""Looking at a turn that was played: the win that was missed, and the plan that was better, by what its player knew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.kernel.chance import Chance
from engine.kernel.shares import clearly_more
from engine.schools.bots.bot_view import SchoolsBotView
from engine.schools.bots.outlook import share_of
from engine.schools.bots.planning import SchoolsPlan, plans
from engine.schools.bots.players import SchoolsEffort, worth_of_turn
from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.state import SchoolsState

EFFORT: Final = SchoolsEffort()
FIRST_SAMPLES: Final = 3  # on which the best of all plans is chosen
SAMPLES: Final = 8  # others, on which it is compared with what was played
MIN_GAIN: Final = 0.04  # in the outlook, below which a plan is not called better


class TurnJudgement(NamedTuple):
    """``missed`` are actions that win for sure; ``plan`` better ones, with the outlooks of both. Empty where there are
    none."""

    missed: tuple[SchoolsAction, ...] = ()
    plan: tuple[SchoolsAction, ...] = ()
    best: float = 0.0
    played: float = 0.0


def judge_turn(state: SchoolsState, seat: int, played: Sequence[SchoolsAction], chance: Chance) -> TurnJudgement:
    """Looks at the turn of a seat that begins in a state; ``played`` are its actions, without the end of the turn."""
    view = SchoolsBotView(state, seat)
    known = view.state()
    candidates = [plan for plan in plans(known, seat, EFFORT.width, EFFORT.depth) if plan.actions != tuple(played)]
    win = next((plan for plan in candidates if _wins(plan, seat)), None)
    if win is not None:
        return TurnJudgement(missed=win.actions)
    tried = candidates[: EFFORT.tried]
    if not tried:
        return TurnJudgement()
    samples = [view.sample(chance) for _ in range(FIRST_SAMPLES)]

    def outlook(sample: SchoolsState, actions: Sequence[SchoolsAction]) -> float:
        return share_of(worth_of_turn(sample, actions, seat, EFFORT))

    best = max(tried, key=lambda plan: sum(outlook(sample, plan.actions) for sample in samples))
    compared = [view.sample(chance) for _ in range(SAMPLES)]
    theirs = [outlook(sample, best.actions) for sample in compared]
    ours = [outlook(sample, played) for sample in compared]
    gain = (sum(theirs) - sum(ours)) / SAMPLES
    if gain < MIN_GAIN or not clearly_more(theirs, ours):
        return TurnJudgement()
    return TurnJudgement((), best.actions, sum(theirs) / SAMPLES, sum(ours) / SAMPLES)


def _wins(plan: SchoolsPlan, seat: int) -> bool:
    result = plan.state.result
    return result is not None and result.winner == seat
