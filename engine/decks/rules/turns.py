"""The turn around the Assault: Exhaustion and Phase 1, the end of the turn, the next player."""

from __future__ import annotations

from typing import Final

from engine.decks.rules import ai, hands
from engine.decks.rules.abilities import CATALYST
from engine.decks.rules.board import MANA, OVER, SUMMONING, Board, Creature, Result
from engine.decks.rules.stack import Resolution
from engine.kernel.native import i64

CATALYST_MANA: Final = 2  # ruling 5.7
EXHAUSTED_FROM: Final = 8  # a player's own turn from which Exhaustion removes cards (ruling 2.9)
TURN_LIMIT: Final = 100  # turns of every seat after which a game is drawn (ruling 2.13)
DRAWN: Final = "turn-limit"  # the reason then


def begin_turn(r: Resolution) -> None:
    """From phase ``mana``: what Exhaustion does, then Phase 1 (rulings 2.1, 2.9, 5.7).

    An AI's turn is played through, and the next player's begins.
    """
    board = r.board
    if board.seats[board.active].is_ai:
        if not ai.take_turn(r):
            end_turn(r)
        return
    trace = r.trace
    seat = board.active
    player = board.seats[seat]
    if board.exhaustion and player.turn >= EXHAUSTED_FROM:
        if trace is not None:
            trace.exhausted(board, player.hand[-1])
        hands.take(r, seat, len(player.hand) - 1)
        if hands.check_stronghold(r, seat, hands.NOBODY):
            return
    opening = opening_mana(board) if player.turn == 1 else None
    mana: i64 = len(player.hand) + 1 if opening is None else opening
    if trace is not None:
        trace.mana_gained(board, mana, opening is not None)
    mana = _catalyse(r, board.rows[2 * seat], mana)
    board.mana = _catalyse(r, board.rows[2 * seat + 1], mana)
    board.phase = SUMMONING


def _catalyse(r: Resolution, row: list[Creature], mana: i64) -> i64:
    for creature in reversed(row):
        if creature.abilities & CATALYST:
            mana += CATALYST_MANA
            if r.trace is not None:
                r.trace.catalysed(r.board, creature, CATALYST_MANA, mana)
    return mana


def opening_mana(board: Board) -> int | None:
    """The Mana set for the active player's first turn instead of the cards in hand, else None (ruling 2.1)."""
    if board.seats[board.active].turn != 1:
        return None
    return board.mode.first_turn_mana(board.active, board.first)


def end_turn(r: Resolution) -> None:
    """The end of the turn: every Creature is whole again (ruling 2.8), and the next player's turn begins.

    A game that has come to its limit of turns is drawn instead (ruling 2.13).
    """
    board = r.board
    for row in board.rows:
        for creature in row:
            creature.damage = 0
            creature.marks = 0
            creature.sprint = 0
    if board.any_sharpened:
        for player in board.seats:
            player.hand = [card.unmarked() if card.sharpened else card for card in player.hand]
        board.any_sharpened = False
    ended = board.active
    board.mana = 0
    if r.tally is not None:
        r.tally.ended[ended] += 1
    if board.turn_limit is not None and _comes_to_limit(r, board.turn_limit):
        return
    board.active = board.mode.next_seat(ended)
    board.seats[board.active].turn += 1
    board.phase = MANA
    if r.trace is not None:
        r.trace.turn_passes(board, ended)
    begin_turn(r)


def _comes_to_limit(r: Resolution, limit: i64) -> bool:
    """At the end of a turn: draws the game once every seat, an AI's too, has ended so many turns (ruling 2.13)."""
    board = r.board
    for player in board.seats:
        if player.turn < limit:
            return False
    board.phase = OVER
    board.result = Result((), DRAWN)
    if r.trace is not None:
        r.trace.drawn(board)
    return True
