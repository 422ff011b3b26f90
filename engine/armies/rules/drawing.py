"""Drawing cards (C3): from the pile, past Bonus cards, through a reshuffle."""

from __future__ import annotations

from typing import Final

from engine.armies.pack.cards import BONUS
from engine.armies.pack.shuffling import shuffled
from engine.armies.rules.state import HAND, State
from engine.armies.trace.events import BonusLaid, Drawn, Shuffled

FOR_BONUS: Final = "bonus"
FOR_TURN: Final = "turn"
FOR_NOBODY: Final = "nobody"
FOR_THEFT: Final = "theft"
FOR_CHEST: Final = "chest"
FOR_GOLDEN_RULE: Final = "golden-rule"

_RULINGS: Final = {
    FOR_BONUS: ("C2.5", "C3.1"),
    FOR_TURN: ("C5.1", "C3.1"),
    FOR_NOBODY: ("C6.4", "C3.1"),
    FOR_THEFT: ("C12.2", "C3.1"),
    FOR_CHEST: ("C14.4", "C3.1"),
    FOR_GOLDEN_RULE: ("C3.5", "C3.1"),
}


def draw(state: State, seat: int, why: str) -> bool:
    """One card for the hand; each Bonus on the way is laid down (C3.4). Whether any card came, a Bonus being one."""
    player = state.players[seat]
    came = False
    while state.deck or _reshuffle(state):
        came = True
        card = state.deck.pop()
        if card != BONUS:
            state.put(seat, (card,))
            state.note(Drawn, _RULINGS[why], seat, card, why)
            break
        player.bonus += 1
        state.note(BonusLaid, ("C3.4", "C8.1"), seat, player.bonus)
    return came


def draw_up(state: State, seat: int, why: str) -> None:
    """Draws until the hand has eight cards, or nothing is left (C3.3)."""
    while len(state.players[seat].hand) < HAND and draw(state, seat, why):
        pass


def shuffle_into_deck(state: State, ruling: str) -> None:
    """Shuffles the discard pile, which becomes the draw pile."""
    state.shuffles += 1
    cards = state.discard
    state.discard = []
    state.deck = shuffled(cards, state.seed, state.shuffles)[::-1]
    state.note(Shuffled, (ruling,), state.shuffles, len(cards))


def _reshuffle(state: State) -> bool:
    """The discard pile becomes the draw pile when a card must be drawn and none is there (C3.2)."""
    if not state.discard:
        return False
    shuffle_into_deck(state, "C3.2")
    return True
