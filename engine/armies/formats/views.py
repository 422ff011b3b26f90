"""Views of a position for a seat or an onlooker (C20). Events are seen by ``ArmiesEvent.seen_by``."""

from __future__ import annotations

from typing import Any, Final

from engine.armies.formats.state_writing import write_battle, write_course, write_options
from engine.armies.pack.cards import SEAT_NAMES, names
from engine.armies.rules import state as at
from engine.armies.rules.position import ArmiesPosition

VIEW_FORMAT: Final = "clash-of-the-cards-view/1"

Json = dict[str, Any]


def view_of(position: ArmiesPosition, seat: int | None) -> Json:
    """The view of a seat, of an onlooker for None: nothing in it depends on what is hidden from them."""
    return {
        "format": VIEW_FORMAT,
        "seat": None if seat is None else SEAT_NAMES[seat],
        "options": write_options(position.options),
        **write_course(position),
        "deck": len(position.deck),
        "players": {SEAT_NAMES[other]: _player(position, other, seat) for other in range(len(position.players))},
        "battle": _battle(position, seat),
    }


def is_open(position: ArmiesPosition) -> bool:
    """Whether all hands and Chests are open: when a hand has ended, until the next deal (C20.4)."""
    return position.phase in (at.DEAL, at.OVER)


def _player(position: ArmiesPosition, seat: int, onlooker: int | None) -> Json:
    player = position.players[seat]
    shown = seat == onlooker or is_open(position)
    chest = player.chest
    return {
        "hand": names(player.hand) if shown else None,
        "cards": len(player.hand),
        "bonus": player.bonus,
        "chest": names(chest) if shown and chest is not None else None,
        "chest_cards": 0 if chest is None else len(chest),
        "score": player.score,
    }


def _battle(position: ArmiesPosition, onlooker: int | None) -> Json | None:
    """The battle; before the reveal champions are seen by their owners alone."""
    battle = write_battle(position)
    if battle is not None and position.phase == at.CHAMPION:
        own = None if onlooker is None else SEAT_NAMES[onlooker]
        battle["champions"] = {seat: card if seat == own else None for seat, card in battle["champions"].items()}
    return battle
