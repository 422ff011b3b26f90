"""The same board with other cards: a turn as it might have begun, had other cards come up. No card is lost."""

from __future__ import annotations

from typing import Final

from engine.kernel.chance import Chance
from engine.schools.rules.components import ELEMENTS, START
from engine.schools.rules.state import SchoolsState

FEWEST: Final = 2  # cards of the hand that is dealt
SPREAD: Final = 3  # and up to so many less one more
ANNOUNCED_ANEW: Final = 2  # Trials of each column, from the top


def dealt_anew(state: SchoolsState, chance: Chance) -> SchoolsState:
    """The position with another hand for the seat whose turn it is, and other Trials on top of both columns."""
    copy = state.copy()
    _deal_hand(copy, chance)
    for side in copy.sides:
        lie = [card for card in side.column if card != START][-ANNOUNCED_ANEW:]
        if not lie:
            continue
        unknown = copy.trials[copy.known :] + lie
        chance.shuffle(unknown)
        side.column[-len(lie) :] = sorted(unknown[: len(lie)], reverse=True)  # the higher first (M8.1)
        copy.trials[copy.known :] = unknown[len(lie) :]
    return copy


def _deal_hand(state: SchoolsState, chance: Chance) -> None:
    every = range(len(ELEMENTS))
    hand = state.own.hand
    cards = state.deck + [element for element in every for _ in range(hand[element] + state.discard[element])]
    chance.shuffle(cards)
    size = min(FEWEST + chance.below(SPREAD), len(cards))
    dealt, rest = cards[:size], cards[size:]
    in_deck = min(len(state.deck), len(rest))
    state.deck, discarded = rest[:in_deck], rest[in_deck:]
    state.own.hand = [dealt.count(element) for element in every]
    state.discard = [discarded.count(element) for element in every]
