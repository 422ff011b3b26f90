"""The players: random, greedy, and a determinised search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.kernel.chance import Chance
from engine.schools.bots.bot_view import SchoolsBotView
from engine.schools.bots.planning import SchoolsPlan, after, plans
from engine.schools.bots.worth import WEIGHTS, SchoolsWeights, worth_of_state
from engine.schools.rules.actions import DISCARD, END_TURN, SchoolsAction
from engine.schools.rules.components import ELEMENTS
from engine.schools.rules.state import AT_DISCARD, SchoolsState


class SchoolsBot(Protocol):
    """A player for a seat. It keeps nothing from one choice to the next."""

    def choose(self, view: SchoolsBotView, chance: Chance) -> SchoolsAction:
        """One of the legal actions. Raises ``ValueError`` where there is none."""
        ...


class SchoolsRandomBot:
    """Any legal action, each as likely."""

    def choose(self, view: SchoolsBotView, chance: Chance) -> SchoolsAction:
        actions = _legal(view)
        return actions[chance.below(len(actions))]


class SchoolsGreedyBot:
    """Looks through its own turn with a narrow beam, and begins what leaves the board worth most at the end of it."""

    WIDTH: Final = 3
    DEPTH: Final = 7

    def __init__(self, weights: SchoolsWeights = WEIGHTS) -> None:
        self.weights = weights

    def choose(self, view: SchoolsBotView, chance: Chance) -> SchoolsAction:
        actions = _legal(view)
        if len(actions) == 1:
            return actions[0]
        if actions[0].verb == DISCARD:
            return discard_choice(view.state())
        best = plans(view.state(), view.seat, self.WIDTH, self.DEPTH, self.weights)
        return _first(best[0]) if best else actions[0]


@dataclass(frozen=True)
class SchoolsEffort:
    """How far a search goes: ``width`` and ``depth`` of plans, how many are tried, on how many ``samples``.

    ``answer_width`` and ``answer_depth`` are those of the opponent's turn.
    """

    width: int = 8
    depth: int = 12
    tried: int = 6
    samples: int = 3
    answer_width: int = 3
    answer_depth: int = 6


class SchoolsSearchBot:
    """Plans its whole turn, tries the best plans against the opponent's best turn, on samples of what is hidden."""

    def __init__(self, effort: SchoolsEffort | None = None, weights: SchoolsWeights = WEIGHTS) -> None:
        self.weights = weights
        self.effort = SchoolsEffort() if effort is None else effort

    def choose(self, view: SchoolsBotView, chance: Chance) -> SchoolsAction:
        actions = _legal(view)
        if len(actions) == 1:
            return actions[0]
        if actions[0].verb == DISCARD:
            return discard_choice(view.state())
        effort = self.effort
        best = plans(view.state(), view.seat, effort.width, effort.depth, self.weights)[: effort.tried]
        if not best:
            return actions[0]
        if len({_first(plan) for plan in best}) == 1:
            return _first(best[0])
        sums = [0.0] * len(best)
        for _ in range(effort.samples):
            sample = view.sample(chance)
            for number, plan in enumerate(best):
                sums[number] += worth_of_turn(sample, plan.actions, view.seat, effort, self.weights)
        return _first(best[max(range(len(best)), key=sums.__getitem__)])


def worth_of_turn(
    sample: SchoolsState,
    actions: Sequence[SchoolsAction],
    seat: int,
    effort: SchoolsEffort | None = None,
    weights: SchoolsWeights = WEIGHTS,
) -> float:
    """The worth of a turn's actions, without its end, on a sample after the opponent's best turn."""
    effort = SchoolsEffort() if effort is None else effort
    state = sample
    for action in actions:
        state = after(state, action)
        if state.phase == AT_DISCARD:
            state = after(state, discard_choice(state))
    if not state.is_over:
        state = after(state, END_TURN)
    if not state.is_over:
        answers = plans(state, 1 - seat, effort.answer_width, effort.answer_depth)
        state = answers[0].state if answers else state
    return worth_of_state(state, seat, weights)


def discard_choice(state: SchoolsState) -> SchoolsAction:
    """Half a hand to be discarded: of the Element of which there are most, time and again."""
    hand = state.foe.hand[:]
    number = sum(hand) // 2
    for _ in range(number):
        hand[max(range(len(ELEMENTS)), key=hand.__getitem__)] -= 1
    cards = tuple([element for element in range(len(ELEMENTS)) for _ in range(state.foe.hand[element] - hand[element])])
    return SchoolsAction(DISCARD, cards)


def _first(plan: SchoolsPlan) -> SchoolsAction:
    return plan.actions[0] if plan.actions else END_TURN


def _legal(view: SchoolsBotView) -> list[SchoolsAction]:
    actions = view.legal_actions()
    if not actions:
        raise ValueError("there is nothing to choose")
    return actions
