"""The special cards that are a whole turn: Thief (C12), Chest (C14), Gravedigger (C15)."""

from __future__ import annotations

from engine.armies.pack.cards import CASTLE, CHEST, GRAVEDIGGER, THIEF, WILD, Wanted, is_wanted
from engine.armies.rules import drawing
from engine.armies.rules import state as at
from engine.armies.rules.actions import Action
from engine.armies.rules.state import State
from engine.armies.rules.turns import go_on_with_turn
from engine.armies.trace.events import Blocked, ChestLaid, Dug, Given, Lacked, Robbed, ThiefPlayed


def steal_bonus(state: State, seat: int, action: Action) -> None:
    """A Thief goes for a Bonus (C12.2); without Castles in the game nothing is asked (C19.1)."""
    _play_thief(state, seat, action, "C12.2")
    if state.options.has(CASTLE):
        _ask_victim(state, action)
    else:
        _rob(state, action.victim)


def ask_for_card(state: State, seat: int, action: Action) -> None:
    """A Thief asks for a card (C12.3); whoever has none is not asked (C12.5)."""
    _play_thief(state, seat, action, "C12.3")
    if any(is_wanted(card, action.wanted) for card in state.players[action.victim].hand):
        _ask_victim(state, action)
        return
    state.note(Lacked, ("C12.5",), action.victim, action.wanted)
    go_on_with_turn(state)


def _play_thief(state: State, seat: int, action: Action, ruling: str) -> None:
    state.discard_from(seat, THIEF)
    state.note(ThiefPlayed, ("C12.1", ruling), seat, action.victim, action.wanted)


def _ask_victim(state: State, action: Action) -> None:
    """The victim is asked in any case, with a Castle or without (C12.7)."""
    state.theft = (action.victim, action.wanted)
    state.phase = at.THEFT
    state.queue = [action.victim]


def _end_of_theft(state: State) -> Wanted:
    assert state.theft is not None
    wanted = state.theft[1]
    state.theft = None
    return wanted


def allow(state: State, seat: int, action: Action) -> None:
    """The victim lets the Bonus go."""
    _end_of_theft(state)
    _rob(state, seat)


def _rob(state: State, victim: int) -> None:
    """The Bonus goes to the thief, who draws a card for it; the victim draws none (C12.2, C8.3)."""
    state.players[victim].bonus -= 1
    state.players[state.active].bonus += 1
    state.note(Robbed, ("C12.2", "C8.3"), state.active, victim)
    drawing.draw(state, state.active, drawing.FOR_THEFT)
    go_on_with_turn(state)


def give(state: State, seat: int, action: Action) -> None:
    """The victim hands over a card (C12.4)."""
    wanted = _end_of_theft(state)
    state.take(seat, action.card)
    state.put(state.active, (action.card,))
    state.note(Given, ("C12.4",), seat, state.active, wanted, action.card)
    go_on_with_turn(state)


def block(state: State, seat: int, action: Action) -> None:
    """The victim discards a Castle, and the theft fails (C12.6, C9.2, C9.3)."""
    wanted = _end_of_theft(state)
    state.discard_from(seat, CASTLE)
    state.note(Blocked, ("C12.6", "C9.3" if wanted == CASTLE else "C9.2"), seat)
    go_on_with_turn(state)


def lay_chest(state: State, seat: int, action: Action) -> None:
    """An army goes under the Chest, then the player draws until they hold eight cards (C14.1, C14.4)."""
    cards = list(action.cards)
    for card in (CHEST, *cards):
        state.take(seat, card)
    state.players[seat].chest = cards
    state.note(ChestLaid, ("C14.1",), seat, len(cards), cards)
    drawing.draw_up(state, seat, drawing.FOR_CHEST)
    go_on_with_turn(state)


def dig(state: State, seat: int, action: Action) -> None:
    """A card comes out of the discard pile, then the Gravedigger goes there (C15.1, C15.2)."""
    state.discard.remove(action.card)
    state.put(seat, (action.card,))
    state.discard_from(seat, GRAVEDIGGER)
    state.note(Dug, ("C15.1",) if action.card < WILD else ("C15.1", "C19.2"), seat, action.card)
    go_on_with_turn(state)
