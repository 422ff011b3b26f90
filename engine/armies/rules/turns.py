"""Turns (C4, C5) and hands: dealing (C2), ending one (C16.4, C4.8, C4.9), scoring it (C17), the game's end (C18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.armies.pack.cards import BONUS, DEATH, SEAT_NAMES, Card
from engine.armies.rules import drawing, scoring
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.legality import armies_needed
from engine.armies.rules.state import State
from engine.armies.trace.events import ArmiesGameOver, ArmiesTurnBegins, BonusLaid, DealBegins, Dealt, LaidDown, Scored

TURNS_OF_SEAT: Final = 50  # in a hand (C4.9)
DRAWN_BY_ACTION: Final = 2  # cards (C5.1)
BY_LAY_DOWN: Final = "lay-down"
BY_STALEMATE: Final = "stalemate"
BY_TURN_LIMIT: Final = "turn-limit"


# The action of drawing, and what every action comes to


def draw_two(state: State, seat: int, action: ArmiesAction) -> None:
    """Two cards (C5.1); a turn that brings none counts for C4.8."""
    came = False
    for _ in range(DRAWN_BY_ACTION):
        came = drawing.draw(state, seat, drawing.FOR_TURN) or came
    idle = 0 if came else state.idle + 1
    go_on_with_turn(state)
    state.idle = idle


def go_on_with_turn(state: State) -> None:
    """The action is carried out to the end: the active seat may lay down, and ends its turn (C4.4, C4.5)."""
    state.idle = 0
    state.phase = at.AFTER
    state.queue = [state.active]


# The end of a turn: each step answers whether the hand has ended


def nothing_left(state: State) -> bool:
    """Nobody got a card in as many turns as there are players (C4.8)."""
    if state.idle < len(state.players):
        return False
    end_hand(state, None, BY_STALEMATE)
    return True


def turns_are_over(state: State) -> bool:
    """Turn number 50 x players was the last (C4.9)."""
    if state.turn_number < TURNS_OF_SEAT * len(state.players):
        return False
    end_hand(state, None, BY_TURN_LIMIT)
    return True


def golden_rule(state: State) -> bool:
    """Whoever holds fewer than eight cards draws, one player after the other (C3.5, C3.6)."""
    for seat in state.from_seat(state.active):
        drawing.draw_up(state, seat, drawing.FOR_GOLDEN_RULE)
    return False


def next_turn(state: State) -> bool:
    """The next player clockwise has the turn (C4.7)."""
    _begin_turn(state, state.left_of_initiator()[0], state.turn_number + 1, "C4.7")
    return False


END_OF_TURN: Final[tuple[Callable[[State], bool], ...]] = (nothing_left, turns_are_over, golden_rule, next_turn)


def end_turn(state: State, seat: int, action: ArmiesAction) -> None:
    """The turn ends (C4.7)."""
    for step in END_OF_TURN:
        if step(state):
            return


def _begin_turn(state: State, seat: int, number: int, ruling: str) -> None:
    state.active = seat
    state.turn_number = number
    state.phase = at.TURN
    state.queue = [seat]
    state.note(ArmiesTurnBegins, (ruling,), seat, number)


# The deal


def hand_begins(state: State) -> None:
    """The dealer begins the next hand: everything of the last one is put away (C2.2)."""
    state.hand_number += 1
    state.idle = 0
    for player in state.players:
        player.hand, player.bonus, player.chest = [], 0, None
    state.note(DealBegins, ("C2.2",), state.dealer, state.hand_number)


def deck_is_shuffled(state: State) -> None:
    """All cards of the game are shuffled, unless a deck lies ready (C2.2)."""
    if not state.deck:
        state.discard = state.options.complete_deck()
        drawing.shuffle_into_deck(state, "C2.2")


def cards_are_dealt(state: State) -> None:
    """Eight cards each, one by one, the dealer last (C2.3)."""
    seats = _from_dealers_left(state)
    dealt: dict[int, list[Card]] = {seat: [] for seat in seats}
    for _ in range(at.HAND):
        for seat in seats:
            dealt[seat].append(state.deck.pop())
    for seat in seats:
        state.put(seat, dealt[seat])
        state.note(Dealt, ("C2.3",), seat, sorted(dealt[seat]))


def dealt_bonus_cards_are_laid(state: State) -> None:
    """Each player lays down all dealt Bonus cards, then draws as many (C2.5)."""
    for seat in _from_dealers_left(state):
        player = state.players[seat]
        count = player.hand.count(BONUS)
        for _ in range(count):
            state.take(seat, BONUS)
            player.bonus += 1
            state.note(BonusLaid, ("C2.5", "C8.1"), seat, player.bonus)
        for _ in range(count):
            drawing.draw(state, seat, drawing.FOR_BONUS)


def first_turn(state: State) -> None:
    """The player on the dealer's left has the first turn (C2.6)."""
    _begin_turn(state, _from_dealers_left(state)[0], 1, "C2.6")


DEALING: Final[tuple[Callable[[State], None], ...]] = (
    hand_begins,
    deck_is_shuffled,
    cards_are_dealt,
    dealt_bonus_cards_are_laid,
    first_turn,
)


def deal(state: State, seat: int, action: ArmiesAction) -> None:
    """A hand is dealt (C2)."""
    for step in DEALING:
        step(state)


def _from_dealers_left(state: State) -> list[int]:
    return [*state.from_seat(state.dealer)[1:], state.dealer]


# The end of a hand


def lay_down(state: State, seat: int, action: ArmiesAction) -> None:
    """The armies are laid down, which ends the hand at once (C16.4)."""
    state.note(LaidDown, ("C16.2", "C16.4"), seat)
    end_hand(state, seat, BY_LAY_DOWN)


def end_hand(state: State, ender: int | None, reason: str) -> None:
    """Scores the hand (C17), looks whether the game is over (C18), and passes the deal on (C2.7)."""
    points = [points_of_seat(state, seat, seat == ender) for seat in range(len(state.players))]
    for player, more in zip(state.players, points, strict=True):
        player.score += more.total
    last: dict[str, Any] = {
        "hand": state.hand_number,
        "ended_by": None if ender is None else SEAT_NAMES[ender],
        "reason": reason,
        "points": {SEAT_NAMES[seat]: more.to_json() for seat, more in enumerate(points)},
    }
    state.last = last
    state.note(Scored, _RULINGS_OF_END[reason], *last.values())
    state.deck, state.discard = [], []
    state.active = at.NOBODY
    _go_on_with_game(state, [more.total for more in points])


_RULINGS_OF_END: Final = {
    BY_LAY_DOWN: ("C17.1", "C17.2"),
    BY_STALEMATE: ("C4.8", "C17.8"),
    BY_TURN_LIMIT: ("C4.9", "C17.8"),
}


def points_of_seat(state: State, seat: int, ended: bool) -> scoring.Points:
    """The points of a seat for the hand as it stands (C17)."""
    player = state.players[seat]
    needed = armies_needed(player.hand) if ended else 0
    armies = scoring.best_armies(player.hand, player.chest, needed, state.options.reverse)
    sixes = scoring.sixes_of(player.hand, player.chest)
    return scoring.points_of(armies, sixes, player.bonus, ended, DEATH in player.hand, state.options.reverse)


def _go_on_with_game(state: State, last: list[int]) -> None:
    """Ends the game (C18), or waits for the next dealer (C2.7)."""
    scores = [player.score for player in state.players]
    reason = scoring.end_of_game(scores, state.hand_number)
    if reason is None:
        state.dealer = state.from_seat(state.dealer)[1]
        state.phase = at.DEAL
        state.queue = [state.dealer]
        return
    winners = [SEAT_NAMES[seat] for seat in scoring.winners_of(scores, last)]
    result: dict[str, Any] = {
        "winners": winners,
        "scores": {SEAT_NAMES[seat]: score for seat, score in enumerate(scores)},
        "reason": reason,
    }
    state.result = result
    state.phase = at.OVER
    state.queue = []
    state.note(ArmiesGameOver, ("C18.1", "C18.2") if reason == scoring.BY_TARGET else ("C18.4",), *result.values())
