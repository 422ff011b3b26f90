"""The bots: what each of them does with what its seat knows. They keep nothing from one choice to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.decks.bots.bot_view import BotView
from engine.decks.bots.drafting import best_pick
from engine.decks.bots.evaluation import Effort, TurnSearch
from engine.decks.bots.lookahead import Judge, best_play
from engine.decks.bots.outlook import outlook
from engine.decks.bots.worth import worth
from engine.decks.game.drafts import Draft, DraftPick
from engine.decks.rules.actions import Action
from engine.kernel.budget import Budget
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


class SearchBot:
    """Plans for the whole turn, the best of them tried on samples of the hidden cards (see ``TurnSearch``).

    ``budget`` is what the last choice was made with.
    """

    def __init__(
        self,
        effort: Effort,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
        judge: Judge = outlook,
    ) -> None:
        self.search = TurnSearch(effort, judge, seconds, clock)

    @property
    def budget(self) -> Budget:
        return self.search.budget

    def choose(self, view: BotView, chance: Chance) -> Action:
        actions = _legal(view)
        if len(actions) == 1:
            return actions[0]
        return self.search.run(view, chance)[0].first

    def pick(self, draft: Draft, seat: int, chance: Chance) -> DraftPick:
        return best_pick(draft, seat)


def _legal(view: BotView) -> list[Action]:
    actions = view.legal_actions()
    if not actions:
        raise ValueError("there is nothing to choose")
    return actions
