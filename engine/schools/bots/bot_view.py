"""A bot's view: a state as its seat knows it, with samples of what is hidden (rulings M10)."""

from __future__ import annotations

from typing import Final

from engine.kernel.chance import Chance
from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.components import ELEMENTS
from engine.schools.rules.state import SchoolsState

_NO_SEED: Final = "0"  # of the shuffles to come in what a bot thinks out


class SchoolsBotView:
    """A state as a ``seat`` knows it.

    The opponent's hand and the deck of Students are put together and into an order that says nothing before anybody
    gets to see them; so are the Trials of the deck, but for those that Combustio put there; the seed is left out.
    """

    def __init__(self, state: SchoolsState, seat: int) -> None:
        self.seat = seat
        self._known = state.copy()
        self._known.seed = _NO_SEED
        self._known.trials[state.known :] = sorted(state.trials[state.known :])
        hand = self._known.sides[1 - seat].hand
        unseen = state.deck + [element for element in range(len(ELEMENTS)) for _ in range(hand[element])]
        self._unseen = sorted(unseen)
        self._deal(self._known, self._unseen)

    def legal_actions(self) -> list[SchoolsAction]:
        """The legal actions of the seat: nothing hidden has a say in them."""
        return legal_actions(self._known) if self._known.to_act == self.seat else []

    def state(self) -> SchoolsState:
        """A state that agrees with all that the seat knows, what is hidden in canonical order."""
        return self._known.copy()

    def sample(self, chance: Chance) -> SchoolsState:
        """A state that agrees with all that the seat knows, what is hidden shuffled."""
        state = self._known.copy()
        unseen = self._unseen[:]
        chance.shuffle(unseen)
        self._deal(state, unseen)
        hidden = state.trials[state.known :]
        chance.shuffle(hidden)
        state.trials[state.known :] = hidden
        return state

    def _deal(self, state: SchoolsState, unseen: list[int]) -> None:
        """Puts cards into the opponent's hand and the deck, as many as lie there."""
        side = state.sides[1 - self.seat]
        size = side.hand_size
        side.hand = [unseen[:size].count(element) for element in range(len(ELEMENTS))]
        state.deck = unseen[size:]
