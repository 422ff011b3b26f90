"""Writing ``clash-position/1``: from positions and their parts to JSON."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.board import (
    ACTIVATED,
    CHAMPION_STATES,
    ENTERED,
    PHASE_NAMES,
    SHARPENED,
    STRUCK,
    AISeat,
    Board,
    Creature,
    Result,
    Seat,
)
from engine.decks.rules.cards import NO_CHAMPION, SYMBIOTE_IS_CHAMPION
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES

FORMAT: Final = "clash-position/1"
BASTION: Final = "bastion"
FORT: Final = "fort"
MARKS: Final = (("entered", ENTERED), ("struck", STRUCK), ("sharpened", SHARPENED), ("activated", ACTIVATED))


def write_position(board: Board) -> dict[str, Any]:
    """The position as ``clash-position/1``; what has its default is left out where the contract says so."""
    mode = board.mode
    data: dict[str, Any] = {"format": FORMAT, "edition": board.edition, "mode": mode.name}
    if board.first:
        data["first"] = SEAT_NAMES[board.first]
    data["exhaustion"] = board.exhaustion
    data["active"] = SEAT_NAMES[board.active]
    data["phase"] = PHASE_NAMES[board.phase]
    data["mana"] = board.mana
    data["players"] = {SEAT_NAMES[seat]: _write_player(board, seat) for seat in range(mode.seats)}
    if board.result is not None:
        data["result"] = write_result(board.result)
    if board.objective is not None:
        data["objective"] = board.objective
    return data


def write_result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"winners": [SEAT_NAMES[seat] for seat in result.winners], "reason": result.reason}


def write_hand(player: Seat) -> list[Any]:
    """A hand from left to right, the Stronghold in its place."""
    hand: list[Any] = [card.to_json() for card in player.hand]
    hand.insert(player.stronghold, FORT if player.fort else BASTION)
    return hand


def _write_player(board: Board, seat: int) -> dict[str, Any]:
    player = board.seats[seat]
    data: dict[str, Any] = {"turn": player.turn}
    if isinstance(player, AISeat):
        data.update(_write_ai(player))
    else:
        data["hand"] = write_hand(player)
    for line, name in enumerate(LINE_NAMES):
        data[name] = [write_creature(creature) for creature in board.rows[2 * seat + line]]
    if player.champion is not None:
        data["champion"] = {
            "card": player.champion.to_json(),
            "state": CHAMPION_STATES[player.champion_state],
        }
    return data


def _write_ai(player: AISeat) -> dict[str, Any]:
    return {
        "ai": {
            "fixed_mana": player.fixed_mana,
            "variable_mana": player.variable_mana,
            "resistance": player.resistance,
            "abilities": list(player.abilities),
        },
        "side": FORT if player.fort else BASTION,
        "pile": [card.to_json() for card in player.pile],
        "discard": [card.to_json() for card in player.discard],
    }


def write_creature(creature: Creature) -> dict[str, Any]:
    """A Creature in play as the contract writes it."""
    body = creature.body
    data: dict[str, Any] = {"card": body.card.to_json()}
    if body.symbiote is not None:
        data["symbiote"] = body.symbiote.to_json()
    if creature.enchained is not None:
        data["enchained"] = creature.enchained.to_json()
    if body.champion != NO_CHAMPION:
        data["champion"] = "symbiote" if body.champion == SYMBIOTE_IS_CHAMPION else True
    if creature.damage:
        data["damage"] = creature.damage
    for name, mark in MARKS:
        if creature.marks & mark:
            data[name] = True
    if creature.sprint:
        data["sprint"] = creature.sprint
    return data
