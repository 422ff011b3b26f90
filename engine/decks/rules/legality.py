"""Legality: the list of legal actions, and the reason why another one is not."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import PRICE_OF_BLOOD, SYMBIOTE
from engine.decks.rules.actions import (
    ASSAULT,
    BEGIN_TURN,
    CHAMPION,
    DO_ASSAULT,
    DO_END_TURN,
    DO_MANA,
    END_TURN,
    PLAY_LINE,
    PLAY_ONTO,
    PLAY_TARGET,
    Action,
    play_at,
    play_on_line,
    play_onto,
)
from engine.decks.rules.board import CHAMPION_READY, END, MANA, OVER, SUMMONING, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.costs import cost_in_hand, cost_of_champion
from engine.kernel.errors import IllegalAction
from engine.kernel.native import i64

_PHASES_OF_DO: Final[dict[int, tuple[int, ...]]] = {
    DO_MANA: (MANA,),
    DO_ASSAULT: (SUMMONING,),
    DO_END_TURN: (SUMMONING, END),
}


def legal_actions(board: Board) -> list[Action]:
    """Every legal action in the contract's order: the cards from left to right, the Champion, ``assault`` last."""
    if board.phase == MANA:
        return [BEGIN_TURN]
    if board.phase == END:
        return [END_TURN]
    if board.phase == OVER:
        return []
    player = board.seats[board.active]
    hand = player.hand
    mana = board.mana
    actions: list[Action] = []
    index: i64
    for index in range(board.window(board.active)):
        card = hand[index]
        if card.cost > mana and cost_in_hand(hand, index) > mana and not card.abilities & PRICE_OF_BLOOD:
            continue
        _add_plays(board, actions, card, player.place_of(index))
    champion = player.champion
    if (
        champion is not None
        and player.champion_state == CHAMPION_READY
        and (champion.abilities & PRICE_OF_BLOOD or cost_of_champion(board, champion) <= mana)
    ):
        _add_plays(board, actions, champion, CHAMPION)
    actions.append(ASSAULT)
    return actions


def _add_plays(board: Board, actions: list[Action], card: Card, place: i64) -> None:
    at: i64
    if not card.is_creature:
        index: i64
        for index, row in enumerate(board.rows):
            for at in range(len(row)):
                actions.append(play_at(place, index >> 1, index & 1, at))
        return
    actions.append(play_on_line(place, 0))
    actions.append(play_on_line(place, 1))
    if card.abilities & SYMBIOTE:
        _add_hosts(board, actions, place, 0)
        _add_hosts(board, actions, place, 1)


def _add_hosts(board: Board, actions: list[Action], place: i64, line: i64) -> None:
    at: i64
    for at, creature in enumerate(board.rows[2 * board.active + line]):
        if not creature.abilities & SYMBIOTE:
            actions.append(play_onto(place, line, at))


def check(board: Board, action: Action) -> None:
    """Raises ``IllegalAction`` with the contract's code unless the action may be carried out."""
    code = fault(board, action)
    if code is not None:
        raise illegal(code)


def illegal(code: str) -> IllegalAction:
    """The error for a code, with its message."""
    return IllegalAction(code, MESSAGES[code])


def fault(board: Board, action: Action) -> str | None:
    """The contract's code for why an action may not be carried out, or None when it may."""
    kind = action.kind
    if kind in _PHASES_OF_DO:
        return _fault_of_phase(board, _PHASES_OF_DO[kind])
    line = action.line if kind == PLAY_LINE else None
    onto = (action.line, action.at) if kind == PLAY_ONTO else None
    target = (action.seat, action.line, action.at) if kind == PLAY_TARGET else None
    return fault_of_play(board, action.place, line, onto, target)


def _fault_of_phase(board: Board, phases: tuple[int, ...]) -> str | None:
    """``game-over`` or ``wrong-phase`` unless the board is in one of the phases."""
    if board.phase == OVER:
        return "game-over"
    return None if board.phase in phases else "wrong-phase"


def fault_of_play(
    board: Board,
    place: int,
    line: int | None,
    onto: tuple[int, int] | None,
    target: tuple[int, int, int] | None,
) -> str | None:
    """The first fault, in the contract's order, of playing a card, or None.

    ``place`` is that of the hand, the Stronghold counted, or ``CHAMPION``; ``line`` any number (one that is not 0 or 1
    is no line); ``onto`` line and position; ``target`` seat, line and position. What was not given is None.
    """
    fault = _fault_of_phase(board, (SUMMONING,))
    if fault is not None:
        return fault
    player = board.seats[board.active]
    if place == CHAMPION:
        if player.champion is None or player.champion_state != CHAMPION_READY:
            return "champion-not-ready"
        card = player.champion
        cost = cost_of_champion(board, card)
    else:
        index = index_in_hand(board, place)
        if index is None:
            return "not-available"
        card = player.hand[index]
        cost = cost_in_hand(player.hand, index)
    fault = _fault_of_place(board, card, line, onto, target)
    if fault is not None:
        return fault
    if cost > board.mana and not card.abilities & PRICE_OF_BLOOD:
        return "not-enough-mana"
    return None


def index_in_hand(board: Board, place: int) -> int | None:
    """The index in ``hand`` of an available card at a place that counts the Stronghold, else None (ruling 2.2)."""
    player = board.seats[board.active]
    if not 0 <= place <= len(player.hand) or place == player.stronghold:
        return None
    index = player.index_of(place)
    return index if index < board.window(board.active) else None


def _fault_of_place(
    board: Board, card: Card, line: int | None, onto: tuple[int, int] | None, target: tuple[int, int, int] | None
) -> str | None:
    if card.is_creature and (onto is None if line is None else line not in (0, 1)):
        return "bad-line"
    if onto is not None:
        host = _creature_at(board, board.active, *onto)
        if not card.is_creature or not card.abilities & SYMBIOTE or line is not None:
            return "bad-host"
        if host is None or host.abilities & SYMBIOTE:
            return "bad-host"
    if not card.is_creature and (target is None or not any(board.rows)):
        return "needs-target"
    if target is None:
        return None
    if card.is_creature or _creature_at(board, *target) is None:
        return "bad-target"
    return None


def _creature_at(board: Board, seat: int, line: int, at: int) -> Creature | None:
    if not (0 <= seat < board.mode.seats and line in (0, 1)):
        return None
    row = board.rows[2 * seat + line]
    return row[at] if 0 <= at < len(row) else None


MESSAGES: Final[dict[str, str]] = {
    "game-over": "the game is over: nothing can be done",
    "wrong-phase": "that cannot be done in this phase",
    "not-available": "no available card stands at that place of the hand",
    "champion-not-ready": "there is no Champion that is ready",
    "bad-line": "a Creature needs a line, 'upper' or 'lower'",
    "bad-host": "only a Symbiote is put onto a Creature, and only onto one of its own player without Symbiote",
    "needs-target": "an Incantation needs a target",
    "bad-target": "there is no Creature to target at that place, or the card takes no target",
    "not-enough-mana": "not enough Mana",
}
