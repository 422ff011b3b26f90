"""Plays that lead to the same position in either order: a search has to try them in one order alone.

A Creature played on the lower line and one on the upper line commute where nothing but their places and their costs is
at stake. So after a play on the lower line those on the upper line that were possible before it are left out: the
position to which they lead comes from the other order. A position whose every way is left out there cannot be: of the
ways to it that end with such a pair, the one that ends on the lower line is kept.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    BACKLASH,
    BLACKMAIL,
    COUNTER_ORDER,
    ENCHAIN,
    IMMOLATION,
    LUCIDITY,
    PRICE_OF_BLOOD,
    SEASON_2,
)
from engine.decks.rules.actions import CHAMPION, PLAY_LINE, Action
from engine.decks.rules.board import Board
from engine.decks.rules.modes import DUEL

# What matters when a Creature is played, or for what can be played then.
WHEN_PLAYED: Final = BACKLASH | BLACKMAIL | COUNTER_ORDER | ENCHAIN | IMMOLATION | LUCIDITY | PRICE_OF_BLOOD


def possible_before(board: Board, action: Action) -> int:
    """How many cards from the left can be left out on the upper line after a play: they were possible before it."""
    if action.kind != PLAY_LINE or action.line != 1 or action.place == CHAMPION:
        return 0
    seat = board.active
    if board.mode is not DUEL or board.edition != SEASON_2 or not _is_quiet(board, action):
        return 0
    if _gives(board, 2 * seat) or _gives(board, 2 * seat + 1):
        return 0
    for row in board.rows:
        for creature in row:
            if creature.abilities & IMMOLATION:
                return 0
    return board.window(seat) - 1


def is_left_out(board: Board, action: Action, possible: int) -> bool:
    """Whether an action after a play on the lower line would have led to the same position before it."""
    if action.kind != PLAY_LINE or action.line or action.place == CHAMPION:
        return False
    return board.seats[board.active].index_of(action.place) < possible and _is_quiet(board, action)


def _is_quiet(board: Board, action: Action) -> bool:
    """Whether a Creature card in hand costs what is printed on it and only takes its place when it is played.

    The Stronghold must not come to be the rightmost card by that (1.2).
    """
    card = board.card_at(action.place)
    if not card.is_creature or (card.abilities | card.auras) & WHEN_PLAYED:
        return False
    player = board.seats[board.active]
    return player.hp > (1 if action.place > player.stronghold else 0)


def _gives(board: Board, index: int) -> bool:
    """Whether who is played on a row's far end is given something that matters then."""
    row = board.rows[index]
    return bool(row) and bool(row[-1].body.auras & WHEN_PLAYED)
