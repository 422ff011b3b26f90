"""Carrying out an action on a board: the way from an action to the activation orders."""

from __future__ import annotations

from engine.decks.rules.actions import CHAMPION, DO_ASSAULT, DO_END_TURN, DO_MANA, PLAY_ONTO, PLAY_TARGET, Action
from engine.decks.rules.assault import resolve_assault
from engine.decks.rules.board import SUMMONING, Board
from engine.decks.rules.plays import Play
from engine.decks.rules.stack import Resolution
from engine.decks.rules.summoning import FROM_CHAMPION
from engine.decks.rules.tally import Tally
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.turns import begin_turn, end_turn


def perform(board: Board, action: Action, trace: Trace | None, tally: Tally | None = None) -> None:
    """Carries out a legal action; what happens is added to ``trace``, what is counted to ``tally``.

    When the game ends the board stays as it stands (ruling 1.8).
    """
    r = Resolution(board, trace, tally)
    kind = action.kind
    if kind == DO_ASSAULT:
        resolve_assault(r)
    elif kind == DO_END_TURN:
        if board.phase != SUMMONING or not resolve_assault(r):
            end_turn(r)
    elif kind == DO_MANA:
        begin_turn(r)
    else:
        r.run(_play(board, action))


def _play(board: Board, action: Action) -> Play:
    seat = board.active
    player = board.seats[seat]
    card = board.card_at(action.place)
    index = FROM_CHAMPION if action.place == CHAMPION else player.index_of(action.place)
    if action.kind == PLAY_TARGET:
        return Play(seat, 2 * action.seat + action.line, card, index, None, action.at)
    row = 2 * seat + action.line
    host = board.rows[row][action.at] if action.kind == PLAY_ONTO else None
    return Play(seat, row, card, index, host)
