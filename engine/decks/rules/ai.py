"""An AI's turn (rulings 7.2, 7.3, 8.3)."""

from __future__ import annotations

from engine.decks.rules.abilities import BLACKMAIL, CATALYST
from engine.decks.rules.activation import LIMIT
from engine.decks.rules.assault import resolve_assault
from engine.decks.rules.board import OVER, SUMMONING, AISeat, Board
from engine.decks.rules.plays import IN_BLOOD, reveal
from engine.decks.rules.stack import Resolution
from engine.kernel.native import i64


def take_turn(r: Resolution) -> bool:
    """An AI's whole turn up to the end of its Assault: Mana, Summoning, Assault. Answers whether the game is over."""
    board = r.board
    seat = board.active
    mana = mana_of(board, seat)
    board.phase = SUMMONING
    if r.trace is not None:
        r.trace.ai_mana(board, mana)
    spent: i64 = 0
    line: i64 = 0
    revealed = False
    while spent < mana or not revealed:
        if r.reveals == LIMIT:
            if r.trace is not None:
                r.trace.reveals_no_more()
            break
        revealed = True
        play, cost = reveal(r, seat, 2 * seat + line)
        if play is not None:
            play.at = IN_BLOOD
            if r.run(play):
                return True
        elif board.phase == OVER:
            return True
        spent += cost
        line ^= 1
    return resolve_assault(r)


def mana_of(board: Board, seat: i64) -> i64:
    """An AI's Mana: fixed, plus so much for each Creature that faces it, plus Catalyst, less Blackmail (7.2, 8.3)."""
    player = board.seats[seat]
    assert isinstance(player, AISeat)
    mana = player.fixed_mana
    for row in (2 * seat, 2 * seat + 1):
        mana += player.variable_mana * len(board.rows[board.mode.facing[row]])
        for creature in board.rows[row]:
            if creature.abilities & CATALYST:
                mana += 2
            if creature.abilities & BLACKMAIL:
                mana -= 1
    return mana
